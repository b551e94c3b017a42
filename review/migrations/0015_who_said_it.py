"""The digest of who said a message and when; it is unknown of the messages before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add a column without a value, which leaves the guarded table of messages in place."""

    dependencies = [("review", "0014_claim_facts")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="digest",
            field=models.CharField(max_length=64, null=True),
        ),
    ]
