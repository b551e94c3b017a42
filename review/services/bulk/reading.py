"""Record which version of an entry a person read: a batch verifies only versions that its maker has read."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError

from review.models import Entry, EntryRead


def note_read(entry: Entry, *, person: AbstractBaseUser) -> None:
    """Record that a person was shown the current version of an entry.

    The page is shown even when nothing can be stored; then the entry counts as not read.
    """
    read = EntryRead(entry=entry, person_id=person.pk, version=entry.version)
    if EntryRead.objects.filter(entry=entry, person=person.pk, version=entry.version).exists():
        return
    try:
        EntryRead.objects.bulk_create(
            [read], update_conflicts=True, unique_fields=["entry", "person"], update_fields=["version"]
        )
    except DatabaseError:
        return
