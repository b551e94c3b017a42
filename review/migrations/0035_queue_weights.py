"""How early each kind of turn of the queue comes in a project."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0034_undone_statements")]

    operations = [
        migrations.AddField(
            model_name="project",
            name="queue_weights",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
