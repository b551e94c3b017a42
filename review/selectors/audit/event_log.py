"""The journal for auditors: who may read it, the events that match the filters, and what one of them changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from review.domain.limits import PAGE_SIZE
from review.domain.roles import Capability
from review.models import AuditRun, Entry, Event, ReviewSession
from review.presentation.json_changes import Change, json_changes, readable_json
from review.selectors.access import (
    Person,
    own_projects,
    projects_where,
    reads_all_events,
    visible_entries,
    visible_sessions,
)
from review.selectors.audit.entry_at_event import entry_at

MAX_WAITING = 1_000
"""How many events may receive keys between the time of an event and its own key: transactions overlap.

With this margin, the keys of the first and last event of a period bound the rows that are read.
"""
MAX_PAYLOAD_CHARS = 20_000
"""How much of a payload is shown: one that lists twenty thousand messages is longer than anybody reads."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """One page of events, newest first, with the keys that the older and the newer page start from."""

    events: tuple[Event, ...]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One event with its formatted payload, what it changed, and its neighbours in the chain."""

    event: Event
    payload: str
    is_cut: bool
    changes: tuple[Change, ...]
    previous: Event | None
    next: Event | None
    session: ReviewSession | None
    entry: Entry | None


def may_audit_anything(user: Person) -> bool:
    """Return whether a person may read the journal of any project."""
    return reads_all_events(user) or bool(own_projects(user, Capability.AUDIT))


def audited_events(user: Person) -> QuerySet[Event]:
    """Return the events of the projects a person audits; all events for staff with permission to view events."""
    events = Event.objects.select_related("session", "entry__claim", "chain")
    return events if reads_all_events(user) else events.filter(is_audited(user))


def is_audited(user: Person) -> Q:
    """Match the events of the projects a person audits, those of no session included."""
    projects = dict(projects_where(user, Capability.AUDIT).values_list("pk", "slug"))
    about = Q(session__project__in=tuple(projects))
    for slug in projects.values():
        named = StrIndex("payload", Value(f'"project":"{slug}"'))  # unlike LIKE, it is case-sensitive
        about |= Q(GreaterThan(named, 0), session__isnull=True)
    return about


def audited_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Return the sessions of the projects a person audits."""
    if reads_all_events(user):
        return ReviewSession.objects.all()
    return ReviewSession.objects.filter(project__in=projects_where(user, Capability.AUDIT))


def event_page(events: QuerySet[Event], *, before: int | None, after: int | None) -> EventPage:
    """Return one page of events; it starts at a key, not an offset, so that the last page is as fast as the first."""
    if after is not None:
        rows = list(events.filter(pk__gt=after).order_by("pk")[: PAGE_SIZE + 1])
        more = len(rows) > PAGE_SIZE
        shown = rows[PAGE_SIZE - 1 :: -1] if more else rows[::-1]
        return EventPage(tuple(shown), shown[-1].pk if shown else None, shown[0].pk if more else None)
    older = events if before is None else events.filter(pk__lt=before)
    rows = list(older.order_by("-pk")[: PAGE_SIZE + 1])
    shown = rows[:PAGE_SIZE]
    newer = shown[0].pk if before is not None and shown else None
    return EventPage(tuple(shown), shown[-1].pk if len(rows) > PAGE_SIZE else None, newer)


def filtered_events(events: QuerySet[Event], filters: Mapping[str, str]) -> QuerySet[Event]:
    """Narrow events by the filters that are set."""
    for name, value in filters.items():
        events = events.filter(_condition(name, value))
    return events


def _condition(name: str, value: str) -> Q:
    match name:
        case "type":
            return Q(event_type=value)
        case "since":
            moment = _midnight(date.fromisoformat(value))
            first = Event.objects.filter(created_at__gte=moment).order_by("created_at", "pk").values_list("pk").first()
            return Q(created_at__gte=moment, pk__gte=first[0] - MAX_WAITING) if first else Q(pk=None)
        case "until":
            moment = _midnight(date.fromisoformat(value) + timedelta(days=1))
            last = Event.objects.filter(created_at__lt=moment).order_by("-created_at", "-pk").values_list("pk").first()
            return Q(created_at__lt=moment, pk__lte=last[0] + MAX_WAITING) if last else Q(pk=None)
        case _:
            return Q(**{name: value})


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def shown_event(event: Event, *, user: Person) -> ShownEvent:
    """Return everything the page of an event shows; it links only to what the person may see."""
    chain = Event.objects.filter(chain=event.chain)
    text = readable_json(event.body)
    return ShownEvent(
        event=event,
        payload=text[:MAX_PAYLOAD_CHARS],
        is_cut=len(text) > MAX_PAYLOAD_CHARS,
        changes=_changes(event),
        previous=chain.filter(seq=event.seq - 1).first(),
        next=chain.filter(seq=event.seq + 1).first(),
        session=visible_sessions(user).filter(events=event).first(),
        entry=visible_entries(user).filter(events=event).first(),
    )


def _changes(event: Event) -> tuple[Change, ...]:
    """Return what changed in an entry from just before an event to the event."""
    if event.entry is None:
        return ()
    before, after = entry_at(event.entry, event.seq - 1), entry_at(event.entry, event.seq)
    if before is None or after is None:
        return ()
    return json_changes(before.as_json, after.as_json)


def latest_run() -> AuditRun | None:
    """Return the last run of the audit."""
    return AuditRun.objects.first()


def alarm(user: Person) -> AuditRun | None:
    """Return the last run of the audit if it found anything and the person is an auditor."""
    run = latest_run() if user.is_authenticated else None
    return run if run is not None and run.findings and may_audit_anything(user) else None
