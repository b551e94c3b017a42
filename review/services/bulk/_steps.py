"""Apply a batch to one entry: call the same services as by hand, and update the item, in one transaction."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import AlignedEvidence, Fix
from review.domain.bulk import BatchKind, Held, InBatch, ItemState
from review.domain.policy import Granted, Reason, Stage
from review.models import Batch, BatchItem, Entry, Event, Quote
from review.selectors.bulk.outlook import Reasons, target_of
from review.services._attempts import Attempted, Declined, Origin, store_attempt
from review.services._units import Unit, durable
from review.services.promotion.stages import promote_in_batch, reject_in_batch
from review.services.repair.quotes import tried
from review.services.repair.splitting import Split, store_split, tried_parts


def apply_item(
    item: BatchItem, *, batch: Batch, actor: AbstractBaseUser, held: Held | None, unit: Unit = durable
) -> None:
    """Apply a batch to one entry, unless that was done in the meantime.

    A repair is aligned before the transaction, as by hand, so that nothing is locked for long.
    """
    in_batch, kind = InBatch(batch.name, batch.reason), BatchKind(batch.kind)
    if kind is BatchKind.FIX:
        store = _repair(item, in_batch=in_batch, actor=actor)
    else:
        store = partial(_decide, item, kind=kind, in_batch=in_batch, actor=actor)
    with unit():
        if take(item, ItemState.WAITING):
            if held is None:
                store()
            else:
                note(item, ItemState.REFUSED, (held,))


def _decide(item: BatchItem, *, kind: BatchKind, in_batch: InBatch, actor: AbstractBaseUser) -> None:
    if kind is BatchKind.REJECT:
        decision = reject_in_batch(entry_id=item.entry_id, seen_version=item.seen, actor=actor, batch=in_batch)
    else:
        to = target_of(kind, Entry.objects.get(pk=item.entry_id)) or Stage.CANDIDATE
        decision = promote_in_batch(entry_id=item.entry_id, to=to, seen_version=item.seen, actor=actor, batch=in_batch)
    if isinstance(decision, Granted):
        note(item, ItemState.DONE, after=Entry.objects.get(pk=item.entry_id).version)
    else:
        note(item, ItemState.REFUSED, tuple(map(str, decision.reasons)))


def _repair(item: BatchItem, *, in_batch: InBatch, actor: AbstractBaseUser) -> Callable[[], None]:
    """Align the words of a repair, and return what stores them."""
    fix, quote_id = Fix.model_validate_json(item.fix), item.quote_id or 0
    if fix.kind == "split":
        outcomes = tried_parts(quote_id, [(one.quote, one.message_index) for one in fix.evidence])
        split = partial(store_split, quote_id, outcomes, seen_attempt=item.seen, actor=actor, batch=in_batch)
        return lambda: _note_repaired(item, quote_id, split())
    [first] = fix.evidence
    made, provenance = tried(quote_id, text=first.quote, message_index=first.message_index)
    if not isinstance(made.evidence, AlignedEvidence):
        return partial(note, item, ItemState.REFUSED, (Reason.EVIDENCE_NOT_ALIGNED,))
    origin = Origin(provenance, in_batch)
    attempt = partial(store_attempt, quote_id, made, seen_attempt=item.seen, actor=actor, origin=origin)
    return lambda: _note_repaired(item, quote_id, attempt())


def _note_repaired(item: BatchItem, quote_id: int, repaired: Attempted | Split | Declined) -> None:
    if isinstance(repaired, Declined):
        note(item, ItemState.REFUSED, (repaired.reason,))
        return
    current = Quote.objects.select_related("current").get(pk=quote_id).current
    note(item, ItemState.DONE, after=item.seen if current is None else current.attempt)


def take(item: BatchItem, state: ItemState) -> bool:
    """Return whether an item is still in a state, and lock it against concurrent requests."""
    return BatchItem.objects.select_for_update().filter(pk=item.pk, state=state).first() is not None


def note(item: BatchItem, state: ItemState, reasons: Reasons = (), *, after: int | None = None) -> None:
    """Store the new state of an item, in the transaction of the change; a done item references its event."""
    item.state, item.after = state, after
    if state is ItemState.DONE:
        item.event_id = Event.objects.filter(entry=item.entry_id).order_by("-seq").values_list("event_id", flat=True)[0]
    else:
        item.reason, item.reasons = (reasons[0] if reasons else ""), " ".join(reasons)
    item.save(update_fields=["state", "after", "event_id", "reason", "reasons"])
