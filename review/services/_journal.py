"""Append to the journal. Private to the services: an event is written in the transaction of the change it records.

It uses plain SQL: the overhead of Django's ORM would be most of the time that a chain is locked (docs/benchmarks.md).
"""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from aligner_core import canonical_json
from aligner_core.ledger import Head, Link, event_hash
from review.databases.rows import insert_rows, reserve_keys
from review.domain.events import Payload
from review.domain.tokens import token_in_use
from review.models import Chain, Entry, Event, ReviewSession
from review.models.events import moment_text
from review.services import _checkpoints

NewEvent = tuple[Payload, Entry | None]
"""The payload of an event, and the entry it is about."""
Value = str | int | datetime | None


class NamedEvent(NamedTuple):
    """An event with its id, which the payload of a later one can name before either is appended."""

    event_id: str
    payload: Payload
    entry: Entry | None
    actor: AbstractBaseUser | None


class FirstEvents(NamedTuple):
    """The events of a session that was stored in this transaction, and so has no chain yet."""

    session: ReviewSession
    named: Sequence[NamedEvent]


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
    return append_named(
        [NamedEvent(new_event_id(), payload, entry, actor) for payload, entry in events], session=session
    )


def new_event_id() -> str:
    """Return an id that no event has."""
    return uuid.uuid4().hex


def append_named(named: Sequence[NamedEvent], *, session: ReviewSession | None) -> list[Link]:
    """Do what `append_all` does, with events that have their ids and actors."""
    _require_transaction()
    with connection.cursor() as cursor:
        chain_id, head = _lock_head(cursor, session)
        now = timezone.now()
        links = list(_linked(named, head=head, session=session, moment=moment_text(now)))
        if links:
            shared = (chain_id, session.pk if session else None, connection.ops.adapt_datetimefield_value(now))
            _insert(cursor, [(*_values(link, one.entry), *shared) for link, one in zip(links, named, strict=True)])
            cursor.execute(UPDATE_HEAD, [links[-1].seq, links[-1].hash, chain_id])
    return links


def begin_chains(chains: Sequence[FirstEvents]) -> None:
    """Store chains of new sessions with their first events, a statement for each table, all with the same time.

    Raises:
        TransactionManagementError: there is no transaction that the events could be a part of.

    """
    _require_transaction()
    now = timezone.now()
    moment = moment_text(now)
    keys = reserve_keys(Chain, len(chains))
    heads, rows = list[tuple[Value, ...]](), list[tuple[Value, ...]]()
    for key, (session, named) in zip(keys, chains, strict=True):
        name = _chain_name(session)
        links = list(_linked(named, head=Head(name, 0, ""), session=session, moment=moment))
        heads.append((key, name, session.pk, len(links), links[-1].hash if links else ""))
        rows += [(*_values(link, one.entry), key, session.pk, now) for link, one in zip(links, named, strict=True)]
    insert_rows(Chain, ("id", "name", "session_id", "head_seq", "head_hash"), heads)
    numbered = reserve_keys(Event, len(rows))
    insert_rows(Event, ("id", *COLUMNS), [(key, *row) for key, row in zip(numbered, rows, strict=True)])
    _arrange_checkpoint(numbered)


def _require_transaction() -> None:
    if not connection.in_atomic_block:
        message = "an event is written in the transaction of the change it records"
        raise transaction.TransactionManagementError(message)


def is_checkpoint_due(event_id: int) -> bool:
    """Return whether a checkpoint follows an event; this depends on its number in the store, so nothing is counted."""
    return event_id % settings.REVIEW_CHECKPOINT_EVERY == 0


def _lock_head(cursor: CursorWrapper, session: ReviewSession | None) -> tuple[int, Head]:
    """Lock a chain and return its key and head; the first event creates the chain."""
    name = _chain_name(session)
    lock = connection.ops.for_update_sql() if connection.features.has_select_for_update else ""
    cursor.execute(f"{SELECT_HEAD} {lock}", [name])
    row = cursor.fetchone()
    if row is None:
        cursor.execute(INSERT_CHAIN, [name, session.pk if session else None])
        return _lock_head(cursor, session)
    chain_id, seq, last = row
    return chain_id, Head(name, seq, last)


def _chain_name(session: ReviewSession | None) -> str:
    return Chain.STORE if session is None else f"session:{session.pk}"


def _linked(named: Sequence[NamedEvent], *, head: Head, session: ReviewSession | None, moment: str) -> Iterator[Link]:
    previous, token = head.hash, token_in_use()
    with_token = {} if token is None else {"token": token._asdict()}
    for seq, (event_id, payload, entry, actor) in enumerate(named, start=head.seq + 1):
        link = Link(
            event_id=event_id,
            seq=seq,
            event_type=payload.event_type,
            session_id=session.session_id if session else None,
            entry_id=entry.entry_id if entry else None,
            actor=actor.get_username() if actor is not None else Event.SYSTEM,
            created_at=moment,
            payload=canonical_json(payload.model_dump(mode="json") | with_token).decode(),
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
        _arrange_checkpoint(pk for (pk,) in cursor.fetchall())


def _arrange_checkpoint(keys: Iterable[int]) -> None:
    if any(map(is_checkpoint_due, keys)):
        transaction.on_commit(_checkpoints.make_when_due, robust=True)
