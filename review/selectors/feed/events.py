"""The feed of a project: its events by their numbers, as programs read on in it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Max

from review.models import Event, FeedItem, Project
from review.models.events import moment_text

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Items in the order of their numbers, and the number to go on after: that of the question where nothing came."""

    items: tuple[Item, ...]
    next: int


@dataclass(frozen=True, slots=True)
class FedEvent:
    """An event of a session with its number in the feed."""

    number: int
    event: Event

    def wire(self) -> dict[str, Any]:
        """Return it as programs read it."""
        event = self.event
        return {
            "number": self.number,
            "eventId": event.event_id,
            "type": event.event_type,
            "createdAt": moment_text(event.created_at),
            "by": author_of(event),
            **names_of(event),
            "payload": event.body,
            "seq": event.seq,
            "hash": event.hash,
        }


def events_after(project: Project, *, after: int, types: Collection[str] = (), limit: int) -> Page[FedEvent]:
    """Return the events of a project with a number above *after*, of some types or of all.

    Numbers are given to what is committed, by one transaction at a time: so what a reader sees are all events up to the
    newest number, and nothing is told later with a number below it.
    """
    newest = newest_number(project)
    rows = FeedItem.objects.filter(project=project, number__gt=after).order_by("number")
    if types:
        rows = rows.filter(event__event_type__in=types)
    found = rows.select_related("event__session", "event__entry")[:limit]
    items = tuple(FedEvent(_number(row), row.event) for row in found)
    return Page(items, next_after([one.number for one in items], after=after, newest=newest, limit=limit))


def newest_number(project: Project) -> int:
    """Return the newest number in the feed of a project; 0 where it has none."""
    return FeedItem.objects.filter(project=project).aggregate(newest=Max("number"))["newest"] or 0


def next_after(numbers: list[int], *, after: int, newest: int, limit: int) -> int:
    """Return the number to go on after: of the last item of a full page, else the newest that was looked at."""
    return numbers[-1] if len(numbers) == limit else max(after, newest, *numbers[-1:])


def events_by_number(numbers: Collection[int]) -> dict[int, Event]:
    """Return events by their numbers in the feed."""
    rows = FeedItem.objects.filter(number__in=numbers).select_related("event__session", "event__entry")
    return {_number(row): row.event for row in rows}


def names_of(event: Event) -> dict[str, Any]:
    """Return the keys and names of what an event is about: its session, and its entry where it has one."""
    entry = event.entry
    return {
        "session": event.session_id,
        "sessionId": session_of(event),
        "entry": event.entry_id,
        "entryId": entry.entry_id if entry else None,
    }


def session_of(event: Event) -> str | None:
    """Return the own id of the session that an event is about."""
    return event.session.session_id if event.session else None


def author_of(event: Event) -> dict[str, str | None]:
    """Return who did what an event records: the name of a person, and of the token where a program did it for them."""
    token = event.body.get("token")
    return {"name": event.actor, "token": None if token is None else token["name"]}


def _number(row: FeedItem) -> int:
    if row.number is None:
        message = "an item of the feed that has no number yet is read by nobody"
        raise ValueError(message)
    return row.number
