"""The search page and the responses of the palette."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.domain.limits import MIN_SEARCH_CHARS
from review.models import Entry
from review.selectors.search import matching
from review.selectors.search.search_page import PAGE_HITS, SearchQuery, palette_hits, search_page
from tests.factories import make_entries, make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
SEARCH, PALETTE = reverse("review:search"), reverse("review:search_palette")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def browser(mina: User, client: Client) -> Client:
    client.force_login(mina)
    return client


def body_of(client: Client, address: str, **query: str | int) -> str:
    response = client.get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def leases(count: int) -> list[Entry]:
    session = make_session(["The lease ends in April."], title="Office lease")
    evidence = [{"messageIndex": 0, "quote": "lease ends in April"}]
    return make_entries(session, [{"title": f"Lease {number}", "evidence": evidence} for number in range(count)])


def test_search_shows_the_first_kind_with_hits_and_the_counts_of_all(browser: Client, mina: User) -> None:
    leases(2)

    page = search_page(mina, SearchQuery("ends in"))

    assert [(tab.kind, tab.count) for tab in page.tabs] == [
        ("entries", "0"),
        ("quotes", "2"),
        ("messages", "1"),
        ("sessions", "0"),
        ("people", "0"),
    ]
    assert page.shown is not None
    assert page.shown.kind == "quotes"
    assert '<mark class="sought">ends</mark>' in body_of(browser, SEARCH, q="ends in")


@pytest.mark.parametrize("sort", ["newest", "oldest", "unsure"])
def test_search_pages_show_every_hit_once_in_order(mina: User, sort: str) -> None:
    entries, seen, after = leases(2 * PAGE_HITS + 3), list[int](), None

    for _ in range(3):
        page = search_page(mina, SearchQuery("lease", sort=sort, kind="entries", after=after))
        assert page.shown is not None
        seen += [hit.row.pk for hit in page.shown.hits]
        after = page.following

    keys = [entry.pk for entry in entries]
    assert after is None
    assert seen == (keys if sort == "oldest" else keys[::-1])


def test_search_sorts_the_least_confident_first(mina: User) -> None:
    session = make_session(["The lease ends in April 2027, and nobody minds that at all."])
    exact = make_entry(session, ["The lease ends in April 2027"], title="lease 1")
    near = make_entry(session, ["The lease ends in April 2027, and nobody mind that at all"], title="lease 2")
    failed = make_entry(session, ["Cats sleep on warm keyboards"], title="lease 3")

    page = search_page(mina, SearchQuery("lease", sort="unsure", kind="entries"))

    assert page.shown is not None
    assert [hit.row for hit in page.shown.hits] == [failed, near, exact]


def test_search_keeps_the_view_in_its_address(browser: Client) -> None:
    leases(PAGE_HITS + 1)

    page = body_of(browser, SEARCH, q="lease", stage="candidate", sort="oldest", kind="entries", after=1)

    assert "?q=lease&amp;stage=candidate&amp;sort=oldest&amp;kind=messages" in page
    assert 'name="stage" value="candidate" checked' in page
    assert '<option value="oldest" selected>' in page


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "are searched"),
        ("보", f"{MIN_SEARCH_CHARS} characters or more"),
        ("none such", "Nothing of this kind has all of these words"),
    ],
)
def test_search_says_why_it_shows_nothing(browser: Client, query: str, sentence: str) -> None:
    assert sentence in body_of(browser, SEARCH, q=query)


def test_search_ignores_what_nobody_can_ask_for(browser: Client) -> None:
    leases(1)

    page = body_of(
        browser, SEARCH, q="lease", kind="secrets", sort="x", after="9" * 40, run="1;", age="no", stage="a\0b"
    )

    assert "Nothing of this kind has" in page


def test_search_escapes_what_it_found(browser: Client) -> None:
    make_session(["<script>alert('lease')</script> <b>lease</b>"], title="<i>lease</i>")

    pages = [body_of(browser, SEARCH, q="lease", kind=kind) for kind in ("messages", "sessions")]

    assert '&lt;b&gt;<mark class="sought">lease</mark>&lt;/b&gt;' in pages[0]
    assert [("<script>alert" in page, "<i>" in page) for page in pages] == [(False, False)] * 2
    assert "&lt;i&gt;" in body_of(browser, PALETTE, q="lease")


def test_search_responds_to_htmx_with_what_was_found_alone(browser: Client) -> None:
    response = browser.get(SEARCH, {"q": "lease"}, headers=HTMX)

    assert b"<html" not in response.content
    assert b'id="found"' in response.content


def test_palette_goes_to_the_pages_of_a_person(browser: Client) -> None:
    page, failed = body_of(browser, PALETTE), body_of(browser, PALETTE, q="fail")

    assert reverse("review:upload") in page
    assert reverse("review:audit") not in page
    assert [failed.count('role="option"'), reverse("review:failed") in failed] == [1, True]


def test_palette_shows_no_upload_to_who_may_not(client: Client) -> None:
    client.force_login(make_user("visitor"))

    assert reverse("review:upload") not in body_of(client, PALETTE)


def test_palette_shows_a_few_hits_of_every_kind_and_says_how_many_there_are(browser: Client, mina: User) -> None:
    leases(6)

    tabs = [(tab.kind, tab.number, len(tab.hits)) for tab in palette_hits(mina, "lease")]

    assert tabs == [("entries", 6, 4), ("quotes", 6, 4), ("messages", 1, 1), ("sessions", 1, 1)]
    assert body_of(browser, PALETTE, q="lease").count('role="option"') == 10


def test_palette_counts_hits_among_the_newest_rows_where_they_are_enough(
    browser: Client, mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases(9)
    whole = palette_hits(mina, "lease")
    monkeypatch.setattr(matching, "NEAREST", 6)

    near = palette_hits(mina, "lease")

    assert [(tab.kind, tab.count) for tab in whole] == [
        ("entries", "9"),
        ("quotes", "9"),
        ("messages", "1"),
        ("sessions", "1"),
    ]
    assert [(tab.kind, tab.count) for tab in near] == [
        ("entries", "6+"),
        ("quotes", "6+"),
        ("messages", "1"),
        ("sessions", "1"),
    ]
    assert [tab.hits for tab in near] == [tab.hits for tab in whole]
    assert "6+" in body_of(browser, PALETTE, q="lease")


def test_palette_asks_the_index_where_the_newest_rows_have_too_few_hits(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases(9)
    monkeypatch.setattr(matching, "NEAREST", 3)

    assert [tab.count for tab in palette_hits(mina, "lease")][:2] == ["9", "9"]


def test_palette_says_that_nothing_was_found(browser: Client) -> None:
    assert "Nothing has these words." in body_of(browser, PALETTE, q="none such")


def test_every_page_has_the_palette_and_a_link_without_scripts(browser: Client) -> None:
    page = body_of(browser, reverse("review:help"))

    assert f'href="{SEARCH}"' in page
    assert 'id="palette"' in page
