"""Events that void earlier statements about an entry, whatever its evidence is now."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Q

from review.domain.events import DecisionReverted, Payload, QuoteRestored
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
    counted = Event.objects.filter(
        Q(event_type__in=[one.event_type for one in raising]) | REVERTED_RESTORING, entry__in=entries
    )
    doubts = Counter[int]()
    for entry, kind in counted.order_by().values_list("entry_id", "event_type"):
        doubts[entry or 0] += -1 if kind == DecisionReverted.event_type else 1
    return doubts
