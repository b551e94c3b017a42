"""The journal as auditors read it: who may, the events that pass the filters, and one of them with what it changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from review.json_changes import Change, json_changes, readable_json
from review.models import AuditRun, Entry, Event, ReviewSession
from review.roles import Capability
from review.selectors.access import Person, projects_where, visible_entries, visible_sessions
from review.selectors.states import entry_at

PAGE = 50
MOST_CHARS = 20_000
"""So much of a payload is shown: one that lists twenty thousand messages is longer than anybody reads."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some events, the newest first, and where to go on: before the last of them, or behind the first."""

    events: tuple[Event, ...]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One event with its payload written out, what it changed, and its neighbours in its chain."""

    event: Event
    payload: str
    is_cut: bool
    changes: tuple[Change, ...]
    previous: Event | None
    next: Event | None
    session: ReviewSession | None
    entry: Entry | None


def may_audit_anything(user: Person) -> bool:
    """Say whether a person may read the journal of any project."""
    return _reads_all(user) or projects_where(user, Capability.AUDIT).exists()


def audited_events(user: Person) -> QuerySet[Event]:
    """Give the events of the projects a person audits; staff who may see events see all."""
    events = Event.objects.select_related("session", "entry", "chain")
    if _reads_all(user):
        return events
    projects = projects_where(user, Capability.AUDIT)
    about = Q(session__project__in=projects)
    for slug in projects.values_list("slug", flat=True):
        named = StrIndex("payload", Value(f'"project":"{slug}"'))  # unlike LIKE, it knows small letters from capitals
        about |= Q(GreaterThan(named, 0), session__isnull=True)
    return events.filter(about)


def audited_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Give the sessions of the projects a person audits."""
    if _reads_all(user):
        return ReviewSession.objects.all()
    return ReviewSession.objects.filter(project__in=projects_where(user, Capability.AUDIT))


def event_page(events: QuerySet[Event], *, before: int | None, behind: int | None) -> EventPage:
    """Give one page of events; it starts from a key and not from a count, so the last is as quick as the first."""
    if behind is not None:
        rows = list(events.filter(pk__gt=behind).order_by("pk")[: PAGE + 1])
        more, shown = len(rows) > PAGE, rows[PAGE - 1 :: -1] if len(rows) > PAGE else rows[::-1]
        return EventPage(tuple(shown), shown[-1].pk if shown else None, shown[0].pk if more else None)
    older = events if before is None else events.filter(pk__lt=before)
    rows = list(older.order_by("-pk")[: PAGE + 1])
    shown = rows[:PAGE]
    newer = shown[0].pk if before is not None and shown else None
    return EventPage(tuple(shown), shown[-1].pk if len(rows) > PAGE else None, newer)


def filtered(events: QuerySet[Event], filters: Mapping[str, str]) -> QuerySet[Event]:
    """Narrow events by the filters that are set."""
    for name, value in filters.items():
        events = events.filter(_condition(name, value))
    return events


def _condition(name: str, value: str) -> Q:
    match name:
        case "type":
            return Q(event_type=value)
        case "since":
            return Q(created_at__gte=_midnight(date.fromisoformat(value)))
        case "until":
            return Q(created_at__lt=_midnight(date.fromisoformat(value) + timedelta(days=1)))
        case _:
            return Q(**{name: value})


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def shown_event(event: Event, *, user: Person) -> ShownEvent:
    """Read all that the page of an event shows; links lead only to what the person sees elsewhere too."""
    chain = Event.objects.filter(chain=event.chain)
    text = readable_json(event.body)
    return ShownEvent(
        event=event,
        payload=text[:MOST_CHARS],
        is_cut=len(text) > MOST_CHARS,
        changes=_changes(event),
        previous=chain.filter(seq=event.seq - 1).first(),
        next=chain.filter(seq=event.seq + 1).first(),
        session=visible_sessions(user).filter(events=event).first(),
        entry=visible_entries(user).filter(events=event).first(),
    )


def _changes(event: Event) -> tuple[Change, ...]:
    """Compare an entry as it was before an event with what it was at it."""
    if event.entry is None:
        return ()
    before, after = entry_at(event.entry, event.seq - 1), entry_at(event.entry, event.seq)
    if before is None or after is None:
        return ()
    return json_changes(before.as_json, after.as_json)


def latest_run() -> AuditRun | None:
    """Give the last run of the audit."""
    return AuditRun.objects.first()


def alarm(user: Person) -> AuditRun | None:
    """Give the last run of the audit to those who audit, if it found anything."""
    run = latest_run() if user.is_authenticated else None
    return run if run is not None and run.findings and may_audit_anything(user) else None


def _reads_all(user: Person) -> bool:
    return isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.view_event")
