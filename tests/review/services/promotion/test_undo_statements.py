"""A statement just made on an entry is taken back: everything is as it was, and both events stay."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import UNDO_WINDOW
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Approval, ClaimVersion, Entry, Role
from review.selectors.audit.entry_at_event import entry_at
from review.selectors.home import home
from review.selectors.promotion.gate_facts import entry_facts
from review.selectors.promotion.undoable import undoable
from review.services.audit.audit_store import audit_store
from review.services.derived.marks import wrong_marks
from review.services.promotion.stages import promote_entry, reject_entry, reopen_entry
from review.services.promotion.undo import undo_decision
from tests import saying
from tests.behind import rewrite
from tests.factories import make_project, make_user
from tests.saying import KINDS, Kind, version_of
from tests.undone import exported_types, newest, state_of

pytestmark = pytest.mark.django_db
CONFLICT = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun() -> User:
    return make_user("jun", project=make_project())


def undo(entry: Entry, user: User, event: int | None = None) -> Decision:
    return undo_decision(entry_id=entry.pk, event_id=event or newest(entry).pk, actor=user)


def stated_entry(kind: Kind, user: User) -> Entry:
    entry = kind.prepare(user)
    kind.make(entry, user)
    return entry


def verify(entry: Entry, user: User) -> Decision:
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version_of(entry), actor=user)


def codes() -> set[str]:
    return {finding.code for finding in audit_store()}


def seen_by(entry: Entry, user: User) -> dict[str, object]:
    """Return what of the state of an entry depends on who looks."""
    return {"home": home(user).waiting, "gate": entry_facts(Entry.objects.get(pk=entry.pk), actor=user)}


@pytest.mark.parametrize("name", KINDS)
def test_undo_decision_restores_what_was_however_often_it_is_stated(mina: User, jun: User, name: str) -> None:
    entry = KINDS[name].prepare(mina)
    before, of_another, exported = state_of(entry, mina), seen_by(entry, jun), exported_types(entry)
    seen = version_of(entry)
    KINDS[name].make(entry, mina)
    made, after = newest(entry), state_of(entry, mina)
    assert (made.event_type, made.actor) == (name.split(maxsplit=1)[0], "mina")
    assert (after, seen_by(entry, jun)) != (before, of_another)

    decision = undo(entry, mina)

    assert decision == Granted(Stage.CANDIDATE)
    assert state_of(entry, mina) == before
    assert seen_by(entry, jun) == of_another
    assert version_of(entry) == seen + 2
    assert newest(entry).body == {"reverts": made.event_id, "undone": made.event_type, "stage": "candidate"}
    assert exported_types(entry) == [*exported, made.event_type, "decision_reverted"]

    KINDS[name].make(entry, mina)
    again = state_of(entry, mina)
    undo(entry, mina)

    assert (again["marks"], again["gate"]) == (after["marks"], after["gate"])
    assert state_of(entry, mina) == before


def refused(entry: Entry, user: User, event: int | None = None) -> tuple[Decision, bool]:
    """Return the answer and whether an undo was offered; nothing is recorded behind it."""
    last, seen = newest(entry), version_of(entry)
    offered = undoable(Entry.objects.get(pk=entry.pk), actor=user) is not None
    decision = undo(entry, user, event)
    assert (newest(entry), version_of(entry)) == (last, seen)
    return decision, offered


@EACH
def test_it_is_over_when_anything_else_happened(mina: User, jun: User, kind: Kind) -> None:
    entry = stated_entry(kind, mina)
    made = newest(entry).pk
    reject_entry(entry_id=entry.pk, reason="a joke", seen_version=version_of(entry), actor=jun)
    reopen_entry(entry_id=entry.pk, seen_version=version_of(entry), actor=jun)

    assert refused(entry, mina, made) == (CONFLICT, False)


@EACH
def test_it_is_taken_back_once_within_the_window_and_by_nobody_else(
    mina: User, jun: User, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the refusals takes it back: the last that is tried still does."""
    entry = stated_entry(kind, mina)
    made = newest(entry)
    found = {"another": refused(entry, jun)}
    found["a viewer"] = refused(entry, make_user("guest", project=make_project(), role=Role.VIEWER))
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: made.created_at + UNDO_WINDOW - timedelta(milliseconds=1))
        assert undoable(entry, actor=mina) is not None
        patch.setattr(timezone, "now", lambda: made.created_at + UNDO_WINDOW)
        found["late"] = refused(entry, mina)
    assert undo(entry, mina) == Granted(Stage.CANDIDATE)
    found["again"] = refused(entry, mina, made.pk)
    found["its undoing"] = refused(entry, mina)

    not_permitted = Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))
    assert found == {**dict.fromkeys(found, (CONFLICT, False)), "a viewer": (not_permitted, False)}


