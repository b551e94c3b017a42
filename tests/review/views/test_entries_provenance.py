"""What people chose of a quote is shown with the person, wherever the quote is."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Project, Quote
from review.selectors.repair.selection import Selection
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.factories import Quoted, make_entry, make_session, make_user, quotes_of

HTMX = {"HX-Request": "true"}
TALK = [
    "We keep the raw text of every event. The cache lives for one hour.",
    "Twenty guests come to the party in the old barn on Saturday.",
]
QUOTES: list[Quoted] = [
    "We keep the raw text",
    "the RAW text of every",
    "We keep the raw texts of every evens.",
    (1, "twenty-two gusts came to a party"),
    "We never said a word of this.",
]


@pytest.fixture
def quotes(project: Project) -> list[Quote]:
    return quotes_of(make_entry(make_session(TALK, project=project), QUOTES, title="The claim"))


def select(quote: Quote, actor: User) -> None:
    selection = Selection(1, 22, 31, TALK[1][22:31])
    anchor_quote(quote_id=quote.pk, selection=selection, seen_attempt=1, actor=actor)


def part(page: str, name: str, *, until: str) -> str:
    return page[page.index(name) :].partition(until)[0]


def head_of(page: str, quote: Quote) -> str:
    return part(page, f'id="quote-{quote.pk}"', until="</header>")


def marks(markup: str) -> list[tuple[str, str]]:
    return re.findall(r'class="prov" data-sign="(.)"><bdi hx-ignore>([^<]+)</bdi>', markup)


def addresses(quote: Quote) -> dict[str, str]:
    entry = quote.entry
    return {
        "card": f"/entries/{entry.pk}/",
        "rail": f"/sessions/{entry.session_id}/",
        "past": f"/entries/{entry.pk}/?at=999",
        "list": "/entries/",
    }


@pytest.mark.parametrize("place", ["card", "rail", "past", "list"])
def test_selected_words_carry_a_mark_and_the_person(
    place: str, mina: Client, reviewer: User, quotes: list[Quote]
) -> None:
    """The fifth quote aligns exactly, to words that have nothing to do with it: the mark stands beside the badge."""
    before = mina.get(addresses(quotes[4])[place]).content.decode()
    select(quotes[4], reviewer)

    page = mina.get(addresses(quotes[4])[place]).content.decode()

    assert (marks(before), marks(page)) == ([], [("✎", "selected by mina")])


def test_the_mark_stands_in_the_head_of_its_card(mina: Client, reviewer: User, quotes: list[Quote]) -> None:
    select(quotes[4], reviewer)

    page = mina.get(f"/entries/{quotes[4].entry_id}/").content.decode()

    assert [len(marks(head_of(page, quote))) for quote in quotes] == [0, 0, 0, 0, 1]


def test_the_mark_comes_with_the_response_to_a_repair(mina: Client, quotes: list[Quote]) -> None:
    fields = {"text": "We keep the raw", "message_index": 0, "seen_attempt": 1}

    answer = mina.post(f"/quotes/{quotes[4].pk}/retry/", fields, headers=HTMX).content.decode()

    assert marks(head_of(answer, quotes[4])) == [("⌨", "rewritten by mina")]


def test_a_failed_quote_that_somebody_rewrote_says_so_in_the_list(
    mina: Client, reviewer: User, quotes: list[Quote]
) -> None:
    retry_quote(quote_id=quotes[4].pk, text="still not there", message_index=0, seen_attempt=1, actor=reviewer)

    page = mina.get("/failed/").content.decode()

    assert marks(part(page, f'id="failed-{quotes[4].pk}"', until="</li>")) == [("⌨", "rewritten by mina")]
    assert len(marks(page)) == 1


def test_the_list_of_entries_shows_each_choice_once_and_none_of_what_no_longer_counts(
    mina: Client, reviewer: User, quotes: list[Quote]
) -> None:
    for quote in quotes[1:4]:
        select(quote, reviewer)
    retry_quote(quote_id=quotes[4].pk, text="nowhere", message_index=0, seen_attempt=1, actor=reviewer)
    withdraw_quote(quote_id=quotes[4].pk, reason="invented", seen_attempt=2, actor=reviewer)

    assert marks(mina.get("/entries/").content.decode()) == [("✎", "selected by mina")]


def test_the_head_of_an_entry_counts_the_quotes_with_words_that_people_chose(
    mina: Client, reviewer: User, quotes: list[Quote]
) -> None:
    address = f"/entries/{quotes[0].entry_id}/"
    before = mina.get(address).content.decode()
    for quote in quotes[2:]:
        select(quote, reviewer)
    withdraw_quote(quote_id=quotes[2].pk, reason="invented", seen_attempt=2, actor=reviewer)

    page = mina.get(address).content.decode()

    assert ("chosen-by-people" in before, "2 quotes edited by a person" in page) == (False, True)


def test_marks_are_translated_and_escape_names(
    project: Project, as_person: Callable[[User], Client], quotes: list[Quote]
) -> None:
    odd = make_user("<b>\u202e", project=project)
    select(quotes[4], odd)

    page = as_person(odd).get(addresses(quotes[4])["card"], headers={"accept-language": "ko"}).content.decode()

    assert "&lt;b&gt;" in head_of(page, quotes[4])
    assert "님이 직접 선택함" in head_of(page, quotes[4])
    assert 'data-inv="RLO"' in head_of(page, quotes[4])
