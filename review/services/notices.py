"""Mark notifications as seen."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F

from review.models import Notice


def note_seen(*, newest: int, person: AbstractBaseUser) -> None:
    """Mark the notifications of a person as seen, up to the one with the key *newest*."""
    # With a range of keys, SQLite would at times read everybody's notifications.
    found = Notice.objects.filter(person=person.pk, is_new=True).annotate(place=F("pk") + 0)
    found.filter(place__lte=newest).update(is_new=False)
