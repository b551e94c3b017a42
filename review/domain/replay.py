"""Rebuild the state of entries, sessions and people from their events alone: a fold over what each declares."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from review.domain.entry_state import EntryState
from review.domain.events import (
    BY_TYPE,
    DecisionReverted,
    EntryEvent,
    EntryImported,
    Recorded,
    SessionIngested,
    SessionRevised,
    StoreEvent,
    foreign_name,
)
from review.domain.events.sessions import RecordedMessage
from review.domain.people_state import PeopleState

VERSIONS = {one.event_type: one.versions for one in (SessionIngested, SessionRevised)}


def replay(chain: Iterable[Recorded]) -> EntryState:
    """Replay the events of one entry, in order; raise LookupError or TypeError when a payload lacks something.

    A decision that was undone has no effect: the entry is as it was before. An undone statement, which keeps its row,
    is listed apart from those in effect. What an event imported from another store is replayed in its place.
    """
    entry, history = EntryState(), list(with_imported(chain))
    reverting = (event for event in history if event.event_type == DecisionReverted.event_type)
    reverted = {event.body["reverts"]: event.at for event in reverting}
    for event in history:
        if event.event_id not in reverted:
            _apply(entry, event)
            continue
        alone = EntryState()
        _apply(alone, event)
        for row in alone.decided_at:
            entry.undone[row].append((event.at, reverted[event.event_id]))
    return entry


def with_imported(chain: Iterable[Recorded]) -> Iterator[Recorded]:
    """Yield the events of an entry, with those of another store in the place of the event that imported them.

    Their actors are named after that store; raises LookupError, TypeError or ValueError when one lacks something.
    """
    for event in chain:
        if event.event_type != EntryImported.event_type:
            yield event
            continue
        for one in event["history"]:
            actor, at = foreign_name(one["actor"], one["store"]), datetime.fromisoformat(one["created_at"])
            yield Recorded(one["event_id"], one["event_type"], one["payload"], actor, at, event.session)


def replay_people(chain: Iterable[Recorded]) -> PeopleState:
    """Replay the events of the store, in order."""
    people = PeopleState()
    for event in chain:
        if "project" in event.body:
            people.projects.add(event.body["project"])
        declared = BY_TYPE.get(event.event_type)
        if declared is not None and issubclass(declared, StoreEvent):
            declared.apply(people, event)
    return people


def recorded_messages(received: Iterable[Recorded]) -> dict[tuple[int, int], RecordedMessage]:
    """Return every version of every message of a session, as the events that received them recorded it."""
    return {
        (index, version): one for event in received for index, version, one in VERSIONS[event.event_type](event.body)
    }


def _apply(entry: EntryState, event: Recorded) -> None:
    declared = BY_TYPE.get(event.event_type)
    if declared is not None and issubclass(declared, EntryEvent):
        declared.apply(entry, event)
