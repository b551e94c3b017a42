"""Store what the evidence of entries lacks according to the gate. Private to the services.

It is written in the transaction that changes the evidence, after the event of that change: a demotion voids answers.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from review.models import Entry
from review.selectors.promotion.gate_facts import missing_codes, quotes_of
from review.services.derived.failures import Doctor
from review.services.derived.marks import store_differs, store_places, with_other_differs

BATCH_SIZE = 200


def refresh(entries: Iterable[Entry], doctor: Doctor | None = None) -> None:
    """Store what the evidence of locked entries lacks and which of their quotes differ, where changed, and their marks.

    They are read again with their projects: a switch may have been turned since. The *doctor* diagnoses their failed
    quotes.
    """
    doctor = doctor or Doctor()
    keys = iter([entry.pk for entry in entries])
    while batch := list(islice(keys, BATCH_SIZE)):
        read = _read(batch)
        quotes = quotes_of(read)
        right = missing_codes(read, quotes)
        changed = [entry for entry in read if entry.missing != right[entry.pk]]
        for entry in changed:
            entry.missing = right[entry.pk]
        Entry.objects.bulk_update(changed, ["missing"])
        store_differs(quotes)
        store_places(batch, doctor)


def wrong_missing(entries: Sequence[int]) -> Iterator[int]:
    """Yield those of a few entries with stored missing requirements, or quotes said to differ, other than the right."""
    read = _read(entries)
    quotes = quotes_of(read)
    right, differing = missing_codes(read, quotes), {quote.entry_id for quote in with_other_differs(quotes)}
    yield from (entry.pk for entry in read if entry.missing != right[entry.pk] or entry.pk in differing)


def _read(entries: Sequence[int]) -> list[Entry]:
    return list(Entry.objects.filter(pk__in=entries).select_related("session__project", "claim").order_by("pk"))
