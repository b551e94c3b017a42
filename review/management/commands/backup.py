"""`manage.py backup FILE`: the whole store as one archive, while it is worked with."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from review.management._backups import backups_as_command_errors
from review.services.backups.making import make_backup
from review.wording import file_size


class Command(BaseCommand):
    """Back up database, keys and checkpoints."""

    help = "Write database, signing keys and checkpoints to one archive, as they were at one moment."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the archive."""
        parser.add_argument("file", type=Path, metavar="FILE.tar", help="a file that does not exist yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Make the backup."""
        with backups_as_command_errors():
            manifest = make_backup(file)
        for name, stated in manifest.files.items():
            self.stdout.write(f"{name}  {file_size(stated.bytes)}  sha256 {stated.sha256}")
        secret = "It holds private keys" if manifest.shared_state == "files" else "Its keys open with REVIEW_SECRET_KEY"
        self.stdout.write(f"{file} was written. {secret}: keep REVIEW_SECRET_KEY apart from it.")
