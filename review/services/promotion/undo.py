"""Take a decision back, right after it was made; both events stay in the journal."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.bulk import InBatch
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import ABOVE_CANDIDATE, Entry, Event, Standing
from review.selectors.access import may_review
from review.selectors.promotion.undoable import REVERTIBLE, is_undoable, last_decision
from review.services import _journal
from review.services._attempts import refresh_evidence
from review.services._missing import store_missing
from review.services._stages import VOUCHED, lock_entry, save_changes

REJECTED = ("rejected_at", "rejected_by", "rejected_reason")
"""The columns of an entry that say who rejected it, when and why."""
WITHDRAWN = ("withdrawn_at", "withdrawn_by", "withdrawn_reason")
"""The columns of a quote that say who withdrew it, when and why."""


@transaction.atomic(durable=True)
def undo_decision(*, entry_id: int, event_id: int, actor: AbstractBaseUser) -> policy.Decision:
    """Take back the decision that an event tells of: the entry is as it was before.

    It is a `conflict` when it was another person's, anything happened to the entry since, or the time for it is over.
    """
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    if not may_review(actor, entry.session.project_id):
        return Refused(stage, (Reason.NOT_PERMITTED,))
    last = last_decision(entry)
    is_decision = last is not None and last.event_type in REVERTIBLE
    if last is None or last.pk != event_id or not is_decision or not is_undoable(last, actor=actor):
        return Refused(stage, (Reason.CONFLICT,))
    _take_back(entry, last)
    payload = events.DecisionReverted(reverts=last.event_id, undone=last.event_type, stage=entry.stage)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    store_missing([entry])
    return Granted(Stage(entry.stage))


def undo_in_batch(*, entry_id: int, seen_version: int, actor: AbstractBaseUser, batch: InBatch) -> policy.Decision:
    """Take back a decision of a batch, the event `reverts`, however long ago it was made, in the caller's transaction.

    It is a `conflict` when the entry has another version than the batch left behind.
    """
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    if not may_review(actor, entry.session.project_id):
        return Refused(stage, (Reason.NOT_PERMITTED,))
    decision = Event.objects.filter(entry=entry, event_id=batch.reverts).first()
    if decision is None or decision.body.get("batch") != batch.name or entry.version != seen_version:
        return Refused(stage, (Reason.CONFLICT,))
    _take_back(entry, decision)
    payload = events.RevertedInBatch(
        reverts=decision.event_id, undone=decision.event_type, stage=entry.stage, batch=batch.name
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    store_missing([entry])
    return Granted(Stage(entry.stage))


def _take_back(entry: Entry, event: Event) -> None:
    """Give an entry the columns that it had before an event."""
    if event.event_type == events.EntryRejected.event_type:
        entry.rejected_at, entry.rejected_by, entry.rejected_reason = None, None, ""
        save_changes(entry, *REJECTED)
        return
    if event.event_type == events.QuoteWithdrawn.event_type:
        _take_back_withdrawal(entry, event.body["quote"])
        return
    was_verified = entry.stage in ABOVE_CANDIDATE
    entry.stage = event.body["from_stage"]
    for column in VOUCHED if was_verified else ():
        setattr(entry, column, None)
    save_changes(entry, "stage", *VOUCHED)


def _take_back_withdrawal(entry: Entry, position: int) -> None:
    """Let the quote at a position count again; nothing else was done with it since."""
    quote = entry.quotes.get(position=position)
    quote.standing = Standing.COUNTS
    quote.withdrawn_at, quote.withdrawn_by, quote.withdrawn_reason = None, None, ""
    quote.save(update_fields=["standing", *WITHDRAWN])
    refresh_evidence(entry)
