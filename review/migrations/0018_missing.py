"""What the evidence of an entry lacks, for lists; `realign --apply` writes it down for entries of before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0017_what_ran")]

    operations = [
        migrations.AddField(model_name="entry", name="missing", field=models.TextField(blank=True, null=True)),
    ]
