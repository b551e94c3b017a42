"""The numbers of runs that the page of quality adds up, counted for every run there is."""

from collections import defaultdict
from itertools import islice

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.models import Extraction
from review.selectors.runs.run_counts import RunCounts, add_up, count_runs
from review.selectors.runs.scope import maker_digest, monday_of

BATCH_SIZE = 500


def count(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Count the runs of every week and maker, some at a time."""
    tally, extraction = (apps.get_model("review", name) for name in ("RunTally", "Extraction"))
    parts = defaultdict[tuple[int, object, str], list[RunCounts]](list)
    samples: dict[tuple[int, object, str], int] = {}
    rows = extraction.objects.defer("canonical", "notes").select_related("session").order_by("pk").iterator(BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        counted = count_runs(Extraction.objects.filter(pk__in=[one.pk for one in batch]))
        for one in batch:
            made = Extraction(extractor=one.extractor, model=one.model, prompt_version=one.prompt_version)
            week = (one.session.project_id, monday_of(one.received_at), maker_digest(made))
            samples.setdefault(week, one.pk)
            parts[week] = [add_up([*parts[week], counted.get(one.pk, RunCounts())])]
    tally.objects.bulk_create(
        [
            tally(project_id=project, monday=monday, maker=maker, sample_id=samples[week], counts=counts.stored)
            for week, [counts] in parts.items()
            for project, monday, maker in [week]
        ],
        batch_size=BATCH_SIZE,
    )


class Migration(migrations.Migration):
    dependencies = [("review", "0032_batches")]

    operations = [
        migrations.CreateModel(
            name="RunTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("monday", models.DateField()),
                ("maker", models.CharField(max_length=64)),
                ("counts", models.JSONField()),
                (
                    "extraction",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.extraction",
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
                    "sample",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.extraction",
                    ),
                ),
            ],
            options={
                "verbose_name": "numbers of runs",
                "verbose_name_plural": "numbers of runs",
                "indexes": [models.Index(fields=["project", "monday"], name="tally_by_week")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("extraction__isnull", True)),
                        fields=("project", "monday", "maker"),
                        name="tally_is_one_a_week",
                    )
                ],
            },
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
