"""Revert a batch for one entry: append the compensating event and update the item, in one transaction."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import Fix
from review.domain.bulk import InBatch, ItemState
from review.domain.policy import Reason, Refused
from review.models import BatchItem, Provenance
from review.services._attempts import Declined, Origin, store_attempt
from review.services.bulk._steps import note, take
from review.services.promotion.undo import undo_in_batch
from review.services.repair.quotes import tried_again
from review.services.repair.splitting import store_undone_split


def revert_item(item: BatchItem, *, in_batch: InBatch, actor: AbstractBaseUser) -> None:
    """Revert the batch for one entry, unless that was done in the meantime; `in_batch` names the event to revert."""
    if item.quote_id is None:
        _revert_decision(item, in_batch=in_batch, actor=actor)
    elif Fix.model_validate_json(item.fix).kind == "split":
        _revert_split(item, item.quote_id, in_batch=in_batch, actor=actor)
    else:
        _revert_attempt(item, item.quote_id, in_batch=in_batch, actor=actor)


@transaction.atomic(durable=True)
def _revert_decision(item: BatchItem, *, in_batch: InBatch, actor: AbstractBaseUser) -> None:
    if take(item, ItemState.DONE):
        seen = item.after or 0
        decision = undo_in_batch(entry_id=item.entry_id, seen_version=seen, actor=actor, batch=in_batch)
        _note(item, decision.reasons[0] if isinstance(decision, Refused) else None)


@transaction.atomic(durable=True)
def _revert_split(item: BatchItem, quote_id: int, *, in_batch: InBatch, actor: AbstractBaseUser) -> None:
    if take(item, ItemState.DONE):
        undone = store_undone_split(quote_id, seen_attempt=item.seen, actor=actor, batch=in_batch)
        _note(item, undone.reason if isinstance(undone, Declined) else None)


def _revert_attempt(item: BatchItem, quote_id: int, *, in_batch: InBatch, actor: AbstractBaseUser) -> None:
    """Look again for the words from before the batch, as a new attempt: attempts are never removed."""
    made, origin = tried_again(quote_id, attempt=item.seen), Origin(Provenance.RESTORED, in_batch)
    with transaction.atomic(durable=True):
        if take(item, ItemState.DONE):
            seen = item.after or 0
            restored = store_attempt(quote_id, made, seen_attempt=seen, actor=actor, origin=origin)
            _note(item, restored.reason if isinstance(restored, Declined) else None)


def _note(item: BatchItem, reason: Reason | None) -> None:
    if reason is None:
        note(item, ItemState.REVERTED)
    else:
        note(item, ItemState.KEPT, (reason,))
