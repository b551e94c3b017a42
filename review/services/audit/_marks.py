"""Recompute the marks of entries, and compare them. Private to the services."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from review.models import Entry, ReviewSession
from review.services.audit._finding import Finding
from review.services.audit._missing import Place, places_of
from review.services.derived.marks import BATCH_SIZE, wrong_marks
from review.services.derived.source_ages import (
    Rows,
    right_ages,
    right_ages_of_sessions,
    stored_ages,
    stored_ages_of_sessions,
)


def mark_differences(reported: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the entries with wrong marks, unless a finding about the rows they depend on is *reported* already."""
    keys = Entry.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(keys, BATCH_SIZE)):
        for pk in wrong_marks(batch):
            if reported.isdisjoint(places_of(Entry.objects.get(pk=pk))):
                yield Finding("marks_changed", "entry", pk)


def age_differences(reported: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the entries and retrievals with a stored age other than that of their chunks.

    A retrieval with a finding that is *reported* already is passed over: its chunks may have changed.
    """
    retrievals = {pk for table, pk in reported if table == "retrieval"}
    known = set(ReviewSession.objects.filter(retrieval__in=retrievals).values_list("pk", flat=True))
    known |= {pk for table, pk in reported if table == "session"}
    sessions = ReviewSession.objects.exclude(pk__in=known).order_by("pk").values_list("pk", flat=True)
    yield from _other_ages("session", sessions, stored_ages_of_sessions, right_ages_of_sessions)
    entries = Entry.objects.exclude(session__in=known).order_by("pk").values_list("pk", flat=True)
    yield from _other_ages("entry", entries, stored_ages, right_ages)


def _other_ages(
    table: str, keys: QuerySet[Any, int], stored: Callable[[list[int]], Rows], right: Callable[[list[int]], Rows]
) -> Iterator[Finding]:
    rows = keys.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        before, now = stored(batch), right(batch)
        yield from (Finding("age_changed", table, pk) for pk in batch if before.get(pk) != now.get(pk))
