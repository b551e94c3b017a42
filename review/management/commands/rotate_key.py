"""`manage.py rotate_key`: sign with a new key from now on."""

from typing import Any

from django.core.management.base import BaseCommand

from review.services.audit.checkpoints import rotate_key


class Command(BaseCommand):
    """Create a new signing key and print its id."""

    help = "Create a new signing key; older signatures stay valid, and the private halves of older keys are deleted."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Rotate the key."""
        self.stdout.write(f"{rotate_key()} signs from now on; a checkpoint is signed with it.")
