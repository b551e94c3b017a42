"""`manage.py rotate_key`: sign with a new key from now on."""

from typing import Any

from django.core.management.base import BaseCommand

from review.services.checkpoints import rotate_key


class Command(BaseCommand):
    """Make the key and print its name."""

    help = "Make a new signing key; what the keys before it signed stays valid, and their private halves are deleted."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Rotate the key."""
        self.stdout.write(f"{rotate_key()} signs from now on; a checkpoint is signed with it.")
