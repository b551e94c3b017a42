"""The settings of the aligner of each project, and with every attempt the configuration it was made with."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add columns: that of attempts without a value, which leaves their guarded table in place."""

    dependencies = [("review", "0016_runs")]

    operations = [
        migrations.AddField(model_name="alignment", name="config", field=models.TextField(null=True)),
        migrations.AddField(model_name="project", name="fuzzy_threshold", field=models.FloatField(default=0.85)),
        migrations.AddField(
            model_name="project", name="max_quote_length", field=models.PositiveIntegerField(default=2_000)
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.CheckConstraint(
                condition=models.Q(("fuzzy_threshold__gte", 0.85), ("fuzzy_threshold__lte", 1)),
                name="project_threshold_is_never_lowered",
            ),
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.CheckConstraint(
                condition=models.Q(("max_quote_length__gte", 1)), name="project_quotes_have_a_length"
            ),
        ),
    ]
