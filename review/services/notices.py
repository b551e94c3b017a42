"""Note that a person was shown what concerns them."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F

from review.models import Notice


def note_seen(*, newest: int, person: AbstractBaseUser) -> None:
    """Note that a person was shown their notifications up to the one with a key; they are new no longer."""
    # As a range of keys, SQLite would at times read the notifications of everybody.
    found = Notice.objects.filter(person=person.pk, is_new=True).annotate(place=F("pk") + 0)
    found.filter(place__lte=newest).update(is_new=False)
