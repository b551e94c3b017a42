"""Create and drop triggers in the words of each engine, for the migrations that guard tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation

Keys = Mapping[str, tuple[str, ...]]
"""Tables that are only appended to, and the columns that name a row of them."""


class Guard(NamedTuple):
    """One trigger: before *moment* on *table* it refuses with *sentence* every row that meets *condition*."""

    name: str
    table: str
    moment: str
    condition: str
    sentence: str


def create(
    schema_editor: BaseDatabaseSchemaEditor, guards: Iterable[Guard], append_only: Keys, *, among: str = ""
) -> None:
    """Create every trigger for the engine at hand; *among* which rows of a table a key names one."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in _sqlite(guards, append_only, among) if sqlite else _postgresql(guards, append_only):
        schema_editor.execute(statement, params=None)


def drop(schema_editor: BaseDatabaseSchemaEditor, guards: Iterable[Guard], append_only: Keys) -> None:
    """Drop every trigger again."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for guard in guards:
        schema_editor.execute(_dropped(guard.name, guard.table, sqlite=sqlite), params=None)
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {guard.name}()", params=None)
    for table in append_only:
        name = f"{table}_is_not_replaced" if sqlite else f"{table}_is_not_truncated"
        schema_editor.execute(_dropped(name, table, sqlite=sqlite), params=None)


def lift(connection: BaseDatabaseWrapper) -> list[str]:
    """Disable every trigger for rows that are copied as they are; return the statements that put all of them back."""
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
            on = ["SET CONSTRAINTS ALL IMMEDIATE", *on]  # PostgreSQL alters no table with checks to come
        for statement in off:
            cursor.execute(statement)
    return on


class Rebuilding(SeparateDatabaseAndState):
    """Operations for which SQLite builds tables anew: their triggers, which it would drop, are there again behind."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        super().__init__(database_operations=operations, state_operations=operations)

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        """Return what makes the operation again."""
        return type(self).__name__, [self.database_operations], {}

    def database_forwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: Any) -> None:  # noqa: ANN401
        """Do them."""
        with _unguarded(schema_editor):
            super().database_forwards(app_label, schema_editor, *states)

    def database_backwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: Any) -> None:  # noqa: ANN401
        """Undo them."""
        with _unguarded(schema_editor):
            super().database_backwards(app_label, schema_editor, *states)


@contextmanager
def _unguarded(schema_editor: BaseDatabaseSchemaEditor) -> Iterator[None]:
    restore = lift(schema_editor.connection) if schema_editor.connection.vendor == "sqlite" else []
    yield
    for statement in restore:
        schema_editor.execute(statement, params=None)


def _dropped(name: str, table: str, *, sqlite: bool) -> str:
    return f"DROP TRIGGER {name}" if sqlite else f"DROP TRIGGER {name} ON {table}"


def _sqlite(guards: Iterable[Guard], append_only: Keys, among: str) -> list[str]:
    statements = [
        f"CREATE TRIGGER {guard.name} BEFORE {guard.moment} ON {guard.table} FOR EACH ROW WHEN {guard.condition} "
        f"BEGIN SELECT RAISE(ABORT, '{guard.sentence}'); END"
        for guard in guards
    ]
    for table, key in append_only.items():
        same = " AND ".join([*(f'"{column}" = NEW."{column}"' for column in key), *filter(None, [among])])
        exists = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608 - names from migrations
        statements.append(
            f"CREATE TRIGGER {table}_is_not_replaced BEFORE INSERT ON {table} FOR EACH ROW WHEN {exists} "
            f"BEGIN SELECT RAISE(ABORT, '{table} rows never change'); END"
        )
    return statements


def _postgresql(guards: Iterable[Guard], append_only: Keys) -> list[str]:
    statements = []
    for name, table, moment, condition, sentence in guards:
        leave = "OLD" if moment == "DELETE" else "NEW"
        statements.append(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {condition} THEN "
            f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            f"RETURN {leave}; END $$"
        )
        statements.append(f"CREATE TRIGGER {name} BEFORE {moment} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
    statements += [
        f"CREATE TRIGGER {table}_is_not_truncated BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION review_is_not_truncated()"
        for table in append_only
    ]
    return statements
