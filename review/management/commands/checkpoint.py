"""`manage.py checkpoint`: sign the current heads of all chains of events."""

from typing import Any

from django.core.management.base import BaseCommand

from review.management._errors import as_command_error
from review.services.audit.checkpoints import make_checkpoint


class Command(BaseCommand):
    """Print the signed checkpoint, to be kept out of reach of anybody who can change the database."""

    help = "Sign the current heads of all chains of events, append the checkpoint to the file, and print it."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Make the checkpoint."""
        with as_command_error():
            self.stdout.write(make_checkpoint().sealed)
