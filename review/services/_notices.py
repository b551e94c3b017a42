"""Notify people of an event that concerns them. Private to the services: done in the transaction of the event."""

from collections.abc import Collection, Mapping
from itertools import islice

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import Value
from django.db.models.functions import Concat

from review.domain import events
from review.domain.notices import NoticeKind
from review.models import Entry, Event, Membership, Notice

BATCH_SIZE = 500
ALIGNED = events.EvidenceAligned.event_type


def notify(
    kind: NoticeKind, recipients: Mapping[str, Collection[int]], *, project_id: int, actor: AbstractBaseUser | None
) -> None:
    """Notify the *recipients* of each event, by its id, except its actor and people who are not active members."""
    wanted = {person for people in recipients.values() for person in people} - {None if actor is None else actor.pk}
    if not wanted:
        return
    active = Membership.objects.filter(project=project_id, user__in=wanted, user__is_active=True)
    members = set(active.values_list("user", flat=True))
    event_ids = iter(recipients)
    while batch := list(islice(event_ids, BATCH_SIZE)):
        keys = Event.objects.filter(event_id__in=batch).values_list("event_id", "pk")
        Notice.objects.bulk_create(
            [
                Notice(person_id=person, project_id=project_id, event_id=key, kind=kind)
                for name, key in keys
                for person in sorted(members & {*recipients[name]})
            ],
            batch_size=BATCH_SIZE,
        )


def people_behind(entry: Entry) -> frozenset[int]:
    """Return the keys of the people who uploaded an entry or decided on it, according to the journal."""
    # `Concat` keeps the planner off the index of the types, which would be read through the whole store.
    recorded = Event.objects.filter(entry=entry.pk).annotate(kind=Concat("event_type", Value("")))
    names = set(recorded.filter(kind__in=events.DECIDED).values_list("actor", flat=True))
    extractions = {event.body["extraction_event_id"] for event in recorded.filter(kind=ALIGNED)}
    names |= set(Event.objects.filter(event_id__in=extractions).values_list("actor", flat=True))
    return frozenset(User.objects.filter(username__in=names - {Event.SYSTEM}).values_list("pk", flat=True))


def vouchers_of(entry: Entry) -> tuple[int, ...]:
    """Return the keys of the people who verified and certified an entry."""
    return tuple(key for key in (entry.verified_by_id, entry.certified_by_id) if key is not None)
