"""`manage.py seed_demo`: the demo project, its people and its conversations, through the services."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

import review
from review.models import Project, Role
from review.payloads import check_combined, read_json
from review.services.ingest import receive_extraction, receive_session
from review.services.staffing import enroll

DEMO = Path(review.__file__).parent / "demo"
PEOPLE = (
    ("mina", Role.REVIEWER, False),
    ("jun", Role.REVIEWER, False),
    ("hana", Role.CERTIFIER, False),
    ("sora", Role.AUDITOR, False),
    ("dana", Role.MANAGER, False),
    ("guest", Role.VIEWER, False),
    ("admin", Role.REVIEWER, True),
)
"""Name, role in the demo project, and whether the person is staff. The password of each is `demo`."""


class Command(BaseCommand):
    """Make the demo; running it again adds nothing."""

    help = "Make the demo project with its people and conversations. Running it again adds nothing."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Seed through the same services the pages use."""
        if settings.REVIEW_IS_EXPOSED:
            message = "Other machines are served here, and everybody knows the passwords of the demo: it is not made."
            raise CommandError(message)
        project, _ = Project.objects.get_or_create(slug="demo", defaults={"name": "Demo"})
        for name, role, staff in PEOPLE:
            _person(project, name, role=role, staff=staff)
        sessions = entries = 0
        for path in sorted(DEMO.glob("*.json")):
            upload = check_combined(read_json(path.read_bytes()))
            receipt = receive_session(project=project, upload=upload.session, actor=None)
            sessions += 1
            if upload.extraction is not None:
                receive_extraction(session=receipt.session, checked=upload.extraction, actor=None)
                entries += len(upload.extraction.entries)
        self.stdout.write(f"Demo: {sessions} sessions, {entries} entries.")
        self.stdout.write(
            "Log in as mina or jun (reviewers), hana (certifier), dana (manager), sora (auditor), guest (viewer) "
            "or admin (staff); the password is: demo"
        )


def _person(project: Project, name: str, *, role: Role, staff: bool) -> None:
    user, created = get_user_model().objects.get_or_create(
        username=name, defaults={"is_staff": staff, "is_superuser": staff}
    )
    if created:
        user.set_password("demo")
        user.save(update_fields=["password"])
    enroll(project_id=project.pk, user=user, role=role, actor=None)
