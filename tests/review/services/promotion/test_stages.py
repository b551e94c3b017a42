"""Moving entries between stages: by whom, when, on which proofs, and what the journal records."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.utils import timezone

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Message, Role
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND = (0, "keep the raw text of every event")

Move = Callable[[Entry, User], Decision]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def entry_with(*quotes: tuple[int, str], stage: str = "candidate") -> Entry:
    return make_entry(make_session(WORDS), quotes, stage=stage)


def promote(entry: Entry, actor: User, to: Stage = Stage.VERIFIED) -> Decision:
    return promote_entry(entry_id=entry.pk, to=to, seen_version=entry.version, actor=actor)


def demote(entry: Entry, actor: User) -> Decision:
    return demote_entry(entry_id=entry.pk, reason="read again", seen_version=entry.version, actor=actor)


def reject(entry: Entry, actor: User) -> Decision:
    return reject_entry(entry_id=entry.pk, reason="not worth keeping", seen_version=entry.version, actor=actor)


def reopen(entry: Entry, actor: User) -> Decision:
    return reopen_entry(entry_id=entry.pk, seen_version=entry.version, actor=actor)


def latest_event(entry: Entry) -> tuple[str, str, dict[str, object]]:
    event = entry.events.latest("seq")
    return event.event_type, event.actor, event.body


MOVES = [pytest.param(move, id=move.__name__) for move in (promote, demote, reject, reopen)]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("role", [Role.VIEWER, None], ids=["a viewer", "nobody of this project"])
def test_entries_are_moved_by_reviewers_only(move: Move, role: Role | None) -> None:
    guest = make_user("guest", project=None if role is None else make_project(), role=role or Role.VIEWER)
    make_user("guest", project=make_project("other"))
    entry = entry_with(FOUND)
    entry.version += 1  # a stale page tells an outsider nothing about the entry

    decision = move(entry, guest)

    assert isinstance(decision, Refused)
    assert decision.reasons == (Reason.NOT_PERMITTED,)
    assert Entry.objects.get(pk=entry.pk).version == 1


@pytest.mark.parametrize(
    ("staff", "active", "permitted"),
    [
        pytest.param(True, True, True, id="staff trusted with entries"),
        pytest.param(False, True, False, id="no staff"),
        pytest.param(True, False, False, id="staff that left"),
    ],
)
def test_entries_are_moved_by_staff_with_the_permission(*, staff: bool, active: bool, permitted: bool) -> None:
    person = User.objects.create(username="root", is_staff=staff, is_active=active)
    person.user_permissions.add(Permission.objects.get(codename="change_entry"))

    decision = promote(entry_with(FOUND), User.objects.get(pk=person.pk))

    assert isinstance(decision, Granted) is permitted


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("seen", [0, 2])
def test_entries_changed_meanwhile_are_a_conflict(mina: User, move: Move, seen: int) -> None:
    entry = entry_with(FOUND)
    entry.version = seen

    decision = move(entry, mina)

    assert isinstance(decision, Refused)
    assert decision.reasons == (Reason.CONFLICT,)
    assert Entry.objects.get(pk=entry.pk).stage == Stage.CANDIDATE


def test_demote_entry_takes_it_back_to_candidate(mina: User) -> None:
    entry = entry_with(FOUND)
    promote(entry, mina)
    entry.refresh_from_db()

    decision = demote(entry, mina)

    entry.refresh_from_db()
    assert decision == Granted(Stage.CANDIDATE)
    assert (entry.stage, entry.verified_at, entry.verified_by, entry.version) == (Stage.CANDIDATE, None, None, 3)
    body = {"from_stage": "verified", "to_stage": "candidate", "reason": "read again", "drifted": []}
    assert latest_event(entry) == ("entry_demoted", "mina", body)
    assert promote(entry, mina) == Granted(Stage.VERIFIED)


def test_demote_entry_clears_who_certified(mina: User) -> None:
    entry = entry_with(FOUND)
    promote(entry, mina)
    rows = Entry.objects.filter(pk=entry.pk)
    rows.update(stage="certified", certified_by=make_user("jun"), certified_at=timezone.now())
    entry.refresh_from_db()

    demote(entry, mina)

    entry.refresh_from_db()
    assert (entry.stage, entry.certified_by, entry.certified_at) == (Stage.CANDIDATE, None, None)


def test_demote_entry_keeps_the_stage_of_a_rejected_one(mina: User) -> None:
    entry = entry_with(FOUND)
    promote(entry, mina)
    entry.refresh_from_db()
    reject(entry, mina)
    entry.refresh_from_db()

    assert demote(entry, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("stage", ["raw", "working", "candidate"])
def test_demote_entry_refuses_what_is_not_above_candidate(mina: User, stage: str) -> None:
    entry = entry_with(FOUND, stage=stage)

    assert demote(entry, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("stage", [Stage.RAW, Stage.WORKING, Stage.CANDIDATE])
def test_reject_entry_keeps_its_stage(mina: User, stage: Stage) -> None:
    entry = entry_with(FOUND, stage=stage)

    decision = reject(entry, mina)

    entry.refresh_from_db()
    assert decision == Granted(stage)
    assert (entry.stage, entry.rejected_by, entry.rejected_reason) == (stage, mina, "not worth keeping")
    assert entry.rejected_at is not None
    assert latest_event(entry) == ("entry_rejected", "mina", {"stage": stage, "reason": "not worth keeping"})


def test_reject_entry_refuses_the_second_time(mina: User) -> None:
    entry = entry_with(FOUND)
    reject(entry, mina)
    entry.refresh_from_db()

    assert reject(entry, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


def test_reopen_entry_brings_it_back(mina: User) -> None:
    entry = entry_with(FOUND)
    reject(entry, mina)
    entry.refresh_from_db()

    decision = reopen(entry, mina)

    entry.refresh_from_db()
    assert decision == Granted(Stage.CANDIDATE)
    assert (entry.rejected_at, entry.rejected_by, entry.rejected_reason) == (None, None, "")
    assert latest_event(entry) == ("entry_reopened", "mina", {"stage": "candidate"})
    assert promote(entry, mina) == Granted(Stage.VERIFIED)


def test_reopen_entry_refuses_what_was_not_rejected(mina: User) -> None:
    assert reopen(entry_with(FOUND), mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


def test_the_database_is_as_it_was_for_the_next_test() -> None:
    """`rewrite` lifts triggers inside the test's own transaction, on both engines."""
    make_entry(make_session(WORDS), [FOUND])

    assert connection.in_atomic_block
    assert Message.objects.get(index=0).content == WORDS[0]
