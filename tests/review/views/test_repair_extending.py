"""A span that cuts a word: one click extends the quote to the whole word."""

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


def test_a_cut_word_is_extended_over_the_negation_behind_it(mina: Client, project: Project) -> None:
    quote = make_quote("이 기능은 금요일에 배포하지 못한다.", quote="이 기능은 금요일에 배포하", project=project)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert "The source continues with “지 못한다”." in page


def test_a_verbatim_quote_beside_a_negation_is_offered_with_it(mina: Client, project: Project) -> None:
    quote = make_quote("We do not deploy the build on Friday.", quote="deploy the build on Friday", project=project)

    response = mina.post(f"/quotes/{quote.pk}/fix/", {"fix": "use_words-0", "seen_attempt": 1}, headers=HTMX)

    quote.refresh_from_db()
    assert response.status_code == 200
    assert quote.current is not None
    assert quote.current.text == "not deploy the build on Friday"
    assert quote.current.critical_differences == ()


def test_a_cut_beginning_is_offered_too(mina: Client, project: Project) -> None:
    quote = make_quote("They rebuilt the index on Friday.", quote="built the index on Fri", project=project)

    page = mina.get(quote.entry.get_absolute_url()).content.decode()

    assert "The source begins with “re”. The source continues with “day”." in page
