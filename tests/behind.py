"""Change the store behind the back of its own triggers, as somebody with direct access to the database could."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from aligner_core.ledger.hash_chain import Link
from review.models import Checkpoint, Event
from review.models.events import moment_text
from review.selectors.audit.checkpoint_files import checkpoint_file

Value = str | int | float | None


@contextmanager
def lifted(table: str) -> Iterator[None]:
    """Disable the triggers of one table inside the block."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
            triggers = cursor.fetchall()
            off, on = [f'DROP TRIGGER "{name}"' for name, _ in triggers], [sql for _, sql in triggers]
        else:
            # Deferred checks would hold the table until the transaction ends.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            off = [f"ALTER TABLE {table} DISABLE TRIGGER USER"]
            on = [f"ALTER TABLE {table} ENABLE TRIGGER USER", "SET CONSTRAINTS ALL DEFERRED"]
        for statement in off:
            cursor.execute(statement)
        yield
        for statement in on:
            cursor.execute(statement)


@contextmanager
def unguarded(table: str) -> Iterator[None]:
    """Disable the triggers of one table and all foreign keys inside the block."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
            with lifted(table):
                yield
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield
            cursor.execute("SET LOCAL session_replication_role = origin")


def rewrite(table: str, column: str, value: Value, *, where: str = "TRUE") -> None:
    """Write one value into a column of every row that matches *where*."""
    with lifted(table), connection.cursor() as cursor:
        cursor.execute(f'UPDATE {table} SET "{column}" = %s WHERE {where}', [value])


def remove(table: str, *, where: str = "TRUE") -> None:
    """Delete every row that matches *where*; an event with its place in the feed."""
    if table == "review_event":
        remove("review_feeditem", where=f"event_id IN (SELECT id FROM review_event WHERE {where})")
    with lifted(table), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {where}")


def forget_checkpoints() -> None:
    """Delete every checkpoint except copies kept elsewhere."""
    Checkpoint.objects.all().delete()
    checkpoint_file().unlink(missing_ok=True)


def link_of(event: Event) -> Link:
    """Return an event, even a changed one that is not stored, in the form that is hashed."""
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
