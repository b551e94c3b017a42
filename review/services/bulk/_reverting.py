"""Revert a batch for one entry: append the compensating event and update the item, in one transaction."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import Fix
from review.domain.bulk import InBatch, ItemState
from review.domain.policy import Refused
from review.models import BatchItem, Provenance
from review.services._attempts import Attempted, Declined, Origin, store_attempt
from review.services._units import Unit, durable
from review.services.bulk._steps import note, take
from review.services.promotion.undo import undo_in_batch
from review.services.repair.quotes import tried_again
from review.services.repair.splitting import store_undone_split


def revert_item(item: BatchItem, *, in_batch: InBatch, actor: AbstractBaseUser, unit: Unit = durable) -> None:
    """Revert the batch for one entry, unless that was done in the meantime; `in_batch` names the event to revert."""
    revert: Callable[[], object]
    if item.quote_id is None:
        seen = item.after or 0
        revert = partial(undo_in_batch, entry_id=item.entry_id, seen_version=seen, actor=actor, batch=in_batch)
    elif Fix.model_validate_json(item.fix).kind == "split":
        revert = partial(store_undone_split, item.quote_id, seen_attempt=item.seen, actor=actor, batch=in_batch)
    else:
        revert = _attempt(item, item.quote_id, in_batch=in_batch, actor=actor)
    with unit():
        if take(item, ItemState.DONE):
            _note(item, revert())


def _attempt(
    item: BatchItem, quote_id: int, *, in_batch: InBatch, actor: AbstractBaseUser
) -> Callable[[], Attempted | Declined]:
    """Look again for the words from before the batch, and return what stores it as a new attempt: none is removed."""
    made, origin = tried_again(quote_id, attempt=item.seen), Origin(Provenance.RESTORED, in_batch)
    return partial(store_attempt, quote_id, made, seen_attempt=item.after or 0, actor=actor, origin=origin)


def _note(item: BatchItem, outcome: object) -> None:
    match outcome:
        case Declined(reason=reason) | Refused(reasons=(reason, *_)):
            note(item, ItemState.KEPT, (reason,))
        case _:
            note(item, ItemState.REVERTED)
