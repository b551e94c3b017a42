"""Comments on entries, which keep their words and only can be resolved, and what people are told of."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

COMMENT = "review_comment"
APPEND_ONLY = {COMMENT: ("entry_id", "number")}
FROZEN = ("id", "entry_id", "number", "reply_to_id", "actor_id", "text", "mentions", "created_at")
NO_REPLY = """NEW.reply_to_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_comment c WHERE c.id = NEW.reply_to_id AND c.entry_id = NEW.entry_id AND c.reply_to_id IS NULL
)"""


def guards() -> list[Guard]:
    """List the triggers of this migration."""
    frozen = "UPDATE OF " + ", ".join(f'"{column}"' for column in FROZEN)
    return [
        Guard("review_comment_words_are_frozen", COMMENT, frozen, "1 = 1", "review_comment: what was said stays"),
        Guard("review_comment_is_append_only_delete", COMMENT, "DELETE", "1 = 1", "review_comment rows never go"),
        Guard("review_comment_replies_to_comment", COMMENT, "INSERT", NO_REPLY, "not a comment on the entry"),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers."""
    create(schema_editor, guards(), APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers again."""
    drop(schema_editor, guards(), APPEND_ONLY)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0035_queue_weights"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("mentions", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="comments",
                        to="review.entry",
                    ),
                ),
                (
                    "reply_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies",
                        to="review.comment",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ("entry", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "number"), name="comment_number_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="comment_says_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("resolved_at__isnull", True), ("resolved_by__isnull", True)),
                            models.Q(
                                ("reply_to__isnull", True),
                                ("resolved_at__isnull", False),
                                ("resolved_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="comment_resolution_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("mention", "mention"),
                            ("reply", "reply"),
                            ("change", "change"),
                            ("demotion", "demotion"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_new", models.BooleanField(default=True)),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="review.event"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification",
                "verbose_name_plural": "notifications",
                "indexes": [
                    models.Index(fields=["person", "project", "id"], name="notice_in_list"),
                    models.Index(
                        condition=models.Q(("is_new", True)), fields=["person", "project"], name="notice_that_is_new"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "person"), name="notice_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["mention", "reply", "change", "demotion"])),
                        name="notice_kind_is_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
