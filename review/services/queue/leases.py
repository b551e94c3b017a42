"""Lease an entry of the queue to one person at a time: a lease of some minutes, which a browser renews."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from review.domain.limits import LEASE_TIME
from review.faults import Fault, fault_of
from review.models import Lease, lease_is_over
from review.selectors.keyset import Cursor
from review.selectors.queue import Queue, Turn, queue_from

STILL_READABLE = frozenset({Fault.FULL, Fault.READ_ONLY})
"""The faults of a database that can be read all the same."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The current turn of a person, until when they have it, and the queue; no turn when nothing is left.

    With a *fault* the database stores nothing: the turn can be read, and is kept for nobody.
    """

    queue: Queue
    turn: Turn | None = None
    until: datetime | None = None
    fault: Fault | None = None


def claim_next(*, user: User, filters: Mapping[str, str], turn: str, cursor: Cursor | None) -> Claimed:
    """Lease the next free entry to a person; the entries that they had are free again."""
    queue = queue_from(user, filters, turn=turn, cursor=cursor)
    try:
        with transaction.atomic():
            claimed = lease_first(queue, holder=user)
            kept = None if claimed.turn is None else claimed.turn.entry_id
            Lease.objects.filter(holder=user.pk).exclude(entry=kept).delete()
    except DatabaseError as error:
        fault = fault_of(error)
        if fault not in STILL_READABLE:
            raise
        return Claimed(queue, next(iter(queue.turns), None), fault=fault)
    return claimed


def lease_first(queue: Queue, *, holder: User) -> Claimed:
    """Lease the first entry of a queue that is still free."""
    for one in queue.turns:
        until = take_lease(entry_id=one.entry_id, holder=holder)
        if until is not None:
            return Claimed(queue, one, until)
    return Claimed(queue)


def take_lease(*, entry_id: int, holder: User) -> datetime | None:
    """Lease an entry to a person, or renew the lease; return its end, or None while somebody else has it."""
    until = timezone.now() + LEASE_TIME
    free = Lease.objects.filter(Q(holder=holder.pk) | lease_is_over(), entry=entry_id)
    if free.update(holder=holder.pk, until=until):
        return until
    try:
        with transaction.atomic():
            Lease.objects.create(entry_id=entry_id, holder_id=holder.pk, until=until)
    except IntegrityError:
        return None
    return until


def holder_of(entry_id: int) -> str:
    """Return the name of the person who holds an entry; empty when nobody does."""
    lease = Lease.objects.filter(~lease_is_over(), entry=entry_id).select_related("holder").first()
    return "" if lease is None else lease.holder.get_username()
