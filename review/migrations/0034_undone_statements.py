"""Statements that can be taken back: when that was, written once; nothing else of their rows changes, as before."""

from importlib import import_module

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

from review.migrations._search import entered
from review.migrations._triggers import Guard, create, drop

added = import_module("review.migrations.0023_added_quotes")
claims = import_module("review.migrations.0013_claims")
decisions = import_module("review.migrations.0010_decisions")
retrievals = import_module("review.migrations.0011_retrievals")

APPEND_ONLY = claims.APPEND_ONLY | {
    table: key for table, key in decisions.APPEND_ONLY.items() if table != "review_override"
}
COLUMNS = {
    "review_acknowledgement": ("alignment_id", "actor_id", "claim_version", "reason", "created_at"),
    "review_approval": ("entry_id", "actor_id", "fingerprint", "created_at"),
    "review_claimconfirmation": ("entry_id", "actor_id", "fingerprint", "created_at", "claim_version"),
    "review_claimversion": ("entry_id", "actor_id", "fingerprint", "created_at", "number", "title", "body"),
    "review_explanation": ("entry_id", "actor_id", "fingerprint", "created_at", "requirement", "reason"),
}
"""What stays of a row that is taken back; none of them is ever null."""
KEPT = "undone_at IS NULL"
OF_VERIFIED_QUOTE = """EXISTS (
    SELECT 1 FROM review_alignment a JOIN review_quote q ON q.id = a.quote_id JOIN review_entry e ON e.id = q.entry_id
    WHERE a.id = NEW.alignment_id AND e.stage IN ('verified', 'certified')
)"""
LATER_CLAIM = f"""EXISTS (
    SELECT 1 FROM review_claimversion c WHERE c.entry_id = NEW.entry_id AND c.number > NEW.number AND c.{KEPT}
)"""  # noqa: S608 - our own names
SKIPPED = claims.SKIPPED.replace("NEW.number - 1", f"NEW.number - 1 AND c.{KEPT}")
NOT_NEWEST = claims.NOT_NEWEST.replace("c.entry_id = NEW.id", f"c.entry_id = NEW.id AND c.{KEPT}")
UNANSWERED = added.UNANSWERED.replace("f.entry_id = NEW.id", f"f.entry_id = NEW.id AND f.{KEPT}")
REWORDED = {
    "review_claimversions_follow": SKIPPED,
    "review_entry_has_newest_claim": NOT_NEWEST,
    "review_entry_claim_is_answered": UNANSWERED,
}


def guards_before() -> list[Guard]:
    """List the triggers of the tables that are built anew, and those that read them."""
    own = [one for one in decisions.GUARDS if one.table in APPEND_ONLY]
    claimed = [one for one in claims.guards() if one.name not in added.REPLACED]
    return [*own, *claimed, *(one for one in added.guards() if one.name in REWORDED)]


def guards() -> list[Guard]:
    """List them as they are from here on."""
    kept = [
        one._replace(condition=REWORDED.get(one.name, one.condition))
        for one in guards_before()
        if not one.name.endswith("_is_append_only_update")
    ]
    later = "a later version of the claim counts"
    return [
        *kept,
        *(_only_undone(table) for table in APPEND_ONLY),
        *(_of_verified(table) for table in APPEND_ONLY),
        Guard("review_claimversion_newest_is_undone", "review_claimversion", "UPDATE", LATER_CLAIM, later),
    ]


def _only_undone(table: str) -> Guard:
    changed = " OR ".join(f'NEW."{column}" <> OLD."{column}"' for column in ("id", *COLUMNS[table]))
    condition = f"OLD.undone_at IS NOT NULL OR NEW.undone_at IS NULL OR {changed}"
    return Guard(
        f"{table}_is_append_only_update", table, "UPDATE", condition, f"{table} rows are only taken back, once"
    )


def _of_verified(table: str) -> Guard:
    condition = OF_VERIFIED_QUOTE if table == "review_acknowledgement" else retrievals.VERIFIED
    return Guard(f"{table}_of_verified_is_kept", table, "UPDATE", condition, "the entry is verified")


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger."""
    create(schema_editor, guards(), APPEND_ONLY, among=KEPT)
    _index_claims(schema_editor)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop every trigger again."""
    drop(schema_editor, guards(), APPEND_ONLY)


def unguard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers of before."""
    drop(schema_editor, guards_before(), APPEND_ONLY)


def guard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers of before."""
    create(schema_editor, guards_before(), APPEND_ONLY)
    _index_claims(schema_editor)


def _index_claims(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Have SQLite enter claims in the index of search again: the table that was built anew lost its trigger."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(entered("claimversion"), params=None)


UNIQUE = {
    "acknowledgement": ("acknowledgement_is_unique", ("alignment", "actor", "claim_version")),
    "approval": ("approval_is_unique", ("entry", "actor", "fingerprint")),
    "claimconfirmation": ("claim_confirmation_is_unique", ("entry", "fingerprint")),
    "claimversion": ("claim_version_is_unique", ("entry", "number")),
    "explanation": ("explanation_is_unique", ("entry", "actor", "requirement", "fingerprint")),
}


class Migration(migrations.Migration):
    dependencies = [("review", "0033_run_tallies")]

    operations = [
        migrations.RunPython(unguard_before, guard_before),
        *(migrations.RemoveConstraint(model_name=model, name=name) for model, (name, _) in UNIQUE.items()),
        *(
            migrations.AddField(model_name=model, name="undone_at", field=models.DateTimeField(blank=True, null=True))
            for model in UNIQUE
        ),
        *(
            migrations.AddConstraint(
                model_name=model,
                constraint=models.UniqueConstraint(fields=fields, condition=Q(undone_at__isnull=True), name=name),
            )
            for model, (name, fields) in UNIQUE.items()
        ),
        migrations.RunPython(guard, unguard),
    ]
