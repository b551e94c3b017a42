"""Entries that a person added: who did and when in the place of the extraction, frozen like what was uploaded."""

from importlib import import_module

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, Rebuilding, create, drop

repairs = import_module("review.migrations.0004_repairs")

FROZEN_BEFORE = repairs.FROZEN["review_entry"]
FROZEN = (*FROZEN_BEFORE, "added_by_id", "added_at")


def frozen(columns: tuple[str, ...]) -> list[Guard]:
    """List the trigger that freezes columns of entries."""
    moment = "UPDATE OF " + ", ".join(f'"{column}"' for column in columns)
    return [Guard("review_entry_identity_is_frozen", "review_entry", moment, "1 = 1", "review_entry: what came stays")]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Freeze who added an entry too."""
    drop(schema_editor, frozen(FROZEN_BEFORE), {})
    create(schema_editor, frozen(FROZEN), {})


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Freeze what was frozen before."""
    drop(schema_editor, frozen(FROZEN), {})
    create(schema_editor, frozen(FROZEN_BEFORE), {})


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0036_comments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        Rebuilding(
            [
                migrations.AddField(
                    model_name="entry",
                    name="added_at",
                    field=models.DateTimeField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name="entry",
                    name="added_by",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="entry",
                    name="extraction",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="review.extraction",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="entry",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ("added_at__isnull", True), ("added_by__isnull", True), ("extraction__isnull", False)
                        )
                        | models.Q(
                            ("added_at__isnull", False), ("added_by__isnull", False), ("extraction__isnull", True)
                        ),
                        name="entry_has_one_origin",
                    ),
                ),
            ]
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("extraction__isnull", True)),
                fields=("session", "position"),
                name="entry_added_position_is_unique",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
