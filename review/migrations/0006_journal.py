"""Checkpoints as they were made, and what each run of the audit found."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0009_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=32)),
                ("size", models.PositiveBigIntegerField()),
                ("chains", models.PositiveIntegerField()),
                ("key_id", models.CharField(max_length=64)),
                ("sealed", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="AuditRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField()),
                ("events", models.PositiveBigIntegerField()),
                ("checkpoints", models.PositiveIntegerField()),
                ("findings", models.PositiveIntegerField()),
                ("code", models.CharField(blank=True, default="", max_length=40)),
                ("place", models.TextField(blank=True, default="")),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        name="audit_run_names_its_first_finding",
                        condition=models.Q(("code", ""), ("findings", 0))
                        | models.Q(("findings__gt", 0), models.Q(("code", ""), _negated=True)),
                    )
                ],
            },
        ),
    ]
