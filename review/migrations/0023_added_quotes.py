"""Quotes that a person added to an entry: who did, frozen like what was uploaded, and asked about like other words."""

from importlib import import_module

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

claims = import_module("review.migrations.0013_claims")
repairs = import_module("review.migrations.0004_repairs")

FROZEN = {**repairs.FROZEN, "review_quote": (*repairs.FROZEN["review_quote"], "added_by_id")}
ADDED_PART = "NEW.added_by_id IS NOT NULL AND NEW.split_from_id IS NOT NULL"
OTHER_WORDS = """(q.standing = 'withdrawn' AND q.added_by_id IS NULL)
    OR (q.standing = 'counts' AND (q.split_from_id IS NOT NULL OR q.added_by_id IS NOT NULL))"""
UNANSWERED = claims.UNANSWERED.replace(
    "q.standing = 'withdrawn' OR (q.standing = 'counts' AND q.split_from_id IS NOT NULL)", OTHER_WORDS
)
REPLACED = ("review_quote_identity_is_frozen", "review_entry_claim_is_answered")


def replaced() -> list[Guard]:
    """List the triggers that this migration words anew, as they were."""
    return [one for one in (*repairs.guards(), *claims.guards()) if one.name in REPLACED]


def guards() -> list[Guard]:
    """List the triggers of this migration."""
    frozen = "UPDATE OF " + ", ".join(f'"{column}"' for column in FROZEN["review_quote"])
    return [
        Guard(REPLACED[0], "review_quote", frozen, "1 = 1", "review_quote: what came stays"),
        Guard(REPLACED[1], "review_entry", "UPDATE", UNANSWERED, "its claim is not confirmed"),
        Guard("review_quote_added_is_no_part", "review_quote", "INSERT", ADDED_PART, "an added quote is no part"),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put the triggers of this migration in the place of those before."""
    drop(schema_editor, replaced(), {})
    create(schema_editor, guards(), {})


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put those before in their place again."""
    drop(schema_editor, guards(), {})
    create(schema_editor, replaced(), {})


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0022_studio"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="quote",
            name="added_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
