"""Preview a batch: store its entries, their versions, and what it would do with each; nothing is changed yet."""

import uuid
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from review.domain.bulk import BatchKind, ItemState
from review.domain.limits import BATCH_PREVIEW_TIME
from review.domain.policy import Stage
from review.models import Batch, BatchItem, Entry, FailedQuote
from review.selectors.bulk.outlook import ALLOWED_UNREAD, Reasons, in_parts, not_read, outlook, target_of
from review.selectors.bulk.repairs import ASKS_CLAIM, repairs_of


def preview_entries(kind: BatchKind, entries: QuerySet[Entry], *, actor: AbstractBaseUser, query: str = "") -> Batch:
    """Store what a batch would do with entries, by the versions they have now; *query* selected them."""
    rows = list(entries.select_related("session__project", "claim", "verified_by").order_by("-session_id", "pk"))
    reasons = outlook(kind, rows, actor=actor)
    verified = [one for one in rows if not reasons[one.pk] and target_of(kind, one) is Stage.VERIFIED]
    allowed = {one.pk for some in in_parts(verified) for one in not_read(some, actor=actor)}
    items = (
        BatchItem(
            entry=one, seen=one.version, **_expected(reasons[one.pk], ALLOWED_UNREAD if one.pk in allowed else "")
        )
        for one in rows
    )
    return _stored(Batch(kind=kind, made_by_id=actor.pk, query=query), items)


def preview_repairs(rows: Sequence[FailedQuote], *, actor: AbstractBaseUser, query: str = "") -> Batch:
    """Store what repairing failed quotes would do, each by its likeliest repair and from its newest attempt."""
    items = (
        BatchItem(
            entry_id=one.row.quote.entry_id,
            quote_id=one.row.quote_id,
            seen=one.row.alignment.attempt,
            fix=one.row.fix,
            **_expected(one.against, ASKS_CLAIM if one.asks_claim else ""),
        )
        for one in repairs_of(rows, actor=actor)
    )
    return _stored(Batch(kind=BatchKind.FIX, made_by_id=actor.pk, query=query), items)


def _expected(reasons: Reasons, detail: str = "") -> dict[str, str]:
    """Return the initial state of an item: left out for the first of some reasons, or waiting with a detail."""
    if reasons:
        return {"state": ItemState.LEFT, "reason": reasons[0], "reasons": " ".join(reasons)}
    return {"state": ItemState.WAITING, "reason": detail}


@transaction.atomic(durable=True)
def _stored(batch: Batch, items: Iterable[BatchItem]) -> Batch:
    """Store a batch with its items, and delete older previews of the same person that were never confirmed."""
    old = Batch.objects.filter(made_by=batch.made_by_id, confirmed_at=None)
    old.filter(made_at__lt=timezone.now() - BATCH_PREVIEW_TIME).delete()
    batch.name = uuid.uuid4().hex
    batch.save(force_insert=True)
    rows = list(items)
    for row in rows:
        row.batch = batch
    BatchItem.objects.bulk_create(rows, batch_size=80)
    return batch
