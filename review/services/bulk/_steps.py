"""Apply a batch to one entry: call the same services as by hand, and update the item, in one transaction."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import AlignedEvidence, Fix
from review.domain.bulk import BatchKind, Held, InBatch, ItemState
from review.domain.policy import Granted, Reason, Stage
from review.models import Batch, BatchItem, Entry, Event, Quote
from review.selectors.bulk.outlook import Reasons, target_of
from review.services._attempts import Attempted, Declined, Origin, store_attempt
from review.services.promotion.stages import promote_in_batch, reject_in_batch
from review.services.repair.quotes import tried
from review.services.repair.splitting import Split, store_split, tried_parts


def apply_item(item: BatchItem, *, batch: Batch, actor: AbstractBaseUser, held: Held | None) -> None:
    """Apply a batch to one entry, unless that was done in the meantime."""
    in_batch = InBatch(batch.name, batch.reason)
    if batch.kind == BatchKind.FIX:
        _repair(item, in_batch=in_batch, actor=actor, held=held)
    else:
        _decide(item, kind=BatchKind(batch.kind), in_batch=in_batch, actor=actor, held=held)


@transaction.atomic(durable=True)
def _decide(item: BatchItem, *, kind: BatchKind, in_batch: InBatch, actor: AbstractBaseUser, held: Held | None) -> None:
    if not take(item, ItemState.WAITING):
        return
    if held is not None:
        note(item, ItemState.REFUSED, (held,))
        return
    if kind is BatchKind.REJECT:
        decision = reject_in_batch(entry_id=item.entry_id, seen_version=item.seen, actor=actor, batch=in_batch)
    else:
        to = target_of(kind, Entry.objects.get(pk=item.entry_id)) or Stage.CANDIDATE
        decision = promote_in_batch(entry_id=item.entry_id, to=to, seen_version=item.seen, actor=actor, batch=in_batch)
    if isinstance(decision, Granted):
        note(item, ItemState.DONE, after=Entry.objects.get(pk=item.entry_id).version)
    else:
        note(item, ItemState.REFUSED, tuple(map(str, decision.reasons)))


def _repair(item: BatchItem, *, in_batch: InBatch, actor: AbstractBaseUser, held: Held | None) -> None:
    """Repair a quote: it is aligned before the transaction, as by hand, so that nothing is locked for long."""
    fix, quote_id = Fix.model_validate_json(item.fix), item.quote_id or 0
    if fix.kind == "split":
        outcomes = tried_parts(quote_id, [(one.quote, one.message_index) for one in fix.evidence])
        with transaction.atomic(durable=True):
            if take(item, ItemState.WAITING) and not _is_held(item, held):
                split = store_split(quote_id, outcomes, seen_attempt=item.seen, actor=actor, batch=in_batch)
                _note_repaired(item, quote_id, split)
        return
    [first] = fix.evidence
    made, provenance = tried(quote_id, text=first.quote, message_index=first.message_index)
    with transaction.atomic(durable=True):
        if not take(item, ItemState.WAITING) or _is_held(item, held):
            return
        if not isinstance(made.evidence, AlignedEvidence):
            note(item, ItemState.REFUSED, (Reason.EVIDENCE_NOT_ALIGNED,))
            return
        origin = Origin(provenance, in_batch)
        attempted = store_attempt(quote_id, made, seen_attempt=item.seen, actor=actor, origin=origin)
        _note_repaired(item, quote_id, attempted)


def _is_held(item: BatchItem, held: Held | None) -> bool:
    if held is not None:
        note(item, ItemState.REFUSED, (held,))
    return held is not None


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
