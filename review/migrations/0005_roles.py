"""The roles of members, and what a project asks of a promotion beyond the evidence."""

from django.conf import settings
from django.db import migrations, models

import review.domain.roles


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0004_repairs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="membership",
            name="membership_role_is_known",
        ),
        migrations.AddField(
            model_name="project",
            name="explain_sources",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="separate_span_author",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="project",
            name="two_reviewers",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("viewer", "viewer"),
                    ("reviewer", "reviewer"),
                    ("certifier", "certifier"),
                    ("auditor", "auditor"),
                    ("manager", "manager"),
                ],
                default=review.domain.roles.Role["VIEWER"],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["viewer", "reviewer", "certifier", "auditor", "manager"])),
                name="membership_role_is_known",
            ),
        ),
    ]
