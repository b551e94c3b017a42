"""`manage.py rotate_key`: sign with a new key from now on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from review.management._errors import as_command_error
from review.services.audit.checkpoints import rotate_key


class Command(BaseCommand):
    """Create a new signing key and print its id."""

    help = "Create a new signing key; older signatures stay valid, and the private halves of older keys are deleted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for an installation that has lost its key."""
        parser.add_argument(
            "--after-loss", action="store_true", help="make a key although there are checkpoints that no key opens"
        )

    def handle(self, *args: Any, after_loss: bool, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Rotate the key."""
        with as_command_error():
            key_id = rotate_key(after_loss=after_loss)
        self.stdout.write(f"{key_id} signs from now on; a checkpoint is signed with it.")
