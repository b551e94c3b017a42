"""Frequent words, and few entries that are what is chosen: they are read some at a time, and nothing is passed over."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Entry
from review.selectors.search import matching, search_page
from review.selectors.search.search_page import SearchPage, SearchQuery
from tests.factories import make_entries, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
TASKS = {0, 1, 7, 15}


@pytest.fixture
def mina(monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(matching, "FREQUENT", 3)
    monkeypatch.setattr(search_page, "MAX_FILTERED_HITS", 4)
    mina = make_user("mina", project=make_project())
    titles = [{"title": f"Lease {number}", "type": "task" if number in TASKS else "fact"} for number in range(16)]
    make_entries(make_session(["The lease ends."]), titles)
    return mina


def walked(mina: User, sort: str, words: str = "lease") -> list[SearchPage]:
    pages, after = [], None
    while True:
        query = SearchQuery(words=words, kind="entries", sort=sort, after=after, chosen={"type": ("task",)})
        pages.append(search_page.search_page(mina, query))
        after = pages[-1].following
        if after is None:
            return pages


def found(pages: list[SearchPage]) -> list[int]:
    return [hit.row.pk for page in pages if page.shown for hit in page.shown.hits]


@pytest.mark.parametrize("sort", ["newest", "oldest"])
def test_reading_on_finds_every_entry_once_in_order(mina: User, sort: str) -> None:
    pages = walked(mina, sort)

    tasks = list(Entry.objects.filter(type="task").order_by("pk" if sort == "oldest" else "-pk"))
    assert found(pages) == [entry.pk for entry in tasks]
    assert [page.is_cut for page in pages] == [True] * (len(pages) - 1) + [False]
    assert len(pages) == 4


def test_a_count_is_of_what_was_read(mina: User) -> None:
    first = walked(mina, "newest")[0]

    assert (first.shown and first.shown.number, first.is_cut) == (1, True)


def test_the_least_sure_are_among_the_newest_and_that_is_shown(mina: User) -> None:
    [page] = walked(mina, "unsure")

    assert (len(found([page])), page.is_cut, page.following) == (1, True, None)


def test_words_that_few_hold_are_looked_up_everywhere(mina: User) -> None:
    [page] = walked(mina, "newest", "lease 15")

    assert (len(found([page])), page.is_cut) == (1, False)


def test_the_page_leads_on(mina: User) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(mina)

    page = client.get("/search/?q=lease&kind=entries&type=task").content.decode()

    assert "only 10,000 of them were searched with these filters." in page
    assert 'rel="next"' in page
    assert "Nothing of this kind" not in page
