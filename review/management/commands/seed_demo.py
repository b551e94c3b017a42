"""`manage.py seed_demo`: the demo project, its people and its conversations, through the services.

The conversations came in over the last weeks, as those of a team do, so that what changes over time can be seen.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

import review
from review.models import Project, Quote, ReviewSession, Role
from review.payloads import check_combined, check_extraction, read_json
from review.selectors.demo import DEMO_PASSWORD, DEMO_PEOPLE, DEMO_PROJECT
from review.services.ingest.receive import receive_extraction, receive_session
from review.services.people import staff_actions
from review.services.repair.quotes import retry_quote

DEMO = Path(review.__file__).parent / "demo"
"""The conversations; `again` holds second runs of some, for comparison."""
REPAIRED = (("demo-moving-house", "internet-by", 0), ("demo-double-charges", "no-more-retries", 0))
"""The quotes that mina repairs with the words of the message, so that their claims need a confirmation."""
SPREAD = timedelta(weeks=8)
"""Over how long the conversations and their second runs came in, at equal intervals; the last one comes in now."""


class Command(BaseCommand):
    """Create the demo; running it again adds nothing."""

    help = "Create the demo project with its people and conversations. Running it again adds nothing."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Create the demo through the services that the pages use."""
        if settings.REVIEW_IS_EXPOSED:
            message = (
                "Other machines are served here, and everybody knows the passwords of the demo: it is not created."
            )
            raise CommandError(message)
        with _some_time_ago(SPREAD):
            project, _ = Project.objects.get_or_create(slug=DEMO_PROJECT, defaults={"name": "Demo"})
            for name, role, staff in DEMO_PEOPLE:
                add_person(project, name, role=role, staff=staff)
        sessions = entries = 0
        talks, again = sorted(DEMO.glob("*.json")), sorted(DEMO.glob("again/*.json"))
        ages = _ages(len(talks) + len(again))
        for path in talks:
            upload = check_combined(read_json(path.read_bytes()))
            with _some_time_ago(next(ages)):
                receipt = receive_session(project=project, upload=upload.session, actor=None)
                sessions += 1
                if upload.extraction is not None:
                    receive_extraction(session=receipt.session, checked=upload.extraction, actor=None)
                    entries += len(upload.extraction.entries)
        for path in again:
            session = ReviewSession.objects.get(project=project, session_id=path.stem)
            checked = check_extraction(read_json(path.read_bytes()))
            with _some_time_ago(next(ages)):
                receive_extraction(session=session, checked=checked, actor=None)
            entries += len(checked.entries)
        for session_id, entry_id, position in REPAIRED:
            _take_source_text(project, session_id, entry_id, position=position)
        self.stdout.write(f"Demo: {sessions} sessions, {entries} entries.")
        self.stdout.write(
            "Log in as mina or jun (reviewers), hana (certifier), dana (manager), sora (auditor), guest (viewer) "
            "or admin (staff); the password is: demo"
        )


def _ages(count: int) -> Iterator[timedelta]:
    """Yield how long ago each of so many uploads came in, the first one first."""
    return (SPREAD * place / count for place in reversed(range(count)))


@contextmanager
def _some_time_ago(age: timedelta) -> Iterator[None]:
    """Let what is stored be dated some time ago, by the one clock that all of it is dated by."""
    now = timezone.now
    with patch.object(timezone, "now", lambda: now() - age):
        yield


def _take_source_text(project: Project, session_id: str, entry_id: str, *, position: int) -> None:
    quotes = Quote.objects.filter(entry__session__project=project, entry__session__session_id=session_id)
    quotes = quotes.filter(entry__entry_id=entry_id, position=position, current__attempt=1)
    for quote in quotes.select_related("current__message"):
        attempt = quote.current
        if attempt is not None and attempt.message is not None:
            retry_quote(
                quote_id=quote.pk,
                text=attempt.message.content[attempt.span_start : attempt.span_end],
                message_index=attempt.message.index,
                seen_attempt=1,
                actor=get_user_model().objects.get(username="mina"),
            )


def add_person(project: Project, name: str, *, role: Role, staff: bool) -> None:
    """Create a person without an account yet, with the shared demo password, as a member of a project."""
    user, created = get_user_model().objects.get_or_create(
        username=name, defaults={"is_staff": staff, "is_superuser": staff}
    )
    if created:
        user.set_password(DEMO_PASSWORD)
        user.save(update_fields=["password"])
    staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
