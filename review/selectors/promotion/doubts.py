"""Events that void earlier statements about an entry, whatever its evidence is now."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Q

from review.domain.events import DecisionReverted, EntryImported, Payload, QuoteRestored
from review.models import Entry, Event

REVERTED_RESTORING = Q(
    event_type=DecisionReverted.event_type, payload__contains=f'"undone":"{QuoteRestored.event_type}"'
)
"""Match the events that undo restoring a withdrawn quote; payloads are in canonical form."""


def doubts_about(entries: Sequence[Entry], *raised_by: type[Payload]) -> Counter[int]:
    """Return the number of events that raised doubts about entries, by their keys: of the given kinds, and restorings.

    A restored quote has the same words as before, but the statements that its withdrawal voided stay void. A restoring
    that was undone does not count.
    """
    raising: tuple[type[Payload], ...] = (*raised_by, QuoteRestored)
    kinds = [one.event_type for one in raising]
    raised = Q(event_type__in=[*kinds, EntryImported.event_type]) | REVERTED_RESTORING
    doubts = Counter[int]()
    counted = Event.objects.filter(raised, entry__in=entries).order_by()
    for entry, kind, payload in counted.values_list("entry_id", "event_type", "payload"):
        if kind == EntryImported.event_type:
            doubts[entry or 0] += sum(_doubts_of_another_store(payload, kinds))
        else:
            doubts[entry or 0] += -1 if kind == DecisionReverted.event_type else 1
    return doubts


def _doubts_of_another_store(payload: str, kinds: Sequence[str]) -> Iterator[int]:
    """Yield what each event that was imported with an entry adds to the doubts about it."""
    for one in json.loads(payload)["history"]:
        if one["event_type"] in kinds:
            yield 1
        elif one["event_type"] == DecisionReverted.event_type:
            yield -1 if one["payload"]["undone"] == QuoteRestored.event_type else 0
