"""What is known of the making of an extraction, in columns: of the extractions before, read from what they hold."""

import json
from importlib import import_module

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from aligner_core.formats import Run, parse_extraction
from review.migrations._triggers import Guard, create, drop

NAMED = ('"run"', '"extractor"', '"model"', '"promptVersion"')
COLUMNS = {
    "extractor": "extractor",
    "model": "model",
    "prompt_version": "prompt_version",
    "run_id": "run_id",
    "created_at": "made_at",
}


def never_changed() -> list[Guard]:
    """Return the trigger that keeps extractions from being changed, which has to be lifted to fill the columns."""
    listed = import_module("review.migrations.0004_repairs").guards()
    return [guard for guard in listed if guard.name == "review_extraction_is_append_only_update"]


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the run of every extraction that names one into its columns."""
    drop(schema_editor, never_changed(), {})
    extractions = apps.get_model("review", "Extraction").objects
    named = models.Q(*(models.Q(canonical__contains=name) for name in NAMED), _connector=models.Q.OR)
    for pk in list(extractions.filter(named).values_list("pk", flat=True)):
        run = parse_extraction(json.loads(extractions.get(pk=pk).canonical)).run
        if run != Run():
            said = run.model_dump()
            extractions.filter(pk=pk).update(**{column: said[name] or None for name, column in COLUMNS.items()})
    create(schema_editor, never_changed(), {})


class Migration(migrations.Migration):
    """Add columns without values, which leaves the guarded table of extractions in place."""

    dependencies = [("review", "0015_who_said_it")]

    operations = [
        *(
            migrations.AddField(model_name="extraction", name=name, field=models.TextField(null=True))
            for name in ("extractor", "model", "prompt_version", "run_id", "made_at")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
