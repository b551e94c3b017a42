"""A span that cuts a word: the rest of it is offered as a click, and taken as more of the quote."""

import pytest
from django.test import Client

from review.models import Project, Quote
from tests.factories import make_quote

HTMX = {"HX-Request": "true"}
SOURCE = "우리는 DuckDB에서 JSONB 타입을 제거하기로 결정했다."


@pytest.fixture
def cut(project: Project) -> Quote:
    return make_quote(SOURCE, quote="DuckDB JSONB 타입 제거하기로 결정했", project=project)


def test_entry_page_offers_the_rest_of_a_cut_word(mina: Client, guest: Client, cut: Quote) -> None:
    page = mina.get(cut.entry.get_absolute_url()).content.decode()

    assert "similarity 0.892 = 1 − 3/28" in page
    assert "The source continues with “다”." in page
    assert f'id="fix-{cut.pk}-extend"' in page
    assert f'id="fix-{cut.pk}-extend"' not in guest.get(cut.entry.get_absolute_url()).content.decode()


def test_extending_makes_the_word_whole(mina: Client, cut: Quote) -> None:
    response = mina.post(f"/quotes/{cut.pk}/fix/", {"fix": "extend", "seen_attempt": 1}, headers=HTMX)

    page = response.content.decode()
    cut.refresh_from_db()
    assert cut.current is not None
    assert (cut.current.text, cut.current.span_start, cut.current.span_end) == (f"{cut.text}다", 4, 33)
    assert "similarity 0.896 = 1 − 3/29" in page
    assert "cuts a word" not in page


def test_a_cut_beginning_is_offered_too(mina: Client, project: Project) -> None:
    quote = make_quote("They rebuilt the index on Friday.", quote="built the index on Fri", project=project)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert "The source begins with “re”. The source continues with “day”." in page
