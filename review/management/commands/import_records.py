"""`manage.py import_records FILE --project SLUG`: what another store exported, with what its people decided.

The file is JSONL of `export_records`, compressed or not, or the audit bundle of a session. Exits with 1 when anything
was refused.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.domain.errors import UploadRefusedError
from review.models import Project
from review.payloads.exported import UNREADABLE, open_export
from review.services.imports.records import Imported, NotImported, import_records
from review.wording import NOT_IMPORTED, problem_sentence, refused_sentence


class Command(BaseCommand):
    """Import what is new; list what was refused, each with its place and the reason."""

    help = "Import an export of another store (JSONL), or the audit bundle of a session, with its decisions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, the project, and who answers for the decisions."""
        parser.add_argument("file", type=Path, help="JSONL of `export_records`, also as .gz, or a bundle of a session")
        parser.add_argument("--project", required=True, help="the slug of the project")
        answers = "the manager who answers for the decisions (default: the system)"
        parser.add_argument("--as", dest="person", help=answers)
        parser.add_argument("--key-id", default="", help="of a bundle: the key that must have signed it")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Import the file session by session."""
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            message = printable(f"There is no project {options['project']}.")
            raise CommandError(message)
        try:
            source, sessions = open_export(options["file"], wanted_key=options["key_id"], most=None)
            done = import_records(project=project, sessions=sessions, source=source, actor=_person(options["person"]))
        except (OSError, *UNREADABLE) as error:
            message = printable(f"{options['file']} cannot be read: {error}.")
            raise CommandError(message) from error
        except UploadRefusedError as error:
            sentences = " ".join(f"{one.where} {problem_sentence(one)}".strip() for one in error.problems)
            raise CommandError(printable(sentences), returncode=1) from error
        if isinstance(done, NotImported):
            raise CommandError(str(NOT_IMPORTED[done]), returncode=1)
        self._report(done)

    def _report(self, done: Imported) -> None:
        for one in done.refused:
            self.stderr.write(printable(refused_sentence(one)))
        self.stdout.write(
            ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in done.counts.items()) or "nothing"
        )
        if done.refused:
            message = f"Refused: {len(done.refused)}, listed above. The rest was imported."
            raise CommandError(message, returncode=1)


def _person(name: str | None) -> User | None:
    if name is None:
        return None
    person = User.objects.filter(username=name, is_active=True).first()
    if person is None:
        message = printable(f"There is no account {name}.")
        raise CommandError(message)
    return person
