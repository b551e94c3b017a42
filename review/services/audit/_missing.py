"""Recompute, from the sources, what the evidence of each entry lacks. Private to the services."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice

from django.db.models import Exists, OuterRef

from aligner_core import ENGINE_VERSION
from review.models import Alignment, Entry
from review.services.audit._finding import Finding
from review.services.derived.refresh import BATCH_SIZE, outdated_entries

Place = tuple[str, int]
"""The table and the key of a row."""


def missing_differences(reported: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the entries with stored requirements other than those that the gate finds missing now.

    It is a note when older rules are the cause. An entry is passed over when a finding about it, its quotes or their
    messages is *reported* already: the difference follows from that.
    """
    older = Alignment.objects.filter(quote__entry=OuterRef("pk")).exclude(engine=ENGINE_VERSION)
    entries = Entry.objects.select_related("session__project", "claim").annotate(is_older=Exists(older)).order_by("pk")
    rows = entries.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        for entry in outdated_entries(batch):
            if reported.isdisjoint(places_of(entry)):
                yield Finding("missing_changed", "entry", entry.pk, is_note=bool(getattr(entry, "is_older", False)))


def places_of(entry: Entry) -> Iterator[Place]:
    """Yield the rows from which the derived columns of an entry are computed."""
    yield "entry", entry.pk
    if entry.extraction_id is not None:
        yield "extraction", entry.extraction_id
    for quote, attempt, message in entry.quotes.values_list("pk", "alignments", "alignments__message"):
        yield "quote", quote
        yield "alignment", attempt
        yield "message", message
