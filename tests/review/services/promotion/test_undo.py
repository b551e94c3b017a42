"""A decision that was just made is taken back: everything is as it was, and both events stay."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.forms.models import model_to_dict
from django.utils import timezone

from review.domain.limits import CLOCK_SKEW, UNDO_WINDOW
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Event, Role
from review.selectors.audit.entry_at_event import entry_at
from review.selectors.home import home
from review.selectors.promotion.undoable import undoable
from review.services.audit.audit_store import audit_store
from review.services.people.passwords import confirm_password
from review.services.promotion.stages import promote_entry, reject_entry, reopen_entry
from review.services.promotion.undo import undo_decision
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    return make_entry(make_session(WORDS), [FOUND], stage="candidate")


def state(entry: Entry, user: User) -> dict[str, Any]:
    """Return all that is stored of an entry but its version, and what is counted and replayed of it."""
    fresh = Entry.objects.get(pk=entry.pk)
    past = entry_at(fresh, fresh.events.latest("seq").seq)
    assert past is not None
    return {
        "row": {name: value for name, value in model_to_dict(fresh).items() if name != "version"},
        "marks": sorted(fresh.marks.values_list("name", flat=True)),
        "home": home(user).waiting,
        "replay": past.as_json,
    }


def last(entry: Entry) -> Event:
    return entry.events.latest("seq")


def decide(entry: Entry, what: str, user: User) -> None:
    seen = Entry.objects.get(pk=entry.pk).version
    if what == "reject":
        decision: Decision = reject_entry(entry_id=entry.pk, reason="a joke", seen_version=seen, actor=user)
    else:
        decision = promote_entry(entry_id=entry.pk, to=Stage(what), seen_version=seen, actor=user)
    assert isinstance(decision, Granted)


def undo(entry: Entry, user: User) -> Decision:
    return undo_decision(entry_id=entry.pk, event_id=last(entry).pk, actor=user)


@pytest.mark.parametrize(
    ("begun", "what"),
    [
        ("candidate", "verified"),
        ("raw", "verified"),
        ("working", "verified"),
        ("raw", "candidate"),
        ("working", "candidate"),
        ("candidate", "reject"),
        ("raw", "reject"),
    ],
)
def test_undo_decision_restores_what_was(mina: User, begun: str, what: str) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage=begun)
    before = state(entry, mina)
    decide(entry, what, mina)
    decided = last(entry)
    assert state(entry, mina) != before

    decision = undo(entry, mina)

    assert decision == Granted(Stage(begun))
    assert state(entry, mina) == before
    reverted = entry.events.get(payload__contains=decided.event_id)
    assert (reverted.event_type, reverted.actor) == ("decision_reverted", "mina")
    assert (reverted.body["undone"], last(entry).body["stage"]) == (decided.event_type, begun)
    assert list(audit_store()) == []


def test_undo_decision_takes_back_every_step_of_an_act(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage="raw")
    decide(entry, "working", mina)
    decide(entry, "verified", mina)
    steps = list(entry.events.order_by("-seq")[:2])

    undo(entry, mina)

    reverted = list(entry.events.order_by("-seq")[:2])[::-1]
    assert [one.body for one in reverted] == [
        {"reverts": step.event_id, "undone": "entry_promoted", "stage": step.body["from_stage"]} for step in steps
    ]
    assert Entry.objects.get().stage == "working"


def test_undo_decision_takes_back_a_step_that_was_an_act_of_its_own(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage="raw")
    decide(entry, "verified", mina)
    undo(entry, mina)
    decide(entry, "candidate", mina)
    decide(entry, "verified", mina)

    undo(entry, mina)

    assert Entry.objects.get().stage == "candidate"
    assert list(audit_store()) == []


def test_undo_decision_leaves_what_was_decided_before(entry: Entry, mina: User) -> None:
    jun = make_user("jun", project=make_project())
    decide(entry, "verified", jun)
    before = state(entry, mina)
    decide(entry, "reject", mina)

    undo(entry, mina)

    assert state(entry, mina) == before
    assert Entry.objects.get(pk=entry.pk).verified_by == jun
    assert list(audit_store()) == []


def test_an_undone_decision_can_be_made_again(entry: Entry, mina: User) -> None:
    decide(entry, "verified", mina)
    undo(entry, mina)
    decide(entry, "verified", mina)

    assert undoable(entry, actor=mina) is not None
    assert [event.event_type for event in entry.events.order_by("seq")][-3:] == [
        *("entry_promoted", "decision_reverted", "entry_promoted")
    ]
    assert list(audit_store()) == []


def test_the_past_shows_the_decision_before_it_was_undone(entry: Entry, mina: User) -> None:
    decide(entry, "verified", mina)
    decided = last(entry)
    undo(entry, mina)

    between, now = entry_at(entry, decided.seq), entry_at(entry, last(entry).seq)

    assert between is not None
    assert now is not None
    assert (between.stage, now.stage) == ("verified", "candidate")


def refusals(entry: Entry, user: User) -> tuple[Decision, bool]:
    before = Entry.objects.get(pk=entry.pk).version
    offered = undoable(entry, actor=user) is not None
    decision = undo(entry, user)
    assert Entry.objects.get(pk=entry.pk).version == before
    return decision, offered


def test_undo_decision_refuses_what_is_not_the_persons_own(entry: Entry, mina: User) -> None:
    decide(entry, "verified", mina)
    conflict = (Refused(Stage.VERIFIED, (Reason.CONFLICT,)), False)

    assert refusals(entry, make_user("jun", project=make_project())) == conflict
    viewer = make_user("guest", project=make_project(), role=Role.VIEWER)
    assert refusals(entry, viewer) == (Refused(Stage.VERIFIED, (Reason.NOT_PERMITTED,)), False)


def test_undo_decision_refuses_what_is_no_decision(entry: Entry, mina: User) -> None:
    assert refusals(entry, mina) == (Refused(Stage.CANDIDATE, (Reason.CONFLICT,)), False)
    decide(entry, "reject", mina)
    reopen_entry(entry_id=entry.pk, seen_version=Entry.objects.get(pk=entry.pk).version, actor=mina)
    assert refusals(entry, mina) == (Refused(Stage.CANDIDATE, (Reason.CONFLICT,)), False)


def test_undo_decision_refuses_an_event_that_is_not_the_newest(entry: Entry, mina: User) -> None:
    decide(entry, "verified", mina)
    decided = last(entry)
    decide(entry, "reject", mina)

    decision = undo_decision(entry_id=entry.pk, event_id=decided.pk, actor=mina)

    assert decision == Refused(Stage.VERIFIED, (Reason.CONFLICT,))


def test_undo_decision_refuses_to_take_back_a_certification(entry: Entry, mina: User) -> None:
    decide(entry, "verified", mina)
    hana = make_user("hana", project=make_project(), role=Role.CERTIFIER)
    hana.set_password("own")
    hana.save()
    proof = confirm_password(user=hana, password="own")  # noqa: S106 - a test's
    seen = Entry.objects.get(pk=entry.pk).version
    promote_entry(entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=seen, actor=hana, reauthentication=proof)

    assert refusals(entry, hana) == (Refused(Stage.CERTIFIED, (Reason.CONFLICT,)), False)


def test_undo_decision_is_over_after_the_window(entry: Entry, mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    decide(entry, "verified", mina)
    made = last(entry).created_at
    offered = undoable(entry, actor=mina)
    assert offered is not None
    assert UNDO_WINDOW - timedelta(seconds=5) <= timedelta(seconds=offered.seconds) <= UNDO_WINDOW

    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW - timedelta(milliseconds=1))
    late = undoable(entry, actor=mina)
    assert late is not None
    assert late.seconds == 1
    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW)

    assert refusals(entry, mina) == (Refused(Stage.VERIFIED, (Reason.CONFLICT,)), False)


def test_undo_decision_is_over_for_what_is_dated_in_the_future(
    entry: Entry, mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(entry, "verified", mina)
    made = last(entry).created_at

    monkeypatch.setattr(timezone, "now", lambda: made - CLOCK_SKEW)
    offered = undoable(entry, actor=mina)
    assert offered is not None
    assert offered.seconds == UNDO_WINDOW.seconds
    monkeypatch.setattr(timezone, "now", lambda: made - CLOCK_SKEW - timedelta(milliseconds=1))

    assert refusals(entry, mina) == (Refused(Stage.VERIFIED, (Reason.CONFLICT,)), False)


def test_the_audit_finds_an_entry_that_keeps_what_was_undone(entry: Entry, mina: User) -> None:
    decide(entry, "reject", mina)
    moment = str(Entry.objects.values_list("rejected_at", flat=True).get(pk=entry.pk))
    undo(entry, mina)

    Entry.objects.filter(pk=entry.pk).update(rejected_at=moment, rejected_by=mina, rejected_reason="a joke")

    assert "rejection_unaccounted" in {finding.code for finding in audit_store()}
