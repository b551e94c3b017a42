"""Store what the evidence of entries lacks according to the gate. Private to the services.

It is written in the transaction that changes the evidence, after the event of that change: a demotion voids answers.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from review.models import Entry
from review.selectors.promotion.gate_facts import missing_codes
from review.services._failures import Doctor
from review.services._marks import store_marks

BATCH_SIZE = 200


def store_missing(entries: Iterable[Entry], doctor: Doctor | None = None) -> None:
    """Store what the evidence of locked entries lacks, where that changed, and their marks.

    They are read again with their projects: a switch may have been turned since. The *doctor* diagnoses their failed
    quotes.
    """
    doctor = doctor or Doctor()
    keys = iter([entry.pk for entry in entries])
    while batch := list(islice(keys, BATCH_SIZE)):
        read = Entry.objects.filter(pk__in=batch).select_related("session__project", "claim")
        Entry.objects.bulk_update(list(with_other_missing(read)), ["missing"])
        store_marks(batch, doctor)


def with_other_missing(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries where the stored missing requirements are outdated, with the current ones set."""
    rows = iter(entries)
    while batch := list(islice(rows, BATCH_SIZE)):
        found = missing_codes(batch)
        for entry in batch:
            if entry.missing != found[entry.pk]:
                entry.missing = found[entry.pk]
                yield entry
