"""The journal tells who has which rights from here on; of tries to log in, when somebody was told to wait."""

from django.db import migrations, models

from review.migrations._rights import record_rights


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("review", "0018_missing"),
    ]

    operations = [
        migrations.AddField(model_name="logintries", name="told_at", field=models.DateTimeField(null=True)),
        migrations.RunPython(record_rights, migrations.RunPython.noop),
    ]
