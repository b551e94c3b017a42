"""A withdrawal that was just made is taken back: the quote counts as before, and both events stay."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import UNDO_WINDOW
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Quote, Role, Standing
from review.selectors.promotion.undoable import undoable
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from review.services.promotion.undo import undo_decision
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.splitting import split_quote
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of, switch
from tests.undone import exported_types, newest, state_of

pytestmark = pytest.mark.django_db
WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session(WORDS), [FOUND, INVENTED], stage="candidate")


def withdraw(quote: Quote, user: User) -> None:
    current = Quote.objects.select_related("current").get(pk=quote.pk).current
    assert current is not None
    withdrawn = withdraw_quote(quote_id=quote.pk, reason="made up", seen_attempt=current.attempt, actor=user)
    assert isinstance(withdrawn, Quote)


def undo(entry: Entry, user: User) -> Decision:
    return undo_decision(entry_id=entry.pk, event_id=newest(entry).pk, actor=user)


@pytest.mark.parametrize("position", [0, 1])
def test_undo_decision_lets_a_withdrawn_quote_count_again(entry: Entry, mina: User, position: int) -> None:
    before, exported = state_of(entry, mina), exported_types(entry)
    withdraw(quotes_of(entry)[position], mina)
    withdrawn = newest(entry)
    assert state_of(entry, mina) != before

    decision = undo(entry, mina)

    assert decision == Granted(Stage.CANDIDATE)
    assert state_of(entry, mina) == before
    reverted = newest(entry)
    assert (reverted.event_type, reverted.actor) == ("decision_reverted", "mina")
    assert reverted.body == {"reverts": withdrawn.event_id, "undone": "quote_withdrawn", "stage": "candidate"}
    assert exported_types(entry) == [*exported, "quote_withdrawn", "decision_reverted"]


def test_undo_decision_raises_the_version_of_the_entry(entry: Entry, mina: User) -> None:
    withdraw(quotes_of(entry)[1], mina)
    seen = Entry.objects.get(pk=entry.pk).version

    undo(entry, mina)

    assert Entry.objects.get(pk=entry.pk).version == seen + 1


def test_undo_decision_lets_statements_before_the_withdrawal_hold_again(entry: Entry, mina: User) -> None:
    switch(two_reviewers=True)
    jun, words = make_user("jun", project=make_project()), "the raw text"
    retry_quote(quote_id=quotes_of(entry)[1].pk, text=words, message_index=0, seen_attempt=1, actor=mina)
    confirm(entry, mina)
    seen = Entry.objects.get(pk=entry.pk).version
    assert isinstance(approve_entry(entry_id=entry.pk, seen_version=seen, actor=jun), Granted)
    before = state_of(entry, mina)
    withdraw(quotes_of(entry)[0], mina)
    assert Entry.objects.get(pk=entry.pk).claim_open

    undo(entry, mina)

    assert state_of(entry, mina) == before
    seen = Entry.objects.get(pk=entry.pk).version
    verified = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=seen, actor=mina)
    assert verified == Granted(Stage.VERIFIED)


def test_undo_decision_lets_a_part_of_a_split_count_again(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage="candidate")
    parts = [("keep the raw text", 0), ("every event", 0)]
    split_quote(quote_id=quotes_of(entry)[0].pk, parts=parts, seen_attempt=1, actor=mina)
    before = state_of(entry, mina)
    withdraw(quotes_of(entry)[2], mina)

    undo(entry, mina)

    assert state_of(entry, mina) == before


def test_an_undone_withdrawal_can_be_made_again(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    withdraw(quote, mina)
    undo(entry, mina)

    withdraw(quote, mina)

    assert Quote.objects.get(pk=quote.pk).standing == Standing.WITHDRAWN
    assert list(audit_store()) == []


def refused(entry: Entry, user: User, *, event: int | None = None) -> tuple[Decision, bool]:
    """Return the answer and whether an undo was offered; what is stored is the same behind it."""
    before = (Entry.objects.get(pk=entry.pk).version, [one.standing for one in quotes_of(entry)])
    offered = undoable(entry, actor=user) is not None
    decision = undo_decision(entry_id=entry.pk, event_id=event or newest(entry).pk, actor=user)
    assert (Entry.objects.get(pk=entry.pk).version, [one.standing for one in quotes_of(entry)]) == before
    return decision, offered


CONFLICT = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


def test_undo_decision_refuses_another_person_s_withdrawal(entry: Entry, mina: User) -> None:
    withdraw(quotes_of(entry)[1], mina)

    assert refused(entry, make_user("jun", project=make_project())) == (CONFLICT, False)
    viewer = make_user("guest", project=make_project(), role=Role.VIEWER)
    assert refused(entry, viewer) == (Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,)), False)


def test_undo_decision_refuses_a_withdrawal_after_the_window(
    entry: Entry, mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    withdraw(quotes_of(entry)[1], mina)
    made = newest(entry).created_at
    assert undoable(entry, actor=mina) is not None

    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW - timedelta(milliseconds=1))
    assert undoable(entry, actor=mina) is not None
    monkeypatch.setattr(timezone, "now", lambda: made + UNDO_WINDOW)

    assert refused(entry, mina) == (CONFLICT, False)


def test_undo_decision_refuses_a_withdrawal_that_something_rests_on(entry: Entry, mina: User) -> None:
    withdraw(quotes_of(entry)[1], mina)
    withdrawn = newest(entry).pk
    confirm(entry, mina)

    assert refused(entry, mina, event=withdrawn) == (CONFLICT, True)  # to take the answer back, first

    seen = Entry.objects.get(pk=entry.pk).version
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=seen, actor=mina)
    decision, _ = refused(entry, mina, event=withdrawn)
    assert decision == Refused(Stage.VERIFIED, (Reason.CONFLICT,))


def test_undo_decision_refuses_what_is_no_decision_on_an_entry(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    retry_quote(quote_id=quote.pk, text="raw text", message_index=0, seen_attempt=1, actor=mina)

    assert refused(entry, mina) == (CONFLICT, True)


def test_the_audit_finds_a_quote_that_stays_withdrawn(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    withdraw(quote, mina)
    moment = Quote.objects.values_list("withdrawn_at", flat=True).get(pk=quote.pk)
    undo(entry, mina)

    row = {"standing": Standing.WITHDRAWN, "withdrawn_by": mina, "withdrawn_reason": "made up"}
    Quote.objects.filter(pk=quote.pk).update(withdrawn_at=moment, **row)

    assert "standing_unaccounted" in {finding.code for finding in audit_store()}
