"""What comes next in the queue, why, and for whom."""

from datetime import timedelta
from urllib.parse import parse_qs

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from review.domain.policy import Stage
from review.models import Entry, Lease, Role
from review.selectors.keyset import read_cursor
from review.selectors.queue import (
    LOOKED_AT,
    UPCOMING,
    Queue,
    SessionWork,
    queue_from,
    remains,
    work_in,
)
from review.services.promotion.stages import promote_entry
from review.services.queue.leases import take_lease
from tests.factories import make_entry, make_project, make_session, make_user, switch

pytestmark = pytest.mark.django_db
MESSAGES = ["We keep the raw text for 30 days.", "Done. Done.", "The audit log is kept."]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def walked(user: User, **filters: str) -> list[tuple[str, str]]:
    """Return the claims and the reasons of the whole queue, by skipping each."""
    found, query = list[tuple[str, str]](), ""
    while len(found) < 99:
        asked = QueryDict(query)
        queue = queue_from(user, filters, turn=asked.get("turn", ""), cursor=read_cursor(asked))
        if not queue.turns:
            break
        turn = queue.turns[0]
        found.append((Entry.objects.get(pk=turn.entry_id).title, turn.name))
        query = turn.skip
    return found


def first(user: User, **filters: str) -> Queue:
    return queue_from(user, filters, turn="", cursor=None)


def make_mixed() -> None:
    session = make_session(MESSAGES)
    for title, quote in (
        ("ready", (2, MESSAGES[2])),
        ("lost", (2, "nobody ever said anything like it")),
        ("twice", (1, "Done.")),
        ("other number", (0, "We keep the raw text for 90 days.")),
    ):
        make_entry(session, [quote], title=title, stage="candidate")


def test_queue_begins_with_what_may_state_another_fact(mina: User) -> None:
    make_mixed()

    assert walked(mina) == [
        ("other number", "differences"),
        ("twice", "ambiguous"),
        ("lost", "failed"),
        ("ready", "ready"),
    ]


def test_queue_is_that_of_the_filter_it_was_started_from(mina: User) -> None:
    make_mixed()
    other = make_session(["The rent is due."], session_id="other")
    make_entry(other, [(0, "The rent is due.")], title="rent", stage="candidate")
    make_entry(other, [(0, "The rent is due.")], title="raw rent", stage="raw")

    assert walked(mina, method="ready") == [("rent", "ready"), ("raw rent", "ready"), ("ready", "ready")]
    assert walked(mina, session=str(other.pk)) == [("rent", "ready"), ("raw rent", "ready")]
    assert walked(mina, stage="raw") == [("raw rent", "filtered")]
    assert walked(mina, method="ready", session=str(other.pk)) == [("rent", "ready"), ("raw rent", "ready")]
    assert walked(mina, method="exact", stage="raw") == [("raw rent", "filtered")]
    assert parse_qs(first(mina, method="ready", rejected="on").here) == {"method": ["ready"], "turn": ["ready"]}


def test_work_in_counts_every_entry_of_a_session_once(mina: User) -> None:
    make_mixed()
    other = make_session(["The rent is due on 3 May. Paid. Paid."], session_id="other")
    make_entry(other, [(0, "The rent is due on 3 May.")], title="rent")
    make_entry(other, [(0, "The rent is due on 8 May."), (0, "Paid.")], title="two doubts")

    work = work_in(other, mina)

    assert work == SessionWork((("differences", "1"), ("ambiguous", "1"), ("ready", "1")), "2")
    assert next(name for name, _ in work.turns) == walked(mina, session=str(other.pk))[0][1]


def test_work_in_has_nothing_for_who_does_not_decide(mina: User) -> None:
    make_mixed()
    guest = make_user("guest", project=make_project(), role=Role.VIEWER)

    assert work_in(Entry.objects.earliest("pk").session, guest) == SessionWork((), "0")


def test_queue_is_empty_for_who_decides_nowhere(mina: User) -> None:
    make_mixed()
    guest = make_user("guest", project=make_project(), role=Role.VIEWER)
    stranger = make_user("stranger", project=make_project("elsewhere"))

    assert walked(guest) == walked(stranger) == []
    assert first(guest).turns == ()


