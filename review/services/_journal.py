"""Append to the journal. Private to the services: an event is written in the transaction of the change it records.

It uses plain SQL: the overhead of Django's ORM would be most of the time that a chain is locked (docs/benchmarks.md).
"""

import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from aligner_core import canonical_json
from aligner_core.ledger import Head, Link, event_hash
from review.domain.events import Payload
from review.models import Chain, Entry, Event, ReviewSession
from review.models.events import moment_text
from review.services import _checkpoints

NewEvent = tuple[Payload, Entry | None]
"""The payload of an event, and the entry it is about."""
Value = str | int | datetime | None

ROWS_PER_INSERT = 80
"""Eleven values per row: SQLite before 3.32 accepts at most 999 in a statement."""
SELECT_HEAD = "SELECT id, head_seq, head_hash FROM review_chain WHERE name = %s"
INSERT_CHAIN = """INSERT INTO review_chain (name, session_id, head_seq, head_hash) VALUES (%s, %s, 0, '')
ON CONFLICT (name) DO NOTHING"""
UPDATE_HEAD = "UPDATE review_chain SET head_seq = %s, head_hash = %s WHERE id = %s"
COLUMNS = (
    "event_id",
    "seq",
    "event_type",
    "actor",
    "payload",
    "prev_hash",
    "hash",
    "entry_id",
    "chain_id",
    "session_id",
    "created_at",
)
INSERT = f"INSERT INTO review_event ({', '.join(COLUMNS)}) VALUES {{rows}} RETURNING id"  # noqa: S608 - our own names
ROW = f"({', '.join(['%s'] * len(COLUMNS))})"


def append(
    payload: Payload, *, session: ReviewSession | None, actor: AbstractBaseUser | None, entry: Entry | None = None
) -> Link:
    """Append one event to the chain of a session, or of the store when it concerns no session; return its link."""
    return append_all([(payload, entry)], session=session, actor=actor)[0]


def append_all(
    events: Sequence[NewEvent], *, session: ReviewSession | None, actor: AbstractBaseUser | None
) -> list[Link]:
    """Append events in order, all with the same time, move the head of the chain, and return the links.

    Raises:
        TransactionManagementError: there is no transaction that the events could be a part of.

    """
    if not connection.in_atomic_block:
        message = "an event is written in the transaction of the change it records"
        raise transaction.TransactionManagementError(message)
    name = actor.get_username() if actor is not None else Event.SYSTEM
    with connection.cursor() as cursor:
        chain_id, head = _lock_head(cursor, session)
        now = timezone.now()
        links = list(_linked(events, head=head, session=session, actor=name, moment=moment_text(now)))
        if links:
            shared = (chain_id, session.pk if session else None, connection.ops.adapt_datetimefield_value(now))
            _insert(cursor, [(*_values(link, entry), *shared) for link, (_, entry) in zip(links, events, strict=True)])
            cursor.execute(UPDATE_HEAD, [links[-1].seq, links[-1].hash, chain_id])
    return links


def is_checkpoint_due(event_id: int) -> bool:
    """Return whether a checkpoint follows an event; this depends on its number in the store, so nothing is counted."""
    return event_id % settings.REVIEW_CHECKPOINT_EVERY == 0


def _lock_head(cursor: CursorWrapper, session: ReviewSession | None) -> tuple[int, Head]:
    """Lock a chain and return its key and head; the first event creates the chain."""
    name = Chain.STORE if session is None else f"session:{session.pk}"
    lock = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    cursor.execute(f"{SELECT_HEAD} {lock}", [name])
    row = cursor.fetchone()
    if row is None:
        cursor.execute(INSERT_CHAIN, [name, session.pk if session else None])
        return _lock_head(cursor, session)
    chain_id, seq, last = row
    return chain_id, Head(name, seq, last)


def _linked(
    events: Sequence[NewEvent], *, head: Head, session: ReviewSession | None, actor: str, moment: str
) -> Iterator[Link]:
    previous = head.hash
    for seq, (payload, entry) in enumerate(events, start=head.seq + 1):
        link = Link(
            event_id=uuid.uuid4().hex,
            seq=seq,
            event_type=payload.event_type,
            session_id=session.session_id if session else None,
            entry_id=entry.entry_id if entry else None,
            actor=actor,
            created_at=moment,
            payload=canonical_json(payload.model_dump(mode="json")).decode(),
            prev_hash=previous,
            hash="",
        )
        previous = event_hash(link)
        yield link._replace(hash=previous)


def _values(link: Link, entry: Entry | None) -> tuple[Value, ...]:
    """Return the values that differ within one batch of events, in the order of the columns."""
    own = (link.event_id, link.seq, link.event_type, link.actor, link.payload, link.prev_hash, link.hash)
    return (*own, entry.pk if entry else None)


def _insert(cursor: CursorWrapper, rows: Sequence[tuple[Value, ...]]) -> None:
    for first in range(0, len(rows), ROWS_PER_INSERT):
        batch = rows[first : first + ROWS_PER_INSERT]
        cursor.execute(INSERT.format(rows=", ".join([ROW] * len(batch))), [value for row in batch for value in row])
        if any(is_checkpoint_due(pk) for (pk,) in cursor.fetchall()):
            transaction.on_commit(_checkpoints.make_when_due, robust=True)
