"""`manage.py delete_expired_drafts`: delete uploads that were never confirmed."""

from typing import Any

from django.core.management.base import BaseCommand

from review.services.ingest.drafts import delete_expired_drafts


class Command(BaseCommand):
    """Delete everybody's drafts that are older than the days a draft is kept; every new upload does so too."""

    help = "Delete the drafts of uploads that are older than REVIEW_DRAFT_DAYS. Every new upload does so too."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Delete them, and print how many there were."""
        self.stdout.write(f"Drafts deleted: {delete_expired_drafts()}.")
