"""Who else looks at an entry now."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from review.models import Entry, Lease
from review.selectors.access import Person


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody else who looks at an entry, as the queue gave it to them: until when, and how many minutes that is."""

    person: str
    until: datetime
    minutes: int


def presence_on(entry: Entry, *, reader: Person) -> Presence | None:
    """Return who else has an entry from the queue now; None if nobody has."""
    now = timezone.now()
    others = Lease.objects.filter(entry=entry.pk, until__gt=now).exclude(holder=reader.pk or 0)
    lease = others.select_related("holder").first()
    if lease is None:
        return None
    return Presence(lease.holder.get_username(), lease.until, -(-(lease.until - now) // timedelta(minutes=1)))
