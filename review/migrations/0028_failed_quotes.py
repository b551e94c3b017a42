"""What the list of failed quotes, and the filters by run and by age of sources, find their rows by.

Nothing is diagnosed here: that would take as long as an upload of everything. What failed before waits for its
diagnosis at the end of the list, and `manage.py realign --apply` makes it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.domain.failures import NO_MESSAGE, RANKS, UNDIAGNOSED, WITHDRAWN
from review.domain.marks import mark, run_mark

BATCH_SIZE = 500
RUN_COLUMNS = tuple(f"extraction__{name}" for name in ("extractor", "model", "prompt_version", "run_id", "digest"))


def _batches(rows: models.QuerySet[Any]) -> Iterator[list[Any]]:
    found = rows.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(found, BATCH_SIZE)):
        yield batch


def list_failures(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """List what failed or was withdrawn, without diagnoses."""
    failed, quote = (apps.get_model("review", name) for name in ("FailedQuote", "Quote"))
    listed = models.Q(standing="withdrawn") | models.Q(standing="counts", current__method="none")
    found = quote.objects.filter(listed, entry__rejected_at__isnull=True, current__isnull=False).order_by("pk")
    columns = ("pk", "standing", "current", "current__message_index", "entry__session", "entry__session__project")
    for batch in _batches(found.values_list(*columns)):
        failed.objects.bulk_create(
            [
                failed(
                    quote_id=pk,
                    alignment_id=current,
                    session_id=session,
                    project_id=project,
                    group=RANKS[WITHDRAWN if standing == "withdrawn" else UNDIAGNOSED],
                    message_index=NO_MESSAGE if index is None else index,
                )
                for pk, standing, current, index, session, project in batch
            ]
        )


def mark_runs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark every entry with the names of its run."""
    entry, entry_mark = (apps.get_model("review", name) for name in ("Entry", "EntryMark"))
    columns = ("pk", "session", "session__project", "rejected_at", *RUN_COLUMNS)
    for batch in _batches(entry.objects.order_by("pk").values_list(*columns)):
        entry_mark.objects.bulk_create(
            [
                entry_mark(entry_id=pk, session_id=session, project_id=project, name=name)
                for pk, session, project, rejected_at, *names in batch
                for name in sorted({mark(run_mark(one), is_rejected=rejected_at is not None) for one in names if one})
            ],
            batch_size=BATCH_SIZE,
        )


def note_ages(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note when the oldest chunk of each retrieval was updated, and of those that each entry quotes."""
    age, chunk, quote = (apps.get_model("review", name) for name in ("SourceAge", "Chunk", "Quote"))
    dated = chunk.objects.filter(last_updated__isnull=False).order_by("message__session_id")
    oldest = dated.values_list("message__session", "message__session__project").annotate(
        updated=models.Min("last_updated")
    )
    for batch in _batches(oldest):
        age.objects.bulk_create(
            [age(session_id=session, project_id=project, updated=updated) for session, project, updated in batch]
        )
    counting = quote.objects.filter(standing="counts", current__span_start__isnull=False)
    quoting = counting.filter(current__message__chunk__last_updated__isnull=False).order_by("entry_id")
    columns = ("entry", "entry__session", "entry__session__project", "entry__rejected_at")
    found = quoting.values_list(*columns).annotate(updated=models.Min("current__message__chunk__last_updated"))
    for batch in _batches(found):
        age.objects.bulk_create(
            [
                age(
                    entry_id=entry,
                    session_id=session,
                    project_id=project,
                    is_rejected=rejected_at is not None,
                    updated=updated,
                )
                for entry, session, project, rejected_at, updated in batch
            ]
        )


def _owned_by(model: str) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=f"review.{model}"
    )


class Migration(migrations.Migration):
    dependencies = [("review", "0027_run_indexes")]

    operations = [
        migrations.CreateModel(
            name="FailedQuote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.PositiveSmallIntegerField()),
                ("message_index", models.IntegerField()),
                ("is_repairable", models.BooleanField(default=False)),
                ("fix", models.TextField(blank=True, default="")),
                ("last_index", models.PositiveIntegerField(null=True)),
                ("engine", models.CharField(blank=True, default="", max_length=20)),
                ("alignment", _owned_by("alignment")),
                ("project", _owned_by("project")),
                ("session", _owned_by("reviewsession")),
                (
                    "quote",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="failed", to="review.quote"
                    ),
                ),
            ],
            options={
                "verbose_name": "failed quote",
                "verbose_name_plural": "failed quotes",
                "indexes": [
                    models.Index("project", "group", "session", "message_index", "quote", name="failed_in_lists"),
                    models.Index("session", "group", "message_index", "quote", name="failed_in_session"),
                    models.Index(
                        fields=["project", "quote"],
                        condition=models.Q(is_repairable=True),
                        name="failed_repairable",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SourceAge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_rejected", models.BooleanField(default=False)),
                ("updated", models.BigIntegerField()),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="source_age",
                        to="review.entry",
                    ),
                ),
                ("project", _owned_by("project")),
                ("session", _owned_by("reviewsession")),
            ],
            options={
                "verbose_name": "age of sources",
                "verbose_name_plural": "ages of sources",
                "indexes": [
                    models.Index(
                        fields=["project", "updated", "session"],
                        condition=models.Q(entry__isnull=True),
                        name="age_of_retrieval",
                    ),
                    models.Index(
                        fields=["project", "is_rejected", "updated", "entry"],
                        condition=models.Q(entry__isnull=False),
                        name="age_of_entry",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session",), condition=models.Q(entry__isnull=True), name="age_is_unique"
                    )
                ],
            },
        ),
        migrations.RunPython(list_failures, migrations.RunPython.noop),
        migrations.RunPython(mark_runs, migrations.RunPython.noop),
        migrations.RunPython(note_ages, migrations.RunPython.noop),
    ]
