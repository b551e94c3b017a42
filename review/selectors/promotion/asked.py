"""Who is at an entry: what people asked of each other on it, which the journal alone tells, and who looks at it now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from review.domain.changes import ChangeReason
from review.domain.events import (
    AssignmentEnded,
    ChangeRequested,
    ChangeResolved,
    DecisionReverted,
    EntryApproved,
    EntryAssigned,
    EntryDemoted,
    EntryReopened,
)
from review.domain.marks import ASSIGNED, CHANGE, assigned_mark
from review.domain.roles import Capability, roles_that
from review.models import ABOVE_CANDIDATE, Entry, EntryMark, Event, Lease
from review.selectors.access import Person

OF_CHANGES = (ChangeRequested.event_type, ChangeResolved.event_type)
ENDS_ASSIGNMENT = tuple(one.event_type for one in (AssignmentEnded, EntryDemoted, EntryReopened))
"""What ends an assignment, whoever did it: what comes back after a decision is everybody's again."""
OF_ASSIGNMENTS = (EntryAssigned.event_type, EntryApproved.event_type, *ENDS_ASSIGNMENT)
REVIEWING = roles_that(Capability.REVIEW)
WANTS_CHANGE = Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=CHANGE))
"""Match the marks of entries of which a change was asked for."""
IS_ASSIGNED = Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=ASSIGNED))
"""Match the marks of entries that were assigned to anybody."""


@dataclass(frozen=True, slots=True)
class WantedChange:
    """A change that somebody asked for and nobody called done: why, in which words, who and when."""

    reason: ChangeReason
    comment: str
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who is to decide on an entry, who said so, and when."""

    person: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody else who looks at an entry, as the queue gave it to them: until when, and how many minutes that is."""

    person: str
    until: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands of what was asked on an entry: a decision settles all of it."""

    change: WantedChange | None = None
    assignment: Assignment | None = None


NOTHING_ASKED = Asked()


def asked_of(entries: Sequence[int]) -> Mapping[int, Asked]:
    """Return what was asked and not settled, by entry; one query, read by the entries alone."""
    # Of the two indexes that fit, that of the types would be read through the whole store.
    told = Event.objects.filter(entry__in=entries).annotate(kind=Concat("event_type", Value("")))
    events: dict[int, list[Event]] = {pk: [] for pk in entries}
    kinds = (*OF_CHANGES, *OF_ASSIGNMENTS, DecisionReverted.event_type)
    for event in told.filter(kind__in=kinds).order_by("seq"):
        events[event.entry_id or 0].append(event)
    return {pk: _asked_after(some) for pk, some in events.items()}


def asked_among(entry: Entry, newest_first: Sequence[Event], *, is_whole: bool) -> Asked:
    """Return what was asked on an entry, by its newest events; the journal is asked if these are not all."""
    if _is_decided(entry) or not is_whole:
        return asked_on(entry)
    return _asked_after(newest_first[::-1])


def asked_on(entry: Entry) -> Asked:
    """Return what was asked on an entry."""
    return NOTHING_ASKED if _is_decided(entry) else asked_of([entry.pk])[entry.pk]


def assigned_to_others(user: Person) -> Q:
    """Match the marks of entries that were assigned to somebody else."""
    own = EntryMark.objects.filter(entry=OuterRef("entry"), name=assigned_mark(user.get_username()))
    return Q(IS_ASSIGNED) & ~Q(Exists(own))


def assignable_people(project: int) -> QuerySet[User]:
    """Return the people to whom entries of a project can be assigned: those who review in it, by name."""
    members = User.objects.filter(memberships__project=project, memberships__role__in=REVIEWING, is_active=True)
    return members.order_by("username")


def presence_on(entry: Entry, *, reader: Person) -> Presence | None:
    """Return who else has an entry from the queue now; None if nobody has."""
    now = timezone.now()
    others = Lease.objects.filter(entry=entry.pk, until__gt=now).exclude(holder=reader.pk or 0)
    lease = others.select_related("holder").first()
    if lease is None:
        return None
    return Presence(lease.holder.get_username(), lease.until, -(-(lease.until - now) // timedelta(minutes=1)))


def _is_decided(entry: Entry) -> bool:
    return entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None


def _asked_after(events: Sequence[Event]) -> Asked:
    """Return what stands after events, without those that were taken back."""
    reverted = {event.body["reverts"] for event in events if event.event_type == DecisionReverted.event_type}
    standing = [event for event in events if event.event_id not in reverted]
    return Asked(_change_after(standing), _assignment_after(standing))


def _change_after(events: Iterable[Event]) -> WantedChange | None:
    """Return the change that stands after events, of which the newest about changes counts."""
    told = [event for event in events if event.event_type in OF_CHANGES]
    if not told or told[-1].event_type != ChangeRequested.event_type:
        return None
    event = told[-1]
    return WantedChange(ChangeReason(event.body["reason"]), event.body["comment"], event.actor, event.created_at)


def _assignment_after(events: Iterable[Event]) -> Assignment | None:
    """Return the assignment that stands after events; who approved did what was asked of them."""
    standing = None
    for event in events:
        is_done = event.event_type == EntryApproved.event_type and standing and standing.person == event.actor
        if event.event_type == EntryAssigned.event_type:
            standing = Assignment(event.body["person"], event.actor, event.created_at)
        elif is_done or event.event_type in ENDS_ASSIGNMENT:
            standing = None
    return standing