def test_without_its_acknowledgement_an_entry_is_refused_again(mina: User) -> None:
    entry = stated_entry(KINDS["difference_acknowledged"], mina)
    undo(entry, mina)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (Reason.UNACKNOWLEDGED_DIFFERENCES,))
    saying.acknowledge(entry, mina)
    assert verify(entry, mina) == Granted(Stage.VERIFIED)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("claim_confirmed", Reason.CLAIM_UNCONFIRMED),
        ("claim_corrected", Reason.CLAIM_UNCONFIRMED),
        ("requirement_explained", Reason.SOURCE_ROLE_UNEXPLAINED),
    ],
)
def test_without_its_statement_an_entry_is_refused_again(mina: User, name: str, reason: Reason) -> None:
    entry = stated_entry(KINDS[name], mina)
    undo(entry, mina)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (reason,))


def test_an_approval_that_was_taken_back_lets_nobody_verify(mina: User, jun: User) -> None:
    entry = stated_entry(KINDS["entry_approved"], jun)
    undo(entry, jun)

    assert verify(entry, mina) == Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))
    saying.approve(entry, jun)
    assert verify(entry, mina) == Granted(Stage.VERIFIED)


def test_the_number_of_an_undone_claim_is_free_again(mina: User) -> None:
    entry = stated_entry(KINDS["claim_corrected again"], mina)
    undo(entry, mina)
    fresh = Entry.objects.get(pk=entry.pk)
    assert (fresh.claim_version, fresh.claim_title) == (2, "90 days")

    saying.correct(entry, mina, "Ninety days")

    fresh = Entry.objects.get(pk=entry.pk)
    assert (fresh.claim_version, fresh.claim_title) == (3, "Ninety days")
    assert [one.title for one in ClaimVersion.with_undone.order_by("pk")] == [
        *("90 days", "The notice is 90 days", "Ninety days")
    ]
    assert list(audit_store()) == []


def test_reasons_void_by_a_correction_hold_again_without_it(mina: User) -> None:
    entry = stated_entry(KINDS["difference_acknowledged"], mina)
    before = state_of(entry, mina)
    saying.correct(entry, mina)
    assert state_of(entry, mina)["gate"] != before["gate"]

    undo(entry, mina)

    assert state_of(entry, mina) == before
    assert verify(entry, mina) == Granted(Stage.VERIFIED)


def test_the_past_shows_a_statement_until_it_was_taken_back(mina: User) -> None:
    entry = stated_entry(KINDS["claim_corrected"], mina)
    made = newest(entry)
    undo(entry, mina)

    between, now = entry_at(entry, made.seq), entry_at(entry, newest(entry).seq)

    assert between is not None
    assert now is not None
    assert (between.claim_title, now.claim_title) == ("The notice is 90 days", "The notice")


def test_a_request_that_was_taken_back_leaves_the_one_before(mina: User) -> None:
    entry = KINDS["change_resolved"].prepare(mina)
    before = state_of(entry, mina)
    saying.settle(entry, mina)
    saying.ask(entry, mina)
    undo(entry, mina)

    assert "method:change" not in state_of(entry, mina)["marks"]
    assert "method:change" in before["marks"]
    assert list(wrong_marks([entry.pk])) == []


@pytest.mark.parametrize(
    ("name", "table", "column", "value"),
    [
        ("difference_acknowledged", "review_acknowledgement", "reason", "another"),
        ("claim_corrected", "review_claimversion", "title", "Another"),
        ("claim_confirmed", "review_claimconfirmation", "claim_version", 2),
        ("requirement_explained", "review_explanation", "requirement", "claim_unconfirmed"),
        ("entry_approved", "review_approval", "fingerprint", "0" * 64),
        ("entry_approved", "review_approval", "undone_at", "2026-01-01 00:00:00"),
        ("entry_approved", "review_approval", "created_at", "2026-01-01 00:00:00"),
    ],
)
def test_the_audit_finds_what_was_taken_back_and_changed(
    mina: User, name: str, table: str, column: str, value: str | int
) -> None:
    entry = stated_entry(KINDS[name], mina)
    undo(entry, mina)
    assert codes() == set()

    rewrite(table, column, value)

    assert "undone_unaccounted" in codes()


def test_the_audit_finds_what_counts_although_it_was_taken_back(mina: User) -> None:
    entry = stated_entry(KINDS["requirement_explained"], mina)
    undo(entry, mina)

    rewrite("review_explanation", "undone_at", None)

    assert codes() == {"undone_unaccounted", "statement_unaccounted"}


def test_the_audit_finds_what_was_taken_back_without_an_event(mina: User) -> None:
    stated_entry(KINDS["entry_approved"], mina)

    rewrite("review_approval", "undone_at", "2026-01-01 00:00:00")

    assert codes() == {"undone_unaccounted", "statement_unaccounted"}


def test_the_audit_finds_a_claim_that_was_taken_back_and_stands(mina: User) -> None:
    entry = stated_entry(KINDS["claim_corrected"], mina)
    undone = ClaimVersion.objects.get()
    undo(entry, mina)
    saying.correct(entry, mina)
    assert codes() == set()

    rewrite("review_entry", "claim_id", undone.pk)

    assert "claim_unaccounted" in codes()


def test_no_reader_sees_what_was_taken_back(mina: User) -> None:
    entry = stated_entry(KINDS["entry_approved"], mina)
    undo(entry, mina)

    assert not Approval.objects.exists()
    assert not entry.approvals.exists()
    assert Approval.with_undone.get().undone_at is not None
