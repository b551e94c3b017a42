"""A draft keeps how its quotes were aligned, and says when everything in it was stored."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0019_rights")]

    operations = [
        migrations.AddField(model_name="uploaddraft", name="alignment", field=models.TextField(blank=True, default="")),
        migrations.AddField(model_name="uploaddraft", name="received_at", field=models.DateTimeField(null=True)),
    ]
