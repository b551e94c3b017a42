"""What voids that which was said of an entry before, whatever its evidence is now."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Q

from review.domain.events import DecisionReverted, Payload, QuoteRestored
from review.models import Entry, Event

REVERTED_RESTORING = Q(
    event_type=DecisionReverted.event_type, payload__contains=f'"undone":"{QuoteRestored.event_type}"'
)
"""Match the events, in their one canonical form, that take back that a withdrawn quote counts again."""


def doubts_about(entries: Sequence[Entry], *raised_by: type[Payload]) -> Counter[int]:
    """Return how many events raised doubts about entries, by their keys: of the kinds given, and restored quotes.

    A quote that was withdrawn and restored has the words of before, but what the withdrawal voided does not come back.
    A restoring that was taken back leaves no trace.
    """
    raising: tuple[type[Payload], ...] = (*raised_by, QuoteRestored)
    told = Event.objects.filter(
        Q(event_type__in=[one.event_type for one in raising]) | REVERTED_RESTORING, entry__in=entries
    )
    doubts = Counter[int]()
    for entry, kind in told.order_by().values_list("entry_id", "event_type"):
        doubts[entry or 0] += -1 if kind == DecisionReverted.event_type else 1
    return doubts
