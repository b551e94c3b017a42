"""Compare batches with the events of their entries: who made one and may revert it, why, when. Private to the services.

An event of a batch names it. A batch without any has changed nothing, and nothing of it is compared.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from review.domain import events
from review.domain.bulk import TARGETS, BatchKind
from review.domain.limits import CLOCK_TOLERANCE
from review.models import Batch, Event
from review.services.audit._finding import Finding

NAMES_BATCH = '"batch":"'
"""What the payload of an event of a batch holds; within a text, the quotation marks have backslashes."""
TYPES = {
    BatchKind.FIX: frozenset({events.QuoteRetried.event_type, events.QuoteSplit.event_type}),
    BatchKind.REJECT: frozenset({events.EntryRejected.event_type}),
}
"""The events that repairs and rejections record; batches of any other kind record promotions."""
PROMOTIONS = frozenset({events.EntryPromoted.event_type, events.PromotionRefused.event_type})


@dataclass(slots=True)
class RecordedBatch:
    """What the events of one batch agree on: by whom and why it was done, from when on, and when it was reverted."""

    decided: set[tuple[str, str]] = field(default_factory=set)
    kinds: set[tuple[str, str]] = field(default_factory=set)
    entries: set[int | None] = field(default_factory=set)
    began_at: datetime | None = None
    reverted_at: datetime | None = None

    def add(self, event: Event) -> None:
        """Add one event, which is not older than those before it."""
        body = event.body
        if body.get("reverts"):
            self.reverted_at = self.reverted_at or event.created_at
            return
        self.decided.add((event.actor, body["reason"]))
        self.kinds.add((event.event_type, body.get("goal") or body.get("to_stage", "")))
        self.entries.add(event.entry_id)
        self.began_at = self.began_at or event.created_at


def batch_differences() -> Iterator[Finding]:
    """Yield the batches that are gone, or that somebody else made, for another reason, or of other entries."""
    try:
        recorded = _recorded()
    except (ValueError, LookupError, TypeError):
        return  # the event was changed, which is a finding of its own
    stored = {batch.name: batch for batch in Batch.objects.select_related("made_by").order_by("pk")}
    for name in sorted(recorded.keys() - stored.keys()):
        yield Finding("batch_missing", "store", 0, name)
    for name, batch in stored.items():
        if not _is_as_recorded(batch, recorded.get(name)):
            yield Finding("batch_unaccounted", "batch", batch.pk, name)


def _recorded() -> Mapping[str, RecordedBatch]:
    recorded: dict[str, RecordedBatch] = defaultdict(RecordedBatch)
    for event in Event.objects.filter(payload__contains=NAMES_BATCH).order_by("created_at", "pk").iterator():
        recorded[event.body["batch"]].add(event)
    return recorded


def _is_as_recorded(batch: Batch, recorded: RecordedBatch | None) -> bool:
    """Return whether a batch is what its events record; one without any has no item that an event is known of."""
    if recorded is None:
        return not batch.items.exclude(event_id="").exists()
    items = set(batch.items.values_list("entry", flat=True))
    return (
        recorded.decided == {(batch.made_by.get_username(), batch.reason)}
        and recorded.entries <= items
        and all(_fits(BatchKind(batch.kind), *kind) for kind in recorded.kinds)
        and _is_in_order(batch.made_at, batch.confirmed_at, recorded.began_at)
        and (recorded.reverted_at is None or _is_in_order(batch.confirmed_at, batch.reverted_at, recorded.reverted_at))
    )


def _fits(kind: BatchKind, event_type: str, to_stage: str) -> bool:
    """Return whether a kind of batch records such an event."""
    types = TYPES.get(kind, PROMOTIONS)
    return event_type in types and to_stage == TARGETS.get(kind, to_stage)


def _is_in_order(*moments: datetime | None) -> bool:
    """Return whether there are moments, none later than the next one by more than clocks differ."""
    known = [moment for moment in moments if moment is not None]
    return len(known) == len(moments) and all(first <= second + CLOCK_TOLERANCE for first, second in pairwise(known))
