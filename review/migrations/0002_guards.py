"""Triggers that refuse what no constraint can: changing what is appended, and evidence that is not there.

A later migration that rebuilds one of these tables on SQLite drops its triggers silently: run `guard` again in it.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

APPEND_ONLY = {
    "review_message": ("session_id", "index", "version"),
    "review_extraction": ("session_id", "digest"),
    "review_alignment": ("quote_id", "attempt"),
    "review_event": ("chain_id", "seq"),
}
FROZEN = {
    "review_reviewsession": ("project_id", "session_id"),
    "review_entry": ("session_id", "extraction_id", "position", "entry_id", "type", "title", "body"),
    "review_quote": ("entry_id", "position", "text", "text_hash", "is_cut", "claimed_index"),
}
UNPROVEN = """NEW.stage IN ('verified', 'certified') AND (
    NOT EXISTS (SELECT 1 FROM review_quote q WHERE q.entry_id = NEW.id AND q.withdrawn_at IS NULL)
    OR EXISTS (
        SELECT 1 FROM review_quote q LEFT JOIN review_alignment a ON a.id = q.current_id
        WHERE q.entry_id = NEW.id AND q.withdrawn_at IS NULL
        AND (a.method IS NULL OR a.method = 'none' OR a.ambiguous)
    )
)"""
ABOVE_CANDIDATE = (
    "EXISTS (SELECT 1 FROM review_entry e WHERE e.id = {row}.entry_id AND e.stage IN ('verified', 'certified'))"
)
FOREIGN_CURRENT = """NEW.current_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_alignment a WHERE a.id = NEW.current_id AND a.quote_id = NEW.id
)"""


def _guards() -> list[tuple[str, str, str, str, str]]:
    """List every trigger: name, table, moment, condition, and the sentence it refuses with."""
    guards = [
        (f"{table}_is_append_only_{moment.lower()}", table, moment, "1 = 1", f"{table} rows never change")
        for table in APPEND_ONLY
        for moment in ("UPDATE", "DELETE")
    ]
    guards += [
        (f"{table}_identity_is_frozen", table, f"UPDATE OF {_columns(columns)}", "1 = 1", f"{table}: what came stays")
        for table, columns in FROZEN.items()
    ]
    guards += [
        (f"review_entry_needs_evidence_{moment.lower()}", "review_entry", moment, UNPROVEN, "evidence is not aligned")
        for moment in ("INSERT", "UPDATE")
    ]
    for moment, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
        condition = " OR ".join(ABOVE_CANDIDATE.format(row=row) for row in rows)
        name = f"review_quote_of_verified_stays_{moment.lower()}"
        guards.append((name, "review_quote", moment, condition, "the entry is verified"))
    guards.append(
        ("review_quote_current_is_its_own", "review_quote", "UPDATE", FOREIGN_CURRENT, "not an attempt at this quote")
    )
    return guards


def _columns(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _sqlite() -> list[str]:
    statements = [
        f"CREATE TRIGGER {name} BEFORE {moment} ON {table} FOR EACH ROW WHEN {condition} "
        f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
        for name, table, moment, condition, sentence in _guards()
    ]
    for table, key in APPEND_ONLY.items():
        same = " AND ".join(f'"{column}" = NEW."{column}"' for column in key)
        exists = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608 - names from this file
        statements.append(
            f"CREATE TRIGGER {table}_is_not_replaced BEFORE INSERT ON {table} FOR EACH ROW WHEN {exists} "
            f"BEGIN SELECT RAISE(ABORT, '{table} rows never change'); END"
        )
    return statements


def _postgresql() -> list[str]:
    statements = []
    for name, table, moment, condition, sentence in _guards():
        leave = "OLD" if moment == "DELETE" else "NEW"
        statements.append(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {condition} THEN "
            f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            f"RETURN {leave}; END $$"
        )
        statements.append(f"CREATE TRIGGER {name} BEFORE {moment} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
    statements.append(
        "CREATE FUNCTION review_is_not_truncated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% rows never change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    statements += [
        f"CREATE TRIGGER {table}_is_not_truncated BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION review_is_not_truncated()"
        for table in APPEND_ONLY
    ]
    return statements


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger for the engine at hand."""
    statements = _sqlite() if schema_editor.connection.vendor == "sqlite" else _postgresql()
    for statement in statements:
        schema_editor.execute(statement, params=None)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop every trigger again."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for name, table, *_ in _guards():
        drop = f"DROP TRIGGER {name}" if sqlite else f"DROP TRIGGER {name} ON {table}"
        schema_editor.execute(drop, params=None)
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {name}()", params=None)
    for table in APPEND_ONLY:
        drop = (
            f"DROP TRIGGER {table}_is_not_replaced" if sqlite else f"DROP TRIGGER {table}_is_not_truncated ON {table}"
        )
        schema_editor.execute(drop, params=None)
    if not sqlite:
        schema_editor.execute("DROP FUNCTION review_is_not_truncated()", params=None)


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
