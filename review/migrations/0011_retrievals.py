"""Retrievals: their chunks, the sources that answers name, and the corrections of invented ones, with their guards."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

APPEND_ONLY = {
    "review_retrieval": ("session_id",),
    "review_chunk": ("message_id",),
    "review_citedsource": ("entry_id", "position"),
    "review_sourcecorrection": ("source_id", "number"),
}
INVENTED = """NEW.stage IN ('verified', 'certified') AND EXISTS (
    SELECT 1 FROM review_citedsource c WHERE c.entry_id = NEW.id AND NOT c.is_real
    AND NOT EXISTS (SELECT 1 FROM review_sourcecorrection s WHERE s.source_id = c.id)
)"""
NOT_OPEN = """EXISTS (
    SELECT 1 FROM review_citedsource c JOIN review_entry e ON e.id = c.entry_id
    WHERE c.id = NEW.source_id AND (c.is_real OR e.stage IN ('verified', 'certified'))
)"""
VERIFIED = "EXISTS (SELECT 1 FROM review_entry e WHERE e.id = NEW.entry_id AND e.stage IN ('verified', 'certified'))"


def guards() -> list[Guard]:
    """List the triggers of this migration."""
    appended = [
        Guard(f"{table}_is_append_only_{moment.lower()}", table, moment, "1 = 1", f"{table} rows never change")
        for table in APPEND_ONLY
        for moment in ("UPDATE", "DELETE")
    ]
    return [
        *appended,
        Guard("review_entry_invents_no_source", "review_entry", "UPDATE", INVENTED, "a source is invented"),
        Guard(
            "review_citedsource_of_verified_stays", "review_citedsource", "INSERT", VERIFIED, "the entry is verified"
        ),
        Guard("review_sourcecorrection_is_open", "review_sourcecorrection", "INSERT", NOT_OPEN, "nothing to correct"),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger."""
    create(schema_editor, guards(), APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop every trigger again."""
    drop(schema_editor, guards(), APPEND_ONLY)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0010_decisions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="project",
            name="stale_after_days",
            field=models.PositiveIntegerField(default=180),
        ),
        migrations.CreateModel(
            name="CitedSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("label", models.TextField()),
                ("is_real", models.BooleanField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cited_sources", to="review.entry"
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "position"),
            },
        ),
        migrations.CreateModel(
            name="Retrieval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("query", models.TextField(blank=True, default="")),
                ("events", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="retrieval", to="review.reviewsession"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SourceCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("replacement", models.TextField(blank=True, default="")),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="corrections", to="review.citedsource"
                    ),
                ),
            ],
            options={
                "ordering": ("source", "number"),
            },
        ),
        migrations.CreateModel(
            name="Chunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chunk_id", models.TextField()),
                ("file_name", models.TextField(blank=True, default="")),
                ("source", models.TextField(blank=True, default="")),
                ("score", models.FloatField(null=True)),
                (
                    "relevance",
                    models.CharField(
                        blank=True,
                        choices=[("high", "high"), ("medium", "medium"), ("low", "low"), ("", "unsaid")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("matched_tags", models.JSONField(default=list)),
                ("last_updated", models.BigIntegerField(null=True)),
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chunk", to="review.message"
                    ),
                ),
            ],
            options={
                "ordering": ("message",),
                "indexes": [models.Index(fields=["last_updated"], name="review_chun_last_up_da0179_idx")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("relevance__in", ["high", "medium", "low", ""])),
                        name="chunk_relevance_is_one_of_its_kinds",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="citedsource",
            constraint=models.UniqueConstraint(fields=("entry", "position"), name="cited_source_is_unique"),
        ),
        migrations.AddConstraint(
            model_name="sourcecorrection",
            constraint=models.UniqueConstraint(fields=("source", "number"), name="source_correction_is_unique"),
        ),
        migrations.AddConstraint(
            model_name="sourcecorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="source_correction_has_reason"
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
