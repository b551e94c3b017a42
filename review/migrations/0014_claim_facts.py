"""Whether the claims of a project wait for the facts that their evidence lacks; no guarded table is touched."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0013_claims")]

    operations = [
        migrations.AddField(
            model_name="project",
            name="claim_facts",
            field=models.BooleanField(default=False),
        ),
    ]
