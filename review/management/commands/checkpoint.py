"""`manage.py checkpoint`: sign where every chain of events ends now."""

from typing import Any

from django.core.management.base import BaseCommand

from review.services.checkpoints import make_checkpoint


class Command(BaseCommand):
    """Print the signed checkpoint, to be kept where whoever holds the database cannot reach it."""

    help = "Sign where every chain of events ends, append it to the file of checkpoints, and print it."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Make the checkpoint."""
        self.stdout.write(make_checkpoint().sealed)
