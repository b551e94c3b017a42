"""The changes that people asked for: they stand in the journal and nowhere else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Value
from django.db.models.functions import Concat

from review.domain.changes import ChangeReason
from review.domain.events import ChangeRequested, ChangeResolved, DecisionReverted
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
    newest_first = defaultdict[int, list[Event]](list)
    # Of the two indexes that fit, that of the types would be read through the whole store.
    told = Event.objects.filter(entry__in=entries).annotate(kind=Concat("event_type", Value("")))
    for event in told.filter(kind__in=(*CHANGE_EVENTS, DecisionReverted.event_type)).order_by("-seq"):
        newest_first[event.entry_id or 0].append(event)
    newest = {pk: _newest(some) for pk, some in newest_first.items()}
    return {pk: _asked(event) for pk, event in newest.items() if event and _is_request(event)}


def change_among(entry: Entry, newest_first: Sequence[Event], *, is_whole: bool) -> WantedChange | None:
    """Return the change that an entry waits for, by its newest events; the journal is asked if these are not all."""
    told = _newest(newest_first)
    if told is None and not is_whole:
        return wanted_change(entry)
    if told is None or not _is_request(told) or _is_decided(entry):
        return None
    return _asked(told)


def wanted_change(entry: Entry) -> WantedChange | None:
    """Return the change that an entry waits for; a decision settles it."""
    return None if _is_decided(entry) else wanted_changes([entry.pk]).get(entry.pk)


def _is_decided(entry: Entry) -> bool:
    return entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None


def _newest(newest_first: Iterable[Event]) -> Event | None:
    """Return the newest event that asks for a change or calls it done, and that nobody took back."""
    reverted = set[str]()
    for event in newest_first:
        if event.event_type == DecisionReverted.event_type:
            reverted.add(event.body["reverts"])
        elif event.event_type in CHANGE_EVENTS and event.event_id not in reverted:
            return event
    return None


def _is_request(event: Event) -> bool:
    return event.event_type == ChangeRequested.event_type


def _asked(event: Event) -> WantedChange:
    return WantedChange(ChangeReason(event.body["reason"]), event.body["comment"], event.actor, event.created_at)
