"""The feed of each engine: the trigger that enters every event of a session, and the numbers that are given to events.

On SQLite, the number is the key of the event: there is one writer at a time, so keys are in the order of commits. On
PostgreSQL, keys are given before the commit, so a reader who has seen one may have missed a smaller one that is not
committed yet; there, numbers are given to what is committed, by one transaction at a time.
"""

from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

AT_ONCE = 10_000
"""How many events get their numbers in one transaction, so that it is short after a large import too."""
HEAD = 1
"""The key of the only row of the heads."""
ENTERED = """INSERT INTO review_feeditem (event_id, project_id, number)
SELECT NEW.id, s.project_id, {number} FROM review_reviewsession s WHERE s.id = NEW.session_id"""
UNNUMBERED = "SELECT 1 FROM review_feeditem WHERE number IS NULL LIMIT 1"
LOCKED = "SELECT last FROM review_feedhead WHERE id = %s {lock}"
BEGUN = "INSERT INTO review_feedhead (id, last) VALUES (%s, 0) ON CONFLICT (id) DO NOTHING"
NUMBERED = """UPDATE review_feeditem SET number = %s + place FROM (
    SELECT event_id AS entered, row_number() OVER (ORDER BY event_id) AS place FROM review_feeditem
    WHERE number IS NULL ORDER BY event_id LIMIT %s
) AS fresh WHERE event_id = entered"""
MOVED = "UPDATE review_feedhead SET last = %s WHERE id = %s"
NEWEST = "SELECT COALESCE(MAX(number), 0) FROM review_feeditem"


def created(vendor: str) -> Iterator[str]:
    """Yield the statements that create the trigger."""
    if vendor == "sqlite":
        yield (
            "CREATE TRIGGER review_event_enters_feed AFTER INSERT ON review_event FOR EACH ROW "
            f"WHEN NEW.session_id IS NOT NULL BEGIN {ENTERED.format(number='NEW.id')}; END"
        )
        return
    yield (
        "CREATE FUNCTION review_event_enters_feed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{ENTERED.format(number='NULL')}; RETURN NULL; END $$"
    )
    yield (
        "CREATE TRIGGER review_event_enters_feed AFTER INSERT ON review_event FOR EACH ROW "
        "WHEN (NEW.session_id IS NOT NULL) EXECUTE FUNCTION review_event_enters_feed()"
    )


def is_unnumbered(database: BaseDatabaseWrapper) -> bool:
    """Return whether an event has no number yet; that reads an index that is nearly always empty."""
    with database.cursor() as cursor:
        cursor.execute(UNNUMBERED)
        return cursor.fetchone() is not None


def give_numbers(database: BaseDatabaseWrapper) -> int:
    """Store the next numbers of committed events that have none, in a transaction; return how many got one.

    The head is locked first, and the statements after it see all that is committed until then. Numbers that came with a
    copy of a store, from an engine that needs no head, may be above it.
    """
    with database.cursor() as cursor:
        last = _lock_head(database, cursor)
        cursor.execute(NEWEST)
        last = max(last, cursor.fetchone()[0])
        cursor.execute(NUMBERED, [last, AT_ONCE])
        count = int(cursor.rowcount)
        cursor.execute(MOVED, [last + count, HEAD])
    return count


def settle(database: BaseDatabaseWrapper) -> None:
    """Store the numbers that a copied store lacks: its engine may number new events alone."""
    while is_unnumbered(database):
        give_numbers(database)


def _lock_head(database: BaseDatabaseWrapper, cursor: CursorWrapper) -> int:
    lock = database.ops.for_update_sql() if database.features.has_select_for_update else ""
    cursor.execute(LOCKED.format(lock=lock), [HEAD])
    row = cursor.fetchone()
    if row is None:
        cursor.execute(BEGUN, [HEAD])
        return _lock_head(database, cursor)
    return int(row[0])
