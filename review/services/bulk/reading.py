"""Note which version of an entry a person had before them: only what they read do they verify with others at once."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError

from review.models import Entry, EntryRead


def note_read(entry: Entry, *, person: AbstractBaseUser) -> None:
    """Note that a person was shown an entry as it is.

    A page is shown even where nothing can be stored: then the entry counts as not read.
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
