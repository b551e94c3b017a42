"""Append to the journal. Private to the services: an event is written in the transaction of what it tells.

In plain SQL: what Django's own statements cost is most of the time that a chain is locked (docs/benchmarks-journal.md).
"""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from aligner_core import canonical_json
from aligner_core.journal import Head, Link, event_hash
from review.events import Payload
from review.models import Chain, Entry, Event, ReviewSession
from review.selectors.journal import moment_text
from review.services import _checkpoints

Fact = tuple[Payload, Entry | None]

BATCH = 80
"""Eleven values a row: the oldest SQLite takes 999 in a statement."""
HEAD = "SELECT id, head_seq, head_hash FROM review_chain WHERE name = %s"
MOVE = "UPDATE review_chain SET head_seq = %s, head_hash = %s WHERE id = %s"
COLUMNS = (
    "chain_id",
    "seq",
    "event_id",
    "event_type",
    "session_id",
    "entry_id",
    "actor",
    "created_at",
    "payload",
    "prev_hash",
    "hash",
)
INSERT = f"INSERT INTO review_event ({', '.join(COLUMNS)}) VALUES {{rows}} RETURNING id"  # noqa: S608 - names of ours
ROW = f"({', '.join(['%s'] * len(COLUMNS))})"


def append(
    payload: Payload, *, session: ReviewSession | None, actor: AbstractBaseUser | None, entry: Entry | None = None
) -> Event:
    """Append one event to a session's chain, or to the store's own where it is about no session."""
    return append_all([(payload, entry)], session=session, actor=actor)[0]


def append_all(facts: Sequence[Fact], *, session: ReviewSession | None, actor: AbstractBaseUser | None) -> list[Event]:
    """Append events in order, all at one moment, and move the head of the chain behind them."""
    if not connection.in_atomic_block:
        message = "an event is written in the transaction of what it tells"
        raise transaction.TransactionManagementError(message)
    name = actor.get_username() if actor is not None else Event.MACHINE
    with connection.cursor() as cursor:
        chain_id, head = _lock_head(cursor, session)
        events = list(_linked(facts, chain_id=chain_id, head=head, session=session, actor=name))
        if events:
            _insert(cursor, events)
            cursor.execute(MOVE, [events[-1].seq, events[-1].hash, chain_id])
    return events


def _lock_head(cursor: CursorWrapper, session: ReviewSession | None) -> tuple[int, Head]:
    """Lock the head of a chain, making the chain when it is the first event."""
    name = Chain.STORE if session is None else f"session:{session.pk}"
    lock = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    cursor.execute(f"{HEAD} {lock}", [name])
    row = cursor.fetchone()
    if row is None:
        Chain.objects.get_or_create(name=name, defaults={"session": session})
        return _lock_head(cursor, session)
    chain_id, seq, last = row
    return chain_id, Head(name, seq, last)


def _linked(
    facts: Sequence[Fact], *, chain_id: int, head: Head, session: ReviewSession | None, actor: str
) -> Iterator[Event]:
    now, previous = timezone.now(), head.hash
    for seq, (payload, entry) in enumerate(facts, start=head.seq + 1):
        event = Event(
            chain_id=chain_id,
            seq=seq,
            event_id=uuid.uuid4().hex,
            event_type=payload.event_type,
            session=session,
            entry=entry,
            actor=actor,
            created_at=now,
            payload=canonical_json(payload.model_dump(mode="json")).decode(),
            prev_hash=previous,
        )
        event.hash = previous = event_hash(link_of(event))
        yield event


def _insert(cursor: CursorWrapper, events: Sequence[Event]) -> None:
    for first in range(0, len(events), BATCH):
        batch = events[first : first + BATCH]
        statement = INSERT.format(rows=", ".join([ROW] * len(batch)))
        cursor.execute(statement, [value for event in batch for value in _values(event)])
        for event, (pk,) in zip(batch, cursor.fetchall(), strict=True):
            event.pk = pk
            if _checkpoints.is_due(pk):
                transaction.on_commit(_checkpoints.make_when_due, robust=True)


def _values(event: Event) -> Iterator[Any]:
    for column in COLUMNS:
        value = getattr(event, column)
        yield connection.ops.adapt_datetimefield_value(value) if column == "created_at" else value


def link_of(event: Event) -> Link:
    """Give an event in the form that its hash is made over."""
    return Link(
        event_id=event.event_id,
        seq=event.seq,
        event_type=event.event_type,
        session_id=event.session.session_id if event.session else None,
        entry_id=event.entry.entry_id if event.entry else None,
        actor=event.actor,
        created_at=moment_text(event.created_at),
        payload=event.payload,
        prev_hash=event.prev_hash,
        hash=event.hash,
    )
