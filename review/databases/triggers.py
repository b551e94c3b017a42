"""Triggers in the SQL of each engine, for the migration that guards tables."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

Keys = Mapping[str, tuple[str, ...]]
"""Append-only tables, and the columns that identify a row of them."""


class Guard(NamedTuple):
    """One trigger: before *moment* on *table*, it refuses every row that meets *condition* with *sentence*."""

    name: str
    table: str
    moment: str
    condition: str
    sentence: str


def created(vendor: str, guards: Iterable[Guard], append_only: Keys, *, among: str = "") -> Iterator[str]:
    """Yield the statements that create every trigger; *among* limits the rows in which a key is unique."""
    return _sqlite(guards, append_only, among) if vendor == "sqlite" else _postgresql(guards, append_only)


def lift(connection: BaseDatabaseWrapper) -> list[str]:
    """Disable every trigger for rows that are copied as they are; return the statements that restore all of them."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            off, on = [f'DROP TRIGGER "{name}"' for name, _ in triggers], [sql for _, sql in triggers]
        else:
            cursor.execute("SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
            tables = [table for (table,) in cursor.fetchall()]
            off, on = (
                [f"ALTER TABLE {table} {word} TRIGGER USER" for table in tables] for word in ("DISABLE", "ENABLE")
            )
            on = ["SET CONSTRAINTS ALL IMMEDIATE", *on]  # PostgreSQL alters no table with deferred checks pending
        for statement in off:
            cursor.execute(statement)
    return on


def _sqlite(guards: Iterable[Guard], append_only: Keys, among: str) -> Iterator[str]:
    for guard in guards:
        yield (
            f"CREATE TRIGGER {guard.name} BEFORE {guard.moment} ON {guard.table} FOR EACH ROW WHEN {guard.condition} "
            f"BEGIN SELECT RAISE(ABORT, '{guard.sentence}'); END"
        )
    for table, key in append_only.items():
        same = " AND ".join([*(f'"{column}" = NEW."{column}"' for column in key), *filter(None, [among])])
        exists = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608 - names of ours
        yield (
            f"CREATE TRIGGER {table}_is_not_replaced BEFORE INSERT ON {table} FOR EACH ROW WHEN {exists} "
            f"BEGIN SELECT RAISE(ABORT, '{table} rows never change'); END"
        )


def _postgresql(guards: Iterable[Guard], append_only: Keys) -> Iterator[str]:
    for name, table, moment, condition, sentence in guards:
        leave = "OLD" if moment == "DELETE" else "NEW"
        yield (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {condition} THEN "
            f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            f"RETURN {leave}; END $$"
        )
        yield f"CREATE TRIGGER {name} BEFORE {moment} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    for table in append_only:
        yield (
            f"CREATE TRIGGER {table}_is_not_truncated BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION review_is_not_truncated()"
        )
