"""The engine and the configuration that an attempt was made with; neither is known of the attempts before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add two columns without a value, which leaves the guarded table of attempts in place."""

    dependencies = [("review", "0011_retrievals")]

    operations = [
        migrations.AddField(
            model_name="alignment",
            name="engine",
            field=models.CharField(max_length=20, null=True),
        ),
        migrations.AddField(
            model_name="alignment",
            name="config_digest",
            field=models.CharField(max_length=64, null=True),
        ),
    ]
