"""The index of search: what is written into a table is entered by the database itself, so that no writer forgets it.

A later migration that rebuilds one of the tables on SQLite drops its triggers: drop and create them as 0004 does.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from review.migrations._search import created, dropped


def index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the index."""
    for statement in created(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


def unindex(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the index."""
    for statement in dropped(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("review", "0024_marks")]

    operations = [migrations.RunPython(index, unindex)]
