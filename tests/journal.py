"""What the journal of the store has besides the people that the factories made."""

from django.db.models import QuerySet

from review.domain.events.people import AccountMade, MemberAdded
from review.models import Event

OF_FACTORIES = (AccountMade.event_type, MemberAdded.event_type)


def acts() -> QuerySet[Event]:
    """Return the events in order, but for accounts and members that nobody in the test made."""
    return Event.objects.exclude(actor=Event.SYSTEM, event_type__in=OF_FACTORIES).order_by("seq")
