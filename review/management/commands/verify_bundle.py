"""`manage.py verify_bundle`: an audit bundle checked as its own verifier checks it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.verifier import verify

MAX_MB = 256
UNREADABLE = 2


class Command(BaseCommand):
    """Check one bundle; the copy of the program in it is not run."""

    help = "Check an audit bundle: 0 when all holds, 1 when something does not, 2 when something could not be checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the bundle, and the key that must have signed it."""
        parser.add_argument("bundle", type=Path, help="the zip, or the folder that it was unpacked to")
        parser.add_argument("--key-id", default="", help="the key that must have signed, as its owner published it")
        parser.add_argument("--max-mb", type=int, default=MAX_MB, help="how much is read (default: %(default)s)")

    def handle(self, *args: Any, bundle: Path, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print what was found, and exit as the verifier does."""
        if not bundle.exists():
            message = printable(f"There is no file {bundle}.")
            raise CommandError(message, returncode=UNREADABLE)
        code = verify.main([str(bundle), f"--key-id={options['key_id']}", f"--max-mb={options['max_mb']}"])
        if code:
            raise SystemExit(code)
