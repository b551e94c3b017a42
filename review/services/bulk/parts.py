"""Work through a batch, or revert it, in parts: whatever interrupts it leaves whole entries, and the rest waiting.

Each entry has a transaction of its own, which also updates its item. So nothing is done twice or unrecorded, wherever
the work was interrupted, and even when two processes work on the same batch. A batch of more than one part is in the
hands of a job; a request does a smaller one.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from review.domain.bulk import BatchKind, InBatch, ItemState
from review.domain.limits import BATCH_PART
from review.models import Batch
from review.selectors.access import may_manage
from review.selectors.bulk.outlook import held_back
from review.services._units import Unit, durable
from review.services.bulk._reverting import revert_item
from review.services.bulk._steps import apply_item
from review.services.bulk.large import APPLY, REVERT, open_act, start_if_large


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing was changed: the batch is another person's, or not at a point where this can be done."""

    is_permitted: bool = True


@transaction.atomic(durable=True)
def confirm_batch(*, name: str, reason: str, actor: AbstractBaseUser) -> Batch | Unchanged:
    """Start a batch, for a reason that is recorded with every entry, and its job if it is large.

    Confirming again changes no reason, and has a job go on that ended before the batch did.
    """
    batch = Batch.objects.select_for_update().get(name=name)
    if batch.made_by_id != actor.pk:
        return Unchanged(is_permitted=False)
    if batch.confirmed_at is None:
        batch.confirmed_at, batch.reason = timezone.now(), reason
        batch.save(update_fields=["confirmed_at", "reason"])
    if batch.reverted_at is None:
        start_if_large(batch, APPLY, actor=actor)
    return batch


def apply_part(*, name: str, actor: AbstractBaseUser, unit: Unit = durable) -> Batch | Unchanged:
    """Process the next BATCH_PART waiting items of a confirmed batch; entries changed since the preview are refused."""
    batch = Batch.objects.get(name=name)
    if batch.made_by_id != actor.pk:
        return Unchanged(is_permitted=False)
    if batch.confirmed_at is None or batch.reverted_at is not None:
        return Unchanged()
    waiting = batch.items.filter(state=ItemState.WAITING).select_related("entry__session__project")
    items = list(waiting.order_by("pk")[:BATCH_PART])
    unchanged = [one.entry for one in items if one.quote_id is not None or one.entry.version == one.seen]
    held = held_back(BatchKind(batch.kind), unchanged, actor=actor)
    for item in items:
        apply_item(item, batch=batch, actor=actor, held=held.get(item.entry_id), unit=unit)
    return batch


@transaction.atomic(durable=True)
def begin_revert(*, name: str, actor: AbstractBaseUser) -> Batch | Unchanged:
    """Start to revert a batch, with a job if it is large; its waiting items are not processed any more.

    While a job applies it, nothing is changed: it is cancelled first.
    """
    batch = Batch.objects.select_for_update().get(name=name)
    if not may_revert(batch, actor=actor):
        return Unchanged(is_permitted=False)
    if batch.confirmed_at is None or open_act(batch) == APPLY:
        return Unchanged()
    if batch.reverted_at is None:
        batch.reverted_at = timezone.now()
        batch.save(update_fields=["reverted_at"])
    start_if_large(batch, REVERT, actor=actor)
    return batch


def revert_part(*, name: str, actor: AbstractBaseUser, unit: Unit = durable) -> Batch | Unchanged:
    """Revert the next BATCH_PART done items of a batch, the last first; entries changed since stay as they are."""
    batch = Batch.objects.get(name=name)
    if not may_revert(batch, actor=actor):
        return Unchanged(is_permitted=False)
    if batch.reverted_at is None:
        return Unchanged()
    for item in batch.items.filter(state=ItemState.DONE).order_by("-pk")[:BATCH_PART]:
        revert_item(item, in_batch=InBatch(batch.name, reverts=item.event_id), actor=actor, unit=unit)
    return batch


def may_revert(batch: Batch, *, actor: AbstractBaseUser) -> bool:
    """Return whether a person may revert a batch: its maker, and people who manage every project it covers."""
    if batch.made_by_id == actor.pk:
        return True
    projects = set(batch.items.order_by().values_list("entry__session__project", flat=True))
    return bool(projects) and all(may_manage(actor, project) for project in projects)
