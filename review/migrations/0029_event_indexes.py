"""Indexes for the journal: its events by type, by person and by moment, each in the order of the list."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0028_failed_quotes")]

    operations = [
        migrations.RemoveIndex("event", name="review_even_event_t_73075e_idx"),
        migrations.AddIndex("event", models.Index(fields=("event_type", "id"), name="event_by_type")),
        migrations.AddIndex("event", models.Index(fields=("actor", "id"), name="event_by_actor")),
        migrations.AddIndex("event", models.Index(fields=("created_at", "id"), name="event_by_moment")),
    ]
