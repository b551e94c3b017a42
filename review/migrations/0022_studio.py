"""Files that somebody dropped, and the drafts that are taken out of them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0021_second_person")]

    operations = [
        migrations.AddField(
            model_name="uploaddraft", name="numbering", field=models.CharField(blank=True, default="", max_length=20)
        ),
        migrations.AddField(model_name="uploaddraft", name="notes", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="uploaddraft",
            name="taken_from",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="taken", to="review.uploaddraft"
            ),
        ),
        migrations.AddField(model_name="uploaddraft", name="title", field=models.TextField(blank=True, default="")),
        migrations.CreateModel(
            name="UploadFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("name", models.TextField()),
                ("data", models.BinaryField()),
                ("format", models.CharField(blank=True, default="", max_length=40)),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="review.uploaddraft"
                    ),
                ),
            ],
            options={"ordering": ("draft", "position")},
        ),
        migrations.AddConstraint(
            model_name="uploadfile",
            constraint=models.UniqueConstraint(fields=("draft", "position"), name="upload_file_has_its_place"),
        ),
    ]
