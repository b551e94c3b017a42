"""`manage.py copy_store FROM TO`: move a store to another database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from review.databases import as_default, database_from_url, opened, refresh_statistics
from review.management._errors import as_command_error
from review.services.audit.store_copy import Uncopied, copy_store

REFUSALS = {
    Uncopied.SAME: "FROM and TO are the same database.",
    Uncopied.SOURCE_NOT_MIGRATED: "FROM is of another version, or no store: run manage.py migrate on it first.",
    Uncopied.TARGET_NOT_MIGRATED: "TO is of another version.",
    Uncopied.TARGET_NOT_EMPTY: "TO is not empty: give an empty database. Nothing was copied.",
    Uncopied.DIFFERS: "The audit found in the copy what it does not find in FROM. Nothing was copied.",
}


class Command(BaseCommand):
    """Copy all rows as they are, hashes and all; audit the copy before it is committed."""

    help = "Copy a store to an empty database, as sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the two databases."""
        parser.add_argument("source", metavar="FROM")
        parser.add_argument("target", metavar="TO")

    def handle(self, *args: Any, source: str, target: str, **options: Any) -> None:  # noqa: ANN401, ARG002
        """Copy the store."""
        try:
            databases = database_from_url(source), database_from_url(target)
        except ValueError as error:
            message = "FROM and TO are sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME."
            raise CommandError(message) from error
        with opened(databases[0], alias="copied_from") as stored, opened(databases[1], alias="copied_to") as empty:
            if stored.vendor == "sqlite" and not Path(stored.settings_dict["NAME"]).is_file():
                raise CommandError(REFUSALS[Uncopied.SOURCE_NOT_MIGRATED])
            with as_default(empty):
                call_command("migrate", verbosity=0)
            with as_command_error():
                copied = copy_store(stored, empty)
            with as_default(empty):
                refresh_statistics()
        if isinstance(copied, Uncopied):
            raise CommandError(REFUSALS[copied])
        self.stdout.write(f"{sum(copied.rows.values()):,} rows of {len(copied.rows)} tables.")
        self.stdout.write(
            f"The audit found {len(copied.findings)} in the copy, as in FROM."
            if copied.findings
            else "The audit of the copy found nothing. Set REVIEW_DATABASE_URL to TO, and keep keys and checkpoints."
        )
