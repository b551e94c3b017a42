"""Acknowledgements, and the triggers that keep them as they were made."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "review_acknowledgement"
SENTENCE = f"{TABLE} rows never change"
MOMENTS = ("UPDATE", "DELETE")
SAME = '"alignment_id" = NEW."alignment_id" AND "actor_id" = NEW."actor_id"'


def _sqlite() -> list[str]:
    statements = [
        f"CREATE TRIGGER {TABLE}_is_append_only_{moment.lower()} BEFORE {moment} ON {TABLE} FOR EACH ROW "
        f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        for moment in MOMENTS
    ]
    exists = f"EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id OR ({SAME}))"  # noqa: S608 - names from this file
    statements.append(
        f"CREATE TRIGGER {TABLE}_is_not_replaced BEFORE INSERT ON {TABLE} FOR EACH ROW WHEN {exists} "
        f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
    )
    return statements


def _postgresql() -> list[str]:
    name = f"{TABLE}_is_append_only"
    return [
        (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{SENTENCE}' "
            "USING ERRCODE = 'integrity_constraint_violation'; END $$"
        ),
        *(
            f"CREATE TRIGGER {name}_{moment.lower()} BEFORE {moment} ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {name}()"
            for moment in MOMENTS
        ),
        (
            f"CREATE TRIGGER {TABLE}_is_not_truncated BEFORE TRUNCATE ON {TABLE} "
            "FOR EACH STATEMENT EXECUTE FUNCTION review_is_not_truncated()"
        ),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers for the engine at hand."""
    for statement in _sqlite() if schema_editor.connection.vendor == "sqlite" else _postgresql():
        schema_editor.execute(statement, params=None)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers again."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    on = "" if sqlite else f" ON {TABLE}"
    last = "is_not_replaced" if sqlite else "is_not_truncated"
    for end in (*(f"is_append_only_{moment.lower()}" for moment in MOMENTS), last):
        schema_editor.execute(f"DROP TRIGGER {TABLE}_{end}{on}", params=None)
    if not sqlite:
        schema_editor.execute(f"DROP FUNCTION {TABLE}_is_append_only()", params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Acknowledgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "alignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acknowledgements",
                        to="review.alignment",
                    ),
                ),
            ],
            options={
                "ordering": ("alignment", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("alignment", "actor"), name="acknowledgement_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="acknowledgement_has_reason"
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
