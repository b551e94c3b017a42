"""The changes that people asked for: they stand in the journal and nowhere else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Value
from django.db.models.functions import Concat

from review.domain.changes import ChangeReason
from review.domain.events import ChangeRequested, ChangeResolved
from review.domain.marks import CHANGE
from review.models import ABOVE_CANDIDATE, Entry, EntryMark, Event

CHANGE_EVENTS = (ChangeRequested.event_type, ChangeResolved.event_type)
WANTS_CHANGE = Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=CHANGE))
"""Match the marks of entries of which a change was asked for."""


@dataclass(frozen=True, slots=True)
class WantedChange:
    """A change that somebody asked for and nobody called done: why, in which words, who and when."""

    reason: ChangeReason
    comment: str
    actor: str
    at: datetime


def wanted_changes(entries: Sequence[int]) -> Mapping[int, WantedChange]:
    """Return the changes that were asked for and not called done, by entry; one query, read by the entries alone."""
    newest = dict[int, Event]()
    # Of the two indexes that fit, that of the types would be read through the whole store.
    told = Event.objects.filter(entry__in=entries).annotate(kind=Concat("event_type", Value("")))
    for event in told.filter(kind__in=CHANGE_EVENTS).order_by("seq"):
        newest[event.entry_id or 0] = event
    requests = {pk: event for pk, event in newest.items() if event.event_type == ChangeRequested.event_type}
    return {pk: _asked(event) for pk, event in requests.items()}


def change_among(entry: Entry, newest_first: Sequence[Event], *, is_whole: bool) -> WantedChange | None:
    """Return the change that an entry waits for, by its newest events; the journal is asked if these are not all."""
    told = next((event for event in newest_first if event.event_type in CHANGE_EVENTS), None)
    if told is None and not is_whole:
        return wanted_change(entry)
    if told is None or told.event_type != ChangeRequested.event_type or _is_decided(entry):
        return None
    return _asked(told)


def wanted_change(entry: Entry) -> WantedChange | None:
    """Return the change that an entry waits for; a decision settles it."""
    return None if _is_decided(entry) else wanted_changes([entry.pk]).get(entry.pk)


def _is_decided(entry: Entry) -> bool:
    return entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None


def _asked(event: Event) -> WantedChange:
    return WantedChange(ChangeReason(event.body["reason"]), event.body["comment"], event.actor, event.created_at)
