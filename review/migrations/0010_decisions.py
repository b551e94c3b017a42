"""What people say of an entry for the gate, and the triggers that keep it as it was said."""

import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

APPEND_ONLY = {
    "review_approval": ("entry_id", "actor_id", "fingerprint"),
    "review_explanation": ("entry_id", "actor_id", "requirement", "fingerprint"),
    "review_override": ("id",),
}
GUARDS = [
    Guard(f"{table}_is_append_only_{moment.lower()}", table, moment, "1 = 1", f"{table} rows never change")
    for table in APPEND_ONLY
    for moment in ("UPDATE", "DELETE")
]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers."""
    create(schema_editor, GUARDS, APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers again."""
    drop(schema_editor, GUARDS, APPEND_ONLY)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0006_journal"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Approval",
            fields=[
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
            ],
            options={
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "actor", "fingerprint"), name="approval_is_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="Explanation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("requirement", models.CharField(max_length=40)),
                ("reason", models.TextField()),
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
            ],
            options={
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "actor", "requirement", "fingerprint"), name="explanation_is_unique"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), _negated=True), models.Q(("requirement", ""), _negated=True)
                        ),
                        name="explanation_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Override",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("items", models.CharField(max_length=200)),
                ("reason", models.TextField()),
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
            ],
            options={
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=django.db.models.lookups.GreaterThanOrEqual(
                            django.db.models.functions.text.Length("reason"), 20
                        ),
                        name="override_has_reason",
                    ),
                    models.CheckConstraint(condition=models.Q(("items", ""), _negated=True), name="override_has_items"),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
