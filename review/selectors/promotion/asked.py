"""Requests on an entry, which only the journal records: changes and assignments; and who is looking at it now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from review.databases.statements import Statement
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
from review.models import Entry, EntryMark, Event, Lease, lease_is_over
from review.selectors.access import Person

OF_CHANGES = (ChangeRequested.event_type, ChangeResolved.event_type)
ENDS_ASSIGNMENT = tuple(one.event_type for one in (AssignmentEnded, EntryDemoted, EntryReopened))
"""The events that end an assignment, whoever caused them: an entry that is reopened is assigned to nobody."""
OF_ASSIGNMENTS = (EntryAssigned.event_type, EntryApproved.event_type, *ENDS_ASSIGNMENT)
ASKING_COLUMNS = ("event_id", "event_type", "actor", "created_at", "payload")
"""The columns of events that say what is asked."""
REVIEWING = roles_that(Capability.REVIEW)
WANTS_CHANGE = Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=CHANGE))
"""Match the marks of entries with a requested change."""
IS_ASSIGNED = Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=ASSIGNED))
"""Match the marks of entries that were assigned to anybody."""


@dataclass(frozen=True, slots=True)
class WantedChange:
    """A requested change that is not resolved: the reason, the comment, the author and the time."""

    reason: ChangeReason
    comment: str
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Assignment:
    """The person assigned to decide on an entry, who assigned them, and when."""

    person: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Presence:
    """Another person who has an entry from the queue: until when, and the minutes left."""

    person: str
    until: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The open requests on an entry; a decision settles all of them."""

    change: WantedChange | None = None
    assignment: Assignment | None = None


NOTHING_ASKED = Asked()


def asked_of(entries: Sequence[int]) -> Mapping[int, Asked]:
    """Return the open requests by entry; one query, by the index on entries."""
    events: dict[int, list[Event]] = {pk: [] for pk in entries}
    for entry, *row in _asking.rows(entries=entries):
        events[entry].append(Event(**dict(zip(ASKING_COLUMNS, row, strict=True))))
    return {pk: _asked_after(some) for pk, some in events.items()}


@Statement
def _asking(entries: Sequence[int]) -> QuerySet[Event, tuple[Any, ...]]:
    # Of the two indexes that fit, the one on event types would be read for the whole store.
    typed = Event.objects.filter(entry__in=entries).annotate(kind=Concat("event_type", Value("")))
    kinds = (*OF_CHANGES, *OF_ASSIGNMENTS, DecisionReverted.event_type)
    return typed.filter(kind__in=kinds).order_by("seq").values_list("entry", *ASKING_COLUMNS)


def asked_among(entry: Entry, newest_first: Sequence[Event], *, is_whole: bool) -> Asked:
    """Return the open requests on an entry from its newest events; query the journal unless these are all of them."""
    if entry.is_settled or not is_whole:
        return asked_on(entry)
    return _asked_after(newest_first[::-1])


def asked_on(entry: Entry) -> Asked:
    """Return the open requests on an entry."""
    return NOTHING_ASKED if entry.is_settled else asked_of([entry.pk])[entry.pk]


def assigned_to_others(user: Person) -> Q:
    """Match the marks of entries that were assigned to somebody else."""
    own = EntryMark.objects.filter(entry=OuterRef("entry"), name=assigned_mark(user.get_username()))
    return Q(IS_ASSIGNED) & ~Q(Exists(own))


def assignable_people(project: int) -> QuerySet[User]:
    """Return the people to whom entries of a project can be assigned: its reviewers, by name."""
    members = User.objects.filter(memberships__project=project, memberships__role__in=REVIEWING, is_active=True)
    return members.order_by("username")


def presence_on(entry: Entry, *, reader: Person) -> Presence | None:
    """Return who else has an entry from the queue now; None if nobody has."""
    now = timezone.now()
    others = Lease.objects.filter(~lease_is_over(), entry=entry.pk).exclude(holder=reader.pk or 0)
    lease = next(iter(others.select_related("holder")), None)
    if lease is None:
        return None
    return Presence(lease.holder.get_username(), lease.until, -(-(lease.until - now) // timedelta(minutes=1)))


def _asked_after(events: Sequence[Event]) -> Asked:
    """Return the open requests after some events, without those that were undone."""
    reverted = {event.body["reverts"] for event in events if event.event_type == DecisionReverted.event_type}
    standing = [event for event in events if event.event_id not in reverted]
    return Asked(_change_after(standing), _assignment_after(standing))


def _change_after(events: Iterable[Event]) -> WantedChange | None:
    """Return the change that is open after some events: the newest event about changes decides."""
    about_changes = [event for event in events if event.event_type in OF_CHANGES]
    if not about_changes or about_changes[-1].event_type != ChangeRequested.event_type:
        return None
    event = about_changes[-1]
    return WantedChange(ChangeReason(event.body["reason"]), event.body["comment"], event.actor, event.created_at)


def _assignment_after(events: Iterable[Event]) -> Assignment | None:
    """Return the assignment that is open after some events; an approval fulfils it."""
    standing = None
    for event in events:
        is_done = event.event_type == EntryApproved.event_type and standing and standing.person == event.actor
        if event.event_type == EntryAssigned.event_type:
            standing = Assignment(event.body["person"], event.actor, event.created_at)
        elif is_done or event.event_type in ENDS_ASSIGNMENT:
            standing = None
    return standing
