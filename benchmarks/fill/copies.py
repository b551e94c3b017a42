"""Copies of sessions that the services made, each with a valid chain of its own."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max, Model

from aligner_core.ledger import Link, event_hash
from benchmarks.fill.templates import COPIED, Keys, Template, columns_of
from review.databases.rows import insert_rows
from review.models import Chain, Event, Message, ReviewSession
from review.models.events import moment_text
from review.services.audit.checkpoints import make_checkpoint
from review.services.derived.tallies import count_again

COPIES_PER_TRANSACTION = 100
COLUMNS = {table: columns_of(table) for table in COPIED}


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy to make: its template, the words in place of its marks, and how much earlier everything happened."""

    template: Template
    words: Sequence[str]
    earlier: timedelta


def copy_sessions(copies: Iterable[Copy]) -> Iterator[int]:
    """Store copies of sessions, some in each transaction, and yield how many entries each transaction added.

    Afterwards, new keys continue after the copies, and a checkpoint has the heads of their chains.
    """
    waiting = iter(copies)
    while batch := list(islice(waiting, COPIES_PER_TRANSACTION)):
        with transaction.atomic(durable=True):
            rows = _Rows({table: _next_key(table) for table in COPIED})
            for copy in batch:
                rows.add(copy)
            for table, values in rows.made.items():
                insert_rows(table, COLUMNS[table], values)
        yield sum(copy.template.entries for copy in batch)
    _move_sequences()
    count_again()
    make_checkpoint()


@dataclass(slots=True)
class _Rows:
    """The rows of some copies by table, and the next key of each table."""

    first: Keys
    made: dict[type[Model], list[list[Any]]] = field(default_factory=lambda: {table: [] for table in COPIED})

    def add(self, copy: Copy) -> None:
        """Add the rows of a copy."""
        names = copy.template.names(copy.words)
        rows = {
            table: [row.copied(self.first, -copy.earlier, names) for row in given]
            for table, given in copy.template.rows.items()
        }
        _set(Message, rows[Message], "length", [len(text) for text in _values(Message, rows[Message], "content")])
        _set(Chain, rows[Chain], "name", [f"session:{self.first[ReviewSession]}"])
        _link(rows, copy.template)
        for table, made in rows.items():
            self.made[table] += made
            self.first[table] += len(made)


def _link(rows: dict[type[Model], list[list[Any]]], template: Template) -> None:
    """Set the hashes of events in the order of their chain, and the head of the chain."""
    [session_id] = _values(ReviewSession, rows[ReviewSession], "session_id")
    previous = ""
    for row, entry_id in zip(rows[Event], template.entry_ids, strict=True):
        event = dict(zip(COLUMNS[Event], row, strict=True))
        link = Link(
            event_id=event["event_id"],
            seq=event["seq"],
            event_type=event["event_type"],
            session_id=session_id,
            entry_id=entry_id,
            actor=event["actor"],
            created_at=moment_text(event["created_at"]),
            payload=event["payload"],
            prev_hash=previous,
            hash="",
        )
        _set(Event, [row], "prev_hash", [previous])
        previous = event_hash(link)
        _set(Event, [row], "hash", [previous])
    _set(Chain, rows[Chain], "head_hash", [previous])


def _values(table: type[Model], rows: Iterable[Sequence[Any]], column: str) -> list[Any]:
    place = COLUMNS[table].index(column)
    return [row[place] for row in rows]


def _set(table: type[Model], rows: Iterable[list[Any]], column: str, values: Iterable[Any]) -> None:
    place = COLUMNS[table].index(column)
    for row, value in zip(rows, values, strict=True):
        row[place] = value


def _move_sequences() -> None:
    """Advance PostgreSQL's sequences past the keys of loaded rows; SQLite does so by itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(COPIED)):
            cursor.execute(statement)


def _next_key(table: type[Model]) -> int:
    return (table._base_manager.aggregate(last=Max("pk"))["last"] or 0) + 1  # noqa: SLF001 - Django's documented API
