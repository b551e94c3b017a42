"""Lease an entry of the queue to one person at a time: a lease of some minutes, which a browser renews."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from review.domain.limits import LEASE_TIME
from review.models import Lease
from review.selectors.keyset import Cursor
from review.selectors.queue import Queue, Turn, queue_from


@dataclass(frozen=True, slots=True)
class Claimed:
    """The current turn of a person, until when they have it, and the queue; no turn when nothing is left."""

    queue: Queue
    turn: Turn | None = None
    until: datetime | None = None

    @property
    def upcoming(self) -> tuple[Turn, ...]:
        """The turns after this one."""
        turns = self.queue.turns
        return turns[turns.index(self.turn) + 1 :] if self.turn is not None else ()


def claim_next(*, user: User, filters: Mapping[str, str], turn: str, cursor: Cursor | None) -> Claimed:
    """Lease the next free entry to a person; the entries that they had are free again."""
    queue = queue_from(user, filters, turn=turn, cursor=cursor)
    with transaction.atomic():
        claimed = lease_first(queue, holder=user)
        kept = None if claimed.turn is None else claimed.turn.entry_id
        Lease.objects.filter(holder=user.pk).exclude(entry=kept).delete()
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
    now = timezone.now()
    until = now + LEASE_TIME
    free = Lease.objects.filter(Q(holder=holder.pk) | Q(until__lte=now), entry=entry_id)
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
    lease = Lease.objects.filter(entry=entry_id, until__gt=timezone.now()).select_related("holder").first()
    return "" if lease is None else lease.holder.get_username()
