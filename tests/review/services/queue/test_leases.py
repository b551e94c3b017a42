"""The queue gives an entry to one person at a time."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qsl

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.utils import timezone

from review.domain.bulk import BatchKind
from review.domain.limits import LEASE_TIME
from review.domain.policy import Stage
from review.faults import Fault
from review.models import Entry, Lease
from review.selectors.bulk.outlook import held_back
from review.selectors.keyset import read_cursor
from review.selectors.promotion.asked import presence_on
from review.selectors.queue import queue_from
from review.services.promotion.stages import promote_entry
from review.services.queue.leases import claim_next, holder_of, lease_first, take_lease
from tests.factories import make_entry, make_project, make_session, make_user
from tests.faulty import full_for, read_only
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGES = ["We keep the raw text.", "The audit log is kept for two years."]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun(mina: User) -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def entries(mina: User) -> list[Entry]:
    session = make_session(MESSAGES)
    return [make_entry(session, [(0, MESSAGES[0])], title=f"claim {number}", stage="candidate") for number in range(3)]


def next_for(user: User, **filters: str) -> int | None:
    turn = claim_next(user=user, filters=filters, turn="", cursor=None).turn
    return None if turn is None else turn.entry_id


def expire() -> None:
    Lease.objects.update(until=timezone.now() - timedelta(seconds=1))


def test_claim_next_gives_two_people_different_entries(entries: list[Entry], mina: User, jun: User) -> None:
    first, second, third = (entry.pk for entry in entries)

    assert next_for(mina) == first
    assert next_for(jun) == second
    assert next_for(mina) == first
    assert {lease.entry_id: lease.holder for lease in Lease.objects.all()} == {first: mina, second: jun}
    assert third not in {first, second}


def test_holder_of_names_who_has_this_entry_now(entries: list[Entry], mina: User, jun: User) -> None:
    next_for(mina)
    next_for(jun)

    assert [holder_of(entry.pk) for entry in entries] == ["mina", "jun", ""]
    expire()
    assert holder_of(entries[0].pk) == ""


def test_claim_next_goes_on_behind_a_place(entries: list[Entry], mina: User) -> None:
    queue = queue_from(mina, {}, turn="", cursor=None)
    skip = dict(parse_qsl(queue.turns[0].skip))

    claimed = claim_next(user=mina, filters={}, turn=skip["turn"], cursor=read_cursor(skip))

    assert claimed.turn is not None
    assert claimed.turn.entry_id == entries[1].pk


def test_claim_next_lets_go_of_what_a_person_had(entries: list[Entry], mina: User, jun: User) -> None:
    first, second = entries[0], entries[1]
    next_for(mina)
    promote_entry(entry_id=first.pk, to=Stage.VERIFIED, seen_version=first.version, actor=mina)

    assert next_for(mina) == second.pk
    assert list(Lease.objects.values_list("entry_id", flat=True)) == [second.pk]
    assert next_for(jun) == entries[2].pk


def test_claim_next_leaves_nothing_leased_when_nothing_waits(entries: list[Entry], mina: User) -> None:
    next_for(mina)
    Entry.objects.update(stage=Stage.RAW)
    for entry in entries:
        entry.marks.all().delete()

    assert next_for(mina) is None
    assert not Lease.objects.exists()


def test_a_lease_that_is_over_is_anybodys(entries: list[Entry], mina: User, jun: User) -> None:
    next_for(mina)
    expire()

    assert holder_of(entries[0].pk) == ""
    assert next_for(jun) == entries[0].pk
    assert holder_of(entries[0].pk) == "jun"
    assert take_lease(entry_id=entries[0].pk, holder=mina) is None


def test_a_lease_of_a_clock_that_was_ahead_is_anybodys(entries: list[Entry], mina: User, jun: User) -> None:
    next_for(mina)
    assert next_for(jun) == entries[1].pk

    Lease.objects.filter(holder=mina).update(until=timezone.now() + timedelta(days=3))

    assert holder_of(entries[0].pk) == ""
    assert presence_on(entries[0], reader=jun) is None
    assert held_back(BatchKind.REJECT, entries[:1], actor=jun) == {}
    assert next_for(jun) == entries[0].pk
    assert take_lease(entry_id=entries[0].pk, holder=mina) is None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite is made full or read-only")
@pytest.mark.parametrize(
    ("state", "fault"), [(partial(full_for, "review_lease"), Fault.FULL), (read_only, Fault.READ_ONLY)]
)
def test_claim_next_leases_nothing_where_nothing_can_be_stored(
    entries: list[Entry], mina: User, state: Callable[[], AbstractContextManager[None]], fault: Fault
) -> None:
    with state():
        claimed = claim_next(user=mina, filters={}, turn="", cursor=None)

    assert claimed.turn is not None
    assert (claimed.turn.entry_id, claimed.until, claimed.fault) == (entries[0].pk, None, fault)
    assert Lease.objects.count() == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a trigger of SQLite")
def test_claim_next_hides_no_other_error(entries: list[Entry], mina: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TRIGGER broken BEFORE INSERT ON review_lease BEGIN SELECT no_such_function(); END")
    try:
        with pytest.raises(DatabaseError, match="no_such_function"):
            claim_next(user=mina, filters={}, turn="", cursor=None)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER broken")


def test_take_lease_leases_on(entries: list[Entry], mina: User) -> None:
    take_lease(entry_id=entries[0].pk, holder=mina)
    Lease.objects.update(until=timezone.now() + timedelta(seconds=1))

    until = take_lease(entry_id=entries[0].pk, holder=mina)

    lease = Lease.objects.get()
    assert until == lease.until
    assert lease.until > timezone.now() + LEASE_TIME - timedelta(minutes=1)
    assert str(lease) == "mina"


def test_claim_next_goes_on_when_an_entry_is_taken_meanwhile(entries: list[Entry], mina: User, jun: User) -> None:
    runners = [lambda who=who: next_for(who) for who in (mina, jun)]

    assert set(race(runners)) == {entries[0].pk, entries[1].pk}


def test_lease_first_passes_over_what_was_taken_since(entries: list[Entry], mina: User, jun: User) -> None:
    queue = queue_from(mina, {}, turn="", cursor=None)
    take_lease(entry_id=entries[0].pk, holder=jun)

    claimed = lease_first(queue, holder=mina)

    assert claimed.turn is not None
    assert claimed.turn.entry_id == entries[1].pk
    for entry in entries[1:]:
        Lease.objects.update_or_create(entry=entry, defaults={"holder": jun, "until": timezone.now() + LEASE_TIME})
    nothing = lease_first(queue, holder=mina)
    assert nothing.turn is None
