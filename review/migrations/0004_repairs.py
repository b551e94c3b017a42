"""Where an attempt comes from, whether a quote counts, what it was split from; and the guards of versions and parts."""

from importlib import import_module

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._triggers import Guard, create, drop

before = import_module("review.migrations.0002_guards")

FROZEN = {**before.FROZEN, "review_quote": (*before.FROZEN["review_quote"], "split_from_id")}
UNPROVEN = """NEW.stage IN ('verified', 'certified') AND (
    NOT EXISTS (SELECT 1 FROM review_quote q WHERE q.entry_id = NEW.id AND q.standing = 'counts')
    OR EXISTS (
        SELECT 1 FROM review_quote q LEFT JOIN review_alignment a ON a.id = q.current_id
        LEFT JOIN review_message m ON m.id = a.message_id
        WHERE q.entry_id = NEW.id AND q.standing = 'counts'
        AND (a.method IS NULL OR a.method = 'none' OR a.ambiguous OR EXISTS (
            SELECT 1 FROM review_message n
            WHERE n.session_id = m.session_id AND n."index" = m."index" AND n.version > m.version
        ))
    )
)"""
SKIPPED_VERSION = """NEW.version > 1 AND NOT EXISTS (
    SELECT 1 FROM review_message m
    WHERE m.session_id = NEW.session_id AND m."index" = NEW."index" AND m.version = NEW.version - 1
)"""
RESTED_ON = """NEW.version > 1 AND EXISTS (
    SELECT 1 FROM review_message m JOIN review_alignment a ON a.message_id = m.id
    JOIN review_quote q ON q.current_id = a.id JOIN review_entry e ON e.id = q.entry_id
    WHERE m.session_id = NEW.session_id AND m."index" = NEW."index"
    AND q.standing = 'counts' AND e.stage IN ('verified', 'certified')
)"""
PART_OF_NONE = """NEW.split_from_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM review_quote o WHERE o.id = NEW.split_from_id AND o.entry_id = NEW.entry_id
    AND (o.standing = 'split' OR NEW.standing NOT IN ('counts', 'split'))
)"""
PARTS_LEFT = """OLD.standing = 'split' AND NEW.standing <> 'split' AND EXISTS (
    SELECT 1 FROM review_quote p WHERE p.split_from_id = NEW.id AND p.standing IN ('counts', 'split')
)"""
MARK_WITHDRAWN = "UPDATE review_quote SET standing = 'withdrawn' WHERE withdrawn_at IS NOT NULL"
TELL_PROVENANCE = """UPDATE review_alignment SET provenance = (
    SELECT CASE
        WHEN b.text <> review_alignment.text THEN 'edited_quote'
        WHEN COALESCE(b.message_index, -1) <> COALESCE(review_alignment.message_index, -1) THEN 'moved_message'
        WHEN b.ambiguous AND NOT review_alignment.ambiguous THEN 'occurrence_chosen'
        ELSE 'looked_again'
    END
    FROM review_alignment b WHERE b.quote_id = review_alignment.quote_id AND b.attempt = review_alignment.attempt - 1
) WHERE actor_id IS NOT NULL"""


def guards() -> list[Guard]:
    """List every trigger as it is from here on."""
    versions = ("review_message_versions_follow", SKIPPED_VERSION, "a version is missing")
    rested = ("review_message_of_verified_stays", RESTED_ON, "a verified entry rests on it")
    return [
        *before.guards(frozen=FROZEN, unproven=UNPROVEN),
        *(Guard(name, "review_message", "INSERT", condition, why) for name, condition, why in (versions, rested)),
        *(
            Guard(
                f"review_quote_part_has_whole_{moment.lower()}", "review_quote", moment, PART_OF_NONE, "no such split"
            )
            for moment in ("INSERT", "UPDATE")
        ),
        Guard("review_quote_whole_or_parts", "review_quote", "UPDATE", PARTS_LEFT, "its parts count"),
    ]


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create every trigger."""
    create(schema_editor, guards(), before.APPEND_ONLY)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop every trigger, as long as rows are moved to their new form and tables are built anew."""
    drop(schema_editor, guards(), before.APPEND_ONLY)


def unguard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers of before."""
    drop(schema_editor, before.guards(), before.APPEND_ONLY)


def guard_before(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers of before."""
    create(schema_editor, before.guards(), before.APPEND_ONLY)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0003_acknowledgements"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(unguard_before, guard_before),
        migrations.RemoveConstraint(model_name="quote", name="quote_withdrawal_is_whole"),
        migrations.AddField(
            model_name="alignment",
            name="provenance",
            field=models.CharField(
                choices=[
                    ("machine", "machine"),
                    ("edited_quote", "edited quote"),
                    ("moved_message", "moved message"),
                    ("looked_again", "looked for again"),
                    ("source_text", "source text used"),
                    ("selected_by_hand", "selected by hand"),
                    ("occurrence_chosen", "occurrence chosen"),
                    ("place_confirmed", "place confirmed"),
                    ("restored", "restored"),
                    ("split_part", "part of a split quote"),
                ],
                default="machine",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="quote",
            name="split_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="parts",
                to="review.quote",
            ),
        ),
        migrations.AddField(
            model_name="quote",
            name="standing",
            field=models.CharField(
                choices=[
                    ("counts", "counts"),
                    ("withdrawn", "withdrawn"),
                    ("split", "split"),
                    ("undone", "undone"),
                ],
                default="counts",
                max_length=10,
            ),
        ),
        migrations.RunSQL([MARK_WITHDRAWN, TELL_PROVENANCE], migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="alignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("actor__isnull", True), ("provenance", "machine")),
                    models.Q(
                        ("actor__isnull", False),
                        (
                            "provenance__in",
                            (
                                "edited_quote",
                                "moved_message",
                                "looked_again",
                                "source_text",
                                "selected_by_hand",
                                "occurrence_chosen",
                                "place_confirmed",
                                "restored",
                                "split_part",
                            ),
                        ),
                    ),
                    _connector="OR",
                ),
                name="alignment_provenance_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="quote",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        models.Q(
                            ("withdrawn_at__isnull", False),
                            ("withdrawn_by__isnull", False),
                            models.Q(("withdrawn_reason", ""), _negated=True),
                        ),
                        ("standing", "withdrawn"),
                    ),
                    models.Q(
                        ("withdrawn_at__isnull", True),
                        ("withdrawn_by__isnull", True),
                        ("withdrawn_reason", ""),
                        models.Q(("standing", "withdrawn"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="quote_withdrawal_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="quote",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("standing__in", ["counts", "withdrawn", "split"]),
                    models.Q(("split_from__isnull", False), ("standing", "undone")),
                    _connector="OR",
                ),
                name="quote_standing_is_known",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