def test_queue_has_what_waits_for_approval_and_for_certification(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    hana = make_user("hana", project=make_project(), role=Role.CERTIFIER)
    session = make_session(MESSAGES)
    verified = make_entry(session, [(2, MESSAGES[2])], title="verified", stage="candidate")
    promote_entry(entry_id=verified.pk, to=Stage.VERIFIED, seen_version=verified.version, actor=mina)
    make_entry(session, [(2, MESSAGES[2])], title="ready", stage="candidate")
    switch(two_reviewers=True)

    assert walked(jun) == [("ready", "approvable")]
    assert walked(hana)[0] == ("verified", "certifiable")


def test_queue_leaves_out_what_others_look_at(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    make_mixed()
    differing, twice = Entry.objects.get(title="other number"), Entry.objects.get(title="twice")
    take_lease(entry_id=differing.pk, holder=jun)
    take_lease(entry_id=twice.pk, holder=mina)

    assert [title for title, _ in walked(mina)] == ["twice", "lost", "ready"]
    assert first(mina).leased == 1
    assert [title for title, _ in walked(jun)] == ["other number", "lost", "ready"]


def test_the_end_names_first_the_lease_that_ends_first(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    make_mixed()
    now = timezone.now()
    for minutes, entry in zip((3, 1, 2), Entry.objects.order_by("pk")[:3], strict=True):
        take_lease(entry_id=entry.pk, holder=jun)
        Lease.objects.filter(entry=entry).update(until=now + timedelta(minutes=minutes))

    left = remains(mina, [], {}).leases
    assert [lease.until - now for lease in left] == [timedelta(minutes=one) for one in (1, 2, 3)]


def test_the_end_names_what_was_skipped_in_the_order_of_skipping(mina: User) -> None:
    make_mixed()
    keys = [entry.pk for entry in Entry.objects.order_by("pk")]
    skipped = [keys[2], keys[0], keys[3]]

    assert [entry.pk for entry in remains(mina, skipped, {}).skipped] == skipped


def test_queue_looks_past_a_page_of_leases_in_the_next_turn(mina: User) -> None:
    jun = make_user("jun", project=make_project())
    session = make_session(MESSAGES)
    for number in range(LOOKED_AT):
        lost = make_entry(session, [(2, f"never said {number}")], title=f"lost {number}", stage="candidate")
        take_lease(entry_id=lost.pk, holder=jun)
    make_entry(session, [(2, MESSAGES[2])], title="ready", stage="candidate")

    assert walked(mina) == [("ready", "ready")]


def test_queue_says_what_comes_next_and_how_many(mina: User) -> None:
    session = make_session(MESSAGES)
    made = [make_entry(session, [(2, MESSAGES[2])], title=f"claim {number}", stage="candidate") for number in range(9)]

    queue = first(mina)

    assert [turn.entry_id for turn in queue.turns] == [entry.pk for entry in made[: 1 + UPCOMING]]
    assert {turn.count for turn in queue.turns} == {"9"}
    assert queue.is_beginning
    skipped = QueryDict(queue.turns[0].skip)
    assert not queue_from(mina, {}, turn=skipped["turn"], cursor=read_cursor(skipped)).is_beginning
    of_one_turn = first(mina, method="ready")
    skipped = QueryDict(of_one_turn.turns[0].skip)
    behind = queue_from(mina, {"method": "ready"}, turn=skipped["turn"], cursor=read_cursor(skipped))
    assert (of_one_turn.is_beginning, behind.is_beginning) == (True, False)
    again = queue_from(mina, {}, turn="no such turn", cursor=None)
    assert [turn.entry_id for turn in again.turns] == [turn.entry_id for turn in queue.turns]


def test_queue_asks_as_often_for_many_entries_as_for_few(mina: User) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            first(mina)
        return len(queries)

    make_mixed()
    few = asked()
    session = make_session(MESSAGES, session_id="more")
    for number in range(40):
        make_entry(session, [(0, "We keep the raw text for 90 days.")], title=f"more {number}", stage="candidate")

    assert asked() <= few
