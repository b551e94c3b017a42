"""Triggers that refuse what no constraint can: changing what is appended, and evidence that is not there.

A later migration that rebuilds one of these tables on SQLite drops its triggers silently: drop them all before, and
create them again behind, as 0004 does.
"""

from collections.abc import Mapping

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

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
UNPROVEN_SENTENCE = "evidence is not aligned"
ABOVE_CANDIDATE = (
    "EXISTS (SELECT 1 FROM review_entry e WHERE e.id = {row}.entry_id AND e.stage IN ('verified', 'certified'))"
)
FOREIGN_CURRENT = """NEW.current_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_alignment a WHERE a.id = NEW.current_id AND a.quote_id = NEW.id
)"""
NOT_TRUNCATED = """CREATE FUNCTION review_is_not_truncated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION '% rows never change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$"""


def guards(*, frozen: Mapping[str, tuple[str, ...]] = FROZEN, unproven: str = UNPROVEN) -> list[Guard]:
    """List every trigger; what is frozen and what counts as unproven, later migrations say anew."""
    listed = [
        Guard(f"{table}_is_append_only_{moment.lower()}", table, moment, "1 = 1", f"{table} rows never change")
        for table in APPEND_ONLY
        for moment in ("UPDATE", "DELETE")
    ]
    listed += [
        Guard(f"{table}_identity_is_frozen", table, _update_of(columns), "1 = 1", f"{table}: what came stays")
        for table, columns in frozen.items()
    ]
    listed += [
        Guard(f"review_entry_needs_evidence_{moment.lower()}", "review_entry", moment, unproven, UNPROVEN_SENTENCE)
        for moment in ("INSERT", "UPDATE")
    ]
    for moment, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
        condition = " OR ".join(ABOVE_CANDIDATE.format(row=row) for row in rows)
        name = f"review_quote_of_verified_stays_{moment.lower()}"
        listed.append(Guard(name, "review_quote", moment, condition, "the entry is verified"))
    own = "review_quote_current_is_its_own"
    listed.append(Guard(own, "review_quote", "UPDATE", FOREIGN_CURRENT, "not an attempt at this quote"))
    return listed


def _update_of(columns: tuple[str, ...]) -> str:
    return "UPDATE OF " + ", ".join(f'"{column}"' for column in columns)


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(NOT_TRUNCATED, params=None)
    create(schema_editor, guards(), APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop every trigger again."""
    drop(schema_editor, guards(), APPEND_ONLY)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION review_is_not_truncated()", params=None)


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
