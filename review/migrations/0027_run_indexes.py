"""Indexes for runs: extractions by the time they were received, and fuzzy attempts by their similarity."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0026_saved_views")]

    operations = [
        migrations.AddIndex("extraction", models.Index(fields=["received_at"], name="extraction_by_time")),
        migrations.AddIndex(
            "alignment",
            models.Index(
                fields=["similarity"], condition=models.Q(method="fuzzy"), name="alignment_fuzzy_by_similarity"
            ),
        ),
    ]
