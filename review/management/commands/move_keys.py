"""`manage.py move_keys`: from the files of this machine to the database, where all hosts share keys."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from review.keys import is_shared
from review.management._errors import as_command_error
from review.selectors.audit.checkpoint_files import checkpoint_file
from review.services.audit.checkpoints import move_keys


class Command(BaseCommand):
    """Move them once; the files stay, and are not read any more."""

    help = "Move the signing keys and the checkpoints in files of this machine to the database, for all hosts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where the checkpoints are."""
        parser.add_argument(
            "--checkpoints",
            type=Path,
            default=checkpoint_file(),
            help="the file of checkpoints (%(default)s)",
        )

    def handle(self, *args: Any, checkpoints: Path, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Move the keys."""
        if not is_shared():
            message = "This store keeps its keys in files: set REVIEW_SHARED_STATE=database first."
            raise CommandError(message)
        with as_command_error():
            moved = move_keys(checkpoints)
        folder = settings.REVIEW_SIGNING_KEY_DIR
        if moved is None:
            message = f"Nothing was moved: {folder} has no key that signs, or the database has keys already."
            raise CommandError(message)
        self.stdout.write(
            f"Moved: {moved[0]} keys, {moved[1]} checkpoints. {folder} is not read any more: keep it apart, or delete "
            "it once there is a backup of the database and of REVIEW_SECRET_KEY."
        )
