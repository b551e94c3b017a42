"""The list of failed quotes: pages of stored diagnoses, in the order in which to work through them."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from review.domain.failures import RANKS, UNDIAGNOSED
from review.domain.limits import MAX_COUNTED
from review.models import Entry, FailedQuote, Quote
from review.selectors.access import visible_projects
from review.selectors.keyset import SALT, read_cursor
from review.selectors.quotes.failed_count import count_failed, failed_count
from review.selectors.quotes.quote_rows import QuoteRow, quote_row
from review.selectors.repair import diagnoses
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.failed_list import Alike, FailedPage, failed_page
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
FIRST, SECOND = "Nothing of interest is said in this one.", "The index is rebuilt on Friday, before the release."
WORDS, NEVER = "The index is rebuilt on Friday", "never said in here at all"


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def rows_of(page: FailedPage) -> list[QuoteRow]:
    return [row for group in page.groups for row in group.rows]


def pages(user: User, filters: dict[str, str], *, step: str = "after", begin: str = "") -> Iterator[FailedPage]:
    address = begin
    while True:
        page = failed_page(user, filters, read_cursor({step: address} if address else {}))
        yield page
        address = getattr(page.page, step)
        if not address:
            return


def fill(mina: User) -> None:
    """Store failed quotes of several diagnoses in several sessions and projects, and a withdrawn one."""
    other = make_project("other", reviewer=mina)
    for place, project in enumerate((make_project(), other, make_project())):
        session = make_session([FIRST, SECOND], project=project, session_id=f"talk {place}")
        entry = make_entry(session, [WORDS, NEVER, "", (1, FIRST), ("no number", WORDS), (7, NEVER)])
    last = entry.quotes.latest("pk")
    withdraw_quote(quote_id=last.pk, reason="invented", seen_attempt=1, actor=mina)


def test_the_pages_are_all_failed_quotes_in_the_order_of_their_groups(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("review.selectors.repair.failed_list.MAX_ROWS", 4)
    fill(mina)
    stored = FailedQuote.objects.order_by("group", "session_id", "message_index", "quote_id")
    session = str(stored[0].session_id)

    for filters, narrowed in (
        ({}, stored),
        ({"project": "other"}, stored.filter(project__slug="other")),
        ({"session": session}, stored.filter(session=int(session))),
        ({"diagnosis": "off_by_one_index"}, stored.filter(group=RANKS["off_by_one_index"])),
        ({"diagnosis": "withdrawn", "project": "ledger"}, stored.filter(group=RANKS["withdrawn"])),
    ):
        forward = list(pages(mina, filters))
        listed = [row.quote.pk for page in forward for row in rows_of(page)]
        assert listed == list(narrowed.values_list("quote", flat=True)), filters
        assert [group.code for page in forward for group in page.groups for _ in group.rows] == [
            row.group_name for row in narrowed
        ]
        back = list(pages(mina, filters, step="before", begin=forward[-1].page.before)) if len(forward) > 1 else []
        assert [rows_of(page) for page in back] == [rows_of(page) for page in reversed(forward[:-1])], filters
    assert stored.count() == 18


def test_a_page_says_what_a_search_would_and_searches_nothing(mina: User) -> None:
    fill(mina)
    make_entry(make_session([FIRST, SECOND]), [f"{FIRST} {WORDS}"])
    before = diagnoses._prescription.cache_info()

    with CaptureQueriesContext(connection) as asked:
        listed = rows_of(failed_page(mina, {}, None))

    assert diagnoses._prescription.cache_info() == before
    assert not any('"review_message"."content"' in query["sql"] for query in asked)
    for row in listed:
        [fresh] = with_diagnoses([quote_row(Quote.objects.get(pk=row.quote.pk))])
        assert (row.diagnosis, row.best_fix, row.last_index) == (fresh.diagnosis, fresh.best_fix, fresh.last_index)
    assert {row.best_fix.kind for row in listed if row.best_fix} == {"move", "split"}


def test_what_is_not_diagnosed_yet_comes_last_and_is_diagnosed_where_it_is_shown(mina: User) -> None:
    make_entry(make_session([FIRST, SECOND]), [WORDS, NEVER])
    FailedQuote.objects.filter(quote=Quote.objects.earliest("pk")).update(
        group=RANKS[UNDIAGNOSED], engine="", fix="", is_repairable=False
    )

    page = failed_page(mina, {}, None)

    assert [group.code for group in page.groups] == ["no_trace", UNDIAGNOSED]
    assert [row.best_fix and row.best_fix.name for row in rows_of(page)] == [None, "move-0"]


def test_the_numbers_are_those_of_the_lists_that_they_lead_to(mina: User) -> None:
    fill(mina)
    make_entry(make_session([FIRST]), [])

    counts = failed_page(mina, {}, None).counts

    failed = FailedQuote.objects.exclude(group=RANKS["withdrawn"])
    assert (counts.failed, counts.withdrawn, counts.entries) == (17, 1, 3)
    assert counts.repairable == failed.filter(is_repairable=True).count() == failed.exclude(fix="").count() > 0
    assert counts.without_quotes == Entry.objects.filter(missing="no_evidence").count() == 1
    found = failed_count(visible_projects(mina).values_list("pk", flat=True))
    assert (found.quotes, found.entries, count_failed(mina)) == ("17", "3", "17")


def test_nothing_beyond_the_hundredth_is_counted(mina: User, client: Client) -> None:
    make_entry(make_session([FIRST]), [""] * (MAX_COUNTED + 5))
    client.force_login(mina)

    page = failed_page(mina, {}, None)
    shown = client.get("/failed/").content.decode()

    assert (page.counts.failed, page.groups[0].count) == (MAX_COUNTED + 1, MAX_COUNTED + 1)
    assert f'<span class="n" id="count-empty">{MAX_COUNTED}+</span>' in shown
    assert f'Failed quotes <span class="n">{MAX_COUNTED}+</span>' in shown


def test_only_quotes_with_the_same_fix_are_offered_to_be_repaired_at_once(mina: User) -> None:
    alone, several = ([(7, WORDS), (7, NEVER)], [(7, WORDS), (7, WORDS), (7, NEVER)])

    offered = []
    for number, quotes in enumerate((alone, several)):
        session = make_session([FIRST, SECOND], session_id=f"talk {number}")
        make_entry(session, quotes)
        offered.append([group.alike for group in failed_page(mina, {"session": str(session.pk)}, None).groups])

    assert offered == [[None, None], [Alike("move", 2), None]]


def test_as_many_as_are_counted_are_not_shown_as_more(mina: User) -> None:
    make_entry(make_session([FIRST]), [""] * MAX_COUNTED)

    assert failed_page(mina, {}, None).counts.failed == MAX_COUNTED
    assert count_failed(mina) == "99"


def test_nothing_of_other_projects_is_listed(mina: User) -> None:
    session = make_session([FIRST], project=make_project("foreign"))
    make_entry(session, [NEVER])

    for filters in ({}, {"project": "foreign"}, {"session": str(session.pk)}):
        page = failed_page(mina, filters, None)
        assert (page.groups, page.counts.failed, page.page.has_others) == ([], 0, False)


def test_a_change_in_the_list_is_counted_in_the_group_it_was_listed_in(mina: User, client: Client) -> None:
    quote = make_entry(make_session([FIRST, SECOND]), [WORDS, WORDS]).quotes.earliest("pk")
    FailedQuote.objects.update(group=RANKS[UNDIAGNOSED])
    client.force_login(mina)

    form = {"fix": "move-0", "seen_attempt": 1, "at": "row"}
    response = client.post(f"/quotes/{quote.pk}/fix/", form, headers={"HX-Request": "true"}).content.decode()

    assert '<span class="n" id="count-undiagnosed" hx-swap-oob="outerHTML">1</span>' in response
    assert 'id="failed-head" hx-swap-oob' in response


def test_the_address_of_a_page_of_another_list_begins_anew(mina: User) -> None:
    make_entry(make_session([FIRST]), [""] * 3)

    page = failed_page(mina, {}, read_cursor({"after": signing.dumps([1], salt=SALT)}))

    assert len(rows_of(page)) == 3
