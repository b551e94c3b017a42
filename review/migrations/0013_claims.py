"""Claims in versions, that a person said one still holds, and the guards of both."""

from importlib import import_module

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._claims_asked import mark_asked
from review.migrations._triggers import Guard, create, drop

acknowledgements = import_module("review.migrations.0003_acknowledgements")
guards_before = import_module("review.migrations.0002_guards")
repairs = import_module("review.migrations.0004_repairs")
retrievals = import_module("review.migrations.0011_retrievals")

APPEND_ONLY = {
    "review_acknowledgement": ("alignment_id", "actor_id", "claim_version"),
    "review_claimconfirmation": ("entry_id", "fingerprint"),
    "review_claimversion": ("entry_id", "number"),
}
ABOVE = "('verified', 'certified')"
SKIPPED = """NEW.number > 2 AND NOT EXISTS (
    SELECT 1 FROM review_claimversion c WHERE c.entry_id = NEW.entry_id AND c.number = NEW.number - 1
)"""
OTHER_CLAIM = """NEW.claim_version <> COALESCE((
    SELECT c.number FROM review_entry e JOIN review_claimversion c ON c.id = e.claim_id WHERE e.id = NEW.entry_id
), 1)"""
NOT_NEWEST = """COALESCE(NEW.claim_id, 0) <> COALESCE((
    SELECT c.id FROM review_claimversion c WHERE c.entry_id = NEW.id ORDER BY c.number DESC LIMIT 1
), 0)"""
OPEN = f"NEW.stage IN {ABOVE} AND NEW.claim_open"
OPENED = f"{OPEN} AND (OLD.stage <> NEW.stage OR NOT OLD.claim_open)"
UNANSWERED = f"""NEW.stage IN {ABOVE} AND OLD.stage NOT IN {ABOVE} AND NEW.claim_id IS NULL
AND EXISTS (
    SELECT 1 FROM review_quote q WHERE q.entry_id = NEW.id
    AND (q.standing = 'withdrawn' OR (q.standing = 'counts' AND q.split_from_id IS NOT NULL))
) AND NOT EXISTS (SELECT 1 FROM review_claimconfirmation f WHERE f.entry_id = NEW.id)"""  # noqa: S608 - our own names


def guards() -> list[Guard]:
    """List the triggers of this migration."""
    appended = [
        Guard(f"{table}_is_append_only_{moment.lower()}", table, moment, "1 = 1", f"{table} rows never change")
        for table in APPEND_ONLY
        for moment in ("UPDATE", "DELETE")
    ]
    of_verified = [
        Guard(f"{table}_of_verified_stays", table, "INSERT", retrievals.VERIFIED, "the entry is verified")
        for table in ("review_claimconfirmation", "review_claimversion")
    ]
    entry, newest, open_claim = "review_entry", "not the newest version of its claim", "its claim is not confirmed"
    return [
        *appended,
        *of_verified,
        Guard("review_claimversions_follow", "review_claimversion", "INSERT", SKIPPED, "a version is missing"),
        Guard("review_claimconfirmation_of_claim", "review_claimconfirmation", "INSERT", OTHER_CLAIM, "another claim"),
        Guard("review_entry_has_newest_claim", entry, "UPDATE", NOT_NEWEST, newest),
        Guard("review_entry_claim_is_confirmed_insert", entry, "INSERT", OPEN, open_claim),
        Guard("review_entry_claim_is_confirmed_update", entry, "UPDATE", OPENED, open_claim),
        Guard("review_entry_claim_is_answered", entry, "UPDATE", UNANSWERED, open_claim),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers again that were dropped, and those of claims."""
    create(schema_editor, [*repairs.guards(), *_of_sources()], guards_before.APPEND_ONLY)
    create(schema_editor, guards(), APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop them, as long as tables are built anew."""
    drop(schema_editor, guards(), APPEND_ONLY)
    drop(schema_editor, [*repairs.guards(), *_of_sources()], guards_before.APPEND_ONLY)


def unguard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers of the tables that are built anew, and those that read them."""
    drop(schema_editor, [*repairs.guards(), *_of_sources()], guards_before.APPEND_ONLY)
    acknowledgements.unguard(apps, schema_editor)


def guard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers of before."""
    acknowledgements.guard(apps, schema_editor)
    create(schema_editor, [*repairs.guards(), *_of_sources()], guards_before.APPEND_ONLY)


def _of_sources() -> list[Guard]:
    return [one for one in retrievals.guards() if one.table == "review_entry" or "review_entry" in one.condition]


def statement_fields() -> list[tuple[str, models.Field]]:  # type: ignore[type-arg]
    """Return the columns of every statement on an entry."""
    return [
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("fingerprint", models.CharField(max_length=64)),
        ("created_at", models.DateTimeField(auto_now_add=True)),
        (
            "actor",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        (
            "entry",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
            ),
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0012_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(unguard_before, guard_before),
        migrations.CreateModel(
            name="ClaimConfirmation",
            fields=[*statement_fields(), ("claim_version", models.PositiveIntegerField(default=1))],
            options={
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "fingerprint"), name="claim_confirmation_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("claim_version__gte", 1)), name="claim_confirmation_names_a_version"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimVersion",
            fields=[
                *statement_fields(),
                ("number", models.PositiveIntegerField()),
                ("title", models.TextField(blank=True, default="")),
                ("body", models.TextField(blank=True, default="")),
            ],
            options={
                "ordering": ("entry", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "number"), name="claim_version_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gt", 1)), name="claim_versions_follow_the_extractors"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("title", ""), _negated=True),
                            models.Q(("body", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="claim_version_states_something",
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint(model_name="acknowledgement", name="acknowledgement_is_unique"),
        migrations.AddField(
            model_name="acknowledgement",
            name="claim_version",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddConstraint(
            model_name="acknowledgement",
            constraint=models.UniqueConstraint(
                fields=("alignment", "actor", "claim_version"), name="acknowledgement_is_unique"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="claim",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="review.claimversion",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="claim_open",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_asked, migrations.RunPython.noop),
        migrations.RunPython(guard, unguard),
    ]
