"""Take a decision back, right after it was made; both events stay in the journal."""

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.bulk import InBatch
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import ABOVE_CANDIDATE, Entry, Event
from review.selectors.access import may_review
from review.selectors.promotion.undoable import act_of, is_undoable, last_decision, undo_of
from review.services import _journal
from review.services._attempts import refresh_evidence
from review.services._stages import VOUCHED, lock_entry, save_changes, unvouch
from review.services._withdrawals import let_count, withdraw_as_recorded
from review.services.derived.refresh import refresh
from review.services.promotion._undone import take_back_statement

REJECTED = ("rejected_at", "rejected_by", "rejected_reason")
"""The columns of an entry that record its rejection: when, by whom and why."""


@transaction.atomic(durable=True)
def undo_decision(*, entry_id: int, event_id: int, actor: AbstractBaseUser) -> policy.Decision:
    """Take back the decision that an event records, and restore the entry to its state before.

    It is a `conflict` when it is another person's, the entry has changed since, or the time to take it back is over.
    """
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    if not may_review(actor, entry.session.project_id):
        return Refused(stage, (Reason.NOT_PERMITTED,))
    last = last_decision(entry)
    is_decision = last is not None and undo_of(last) in {events.Undo.REVERT, events.Undo.VOID}
    if last is None or last.pk != event_id or not is_decision or not is_undoable(last, actor=actor):
        return Refused(stage, (Reason.CONFLICT,))
    _record(_take_back(entry, last, actor=actor), entry, actor=actor)
    return Granted(Stage(entry.stage))


def undo_in_batch(*, entry_id: int, seen_version: int, actor: AbstractBaseUser, batch: InBatch) -> policy.Decision:
    """Take back a decision of a batch, the event `reverts`, however long ago it was made, in the caller's transaction.

    It is a `conflict` when the entry has changed since the batch.
    """
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    if not may_review(actor, entry.session.project_id):
        return Refused(stage, (Reason.NOT_PERMITTED,))
    decision = Event.objects.filter(entry=entry, event_id=batch.reverts).first()
    if decision is None or decision.body.get("batch") != batch.name or entry.version != seen_version:
        return Refused(stage, (Reason.CONFLICT,))
    reverted = _take_back(entry, decision, actor=actor)
    in_batch = [events.RevertedInBatch(**dict(one), batch=batch.name) for one in reverted]
    _record(in_batch, entry, actor=actor)
    return Granted(Stage(entry.stage))


def _record(reverted: Sequence[events.DecisionReverted], entry: Entry, *, actor: AbstractBaseUser) -> None:
    _journal.append_all([(one, entry) for one in reverted], session=entry.session, actor=actor)
    refresh([entry])


def _take_back(entry: Entry, last: Event, *, actor: AbstractBaseUser) -> list[events.DecisionReverted]:
    """Restore the state of an entry before the act that ended with an event; return what takes back each of its events.

    The last step is taken back first, so every event names the stage after it.
    """
    act = act_of(last)
    _restore(entry, act[-1], actor=actor)
    return [
        events.DecisionReverted(
            reverts=one.event_id, undone=one.event_type, stage=one.body.get("from_stage", entry.stage)
        )
        for one in act
    ]


def _restore(entry: Entry, event: Event, *, actor: AbstractBaseUser) -> None:
    """Restore the state of an entry before an event."""
    match event.event_type:
        case kind if kind in events.STATEMENTS:
            take_back_statement(entry, event, actor=actor)
        case events.EntryRejected.event_type:
            entry.rejected_at, entry.rejected_by, entry.rejected_reason = None, None, ""
            save_changes(entry, *REJECTED)
        case events.QuoteWithdrawn.event_type:
            let_count(entry.quotes.get(position=event.body["quote"]))
            refresh_evidence(entry)
        case events.QuoteRestored.event_type:
            withdraw_as_recorded(entry, entry.quotes.get(position=event.body["quote"]))
            refresh_evidence(entry)
        case events.EntryPromoted.event_type:
            _take_back_promotion(entry, event)
        case _:  # a requested or resolved change is recorded only in the journal
            save_changes(entry)


def _take_back_promotion(entry: Entry, event: Event) -> None:
    was_verified = entry.stage in ABOVE_CANDIDATE
    entry.stage = event.body["from_stage"]
    if was_verified:
        unvouch(entry)
    save_changes(entry, "stage", *VOUCHED)
