"""The marks by which lists find entries, made for every entry there is."""

from collections import defaultdict
from itertools import islice

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.domain.marks import Marked, QuoteMarks, marks_of
from review.models.sessions import speaker_of

ANSWER = "answer"
BATCH_SIZE = 500
ENTRY_COLUMNS = ("pk", "stage", "missing", "type", "rejected_at", "session", "session__project")
QUOTE_COLUMNS = (
    "entry",
    "standing",
    "current__method",
    "current__reason",
    "current__span_start",
    "current__message__role",
)


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the marks of all entries, some at a time."""
    entry, mark = (apps.get_model("review", name) for name in ("Entry", "EntryMark"))
    rows = entry.objects.order_by("pk").values_list(*ENTRY_COLUMNS).iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        keys = [row[0] for row in batch]
        quotes, invented = _quotes(apps, keys), _inventing(apps, keys)
        mark.objects.bulk_create(
            [
                mark(entry_id=pk, session_id=session, project_id=project, name=name)
                for pk, stage, missing, kind, rejected_at, session, project in batch
                for name in sorted(
                    marks_of(
                        Marked(
                            stage, missing, kind == ANSWER, rejected_at is not None, pk in invented, tuple(quotes[pk])
                        )
                    )
                )
            ],
            batch_size=BATCH_SIZE,
        )


def _quotes(apps: Apps, entries: list[int]) -> dict[int, list[QuoteMarks]]:
    found = defaultdict[int, list[QuoteMarks]](list)
    quotes = apps.get_model("review", "Quote").objects.filter(entry__in=entries, current__isnull=False)
    for entry, standing, method, reason, start, role in quotes.values_list(*QUOTE_COLUMNS):
        found[entry].append(QuoteMarks(standing, method, reason, None if start is None else speaker_of(role)))
    return found


def _inventing(apps: Apps, entries: list[int]) -> set[int]:
    sources = apps.get_model("review", "CitedSource").objects.filter(entry__in=entries, is_real=False)
    return set(sources.filter(corrections__isnull=True).values_list("entry_id", flat=True))


class Migration(migrations.Migration):
    dependencies = [("review", "0023_added_quotes")]

    operations = [
        migrations.CreateModel(
            name="EntryMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marks",
                        to="review.entry",
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
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "mark",
                "verbose_name_plural": "marks",
                "indexes": [
                    models.Index(
                        models.F("project"),
                        models.F("name"),
                        models.OrderBy(models.F("session"), descending=True),
                        models.F("entry"),
                        name="mark_in_lists",
                    ),
                    models.Index(
                        models.F("session"),
                        models.F("name"),
                        models.F("entry"),
                        name="mark_in_session",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("entry", "name"), name="mark_is_unique")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
