"""`manage.py import_records FILE --project SLUG`: what another store exported, with what its people decided.

The file is JSONL of `export_records`, compressed or not, or the audit bundle of a session. Exits with 1 when anything
was refused.
"""

import gzip
import hashlib
import io
import zlib
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.domain.errors import UploadRefusedError
from review.models import Project
from review.payloads.records import Source, StoredSession, sessions_of_bundle, sessions_of_lines, store_of_lines
from review.services.imports.records import Imported, NotImported, import_records
from review.verifier import verify
from review.wording import NOT_IMPORTED, problem_sentence, refused_sentence

ZIP, GZIP = b"PK", b"\x1f\x8b"
MAX_LINE_CHARS = 64 * 1024 * 1024
STORE_CHARS = 8
CHUNK_BYTES = 1024 * 1024
UNREADABLE = (OSError, EOFError, zlib.error, UnicodeDecodeError)
"""What a file that is not there, is cut, or is not what its first bytes say, raises."""


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
            source, sessions = _read(options["file"], wanted_key=options["key_id"])
            done = import_records(project=project, sessions=sessions, source=source, actor=_person(options["person"]))
        except UNREADABLE as error:
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


def _read(path: Path, *, wanted_key: str) -> tuple[Source, Iterator[StoredSession]]:
    """Return what a file is, and its sessions, which are read as they are taken."""
    with path.open("rb") as file:
        start = file.read(2)
    if start == ZIP:
        return _bundle(path, wanted_key=wanted_key)
    lines = _lines(path, is_packed=start == GZIP)
    return Source("jsonl", _digest(path), store_of_lines(lines)), sessions_of_lines(lines)


def _bundle(path: Path, *, wanted_key: str) -> tuple[Source, Iterator[StoredSession]]:
    """Return the sessions of a bundle that agrees with itself; its key is named, and whether to trust it is asked."""
    try:
        files, more, _ = verify.read(path, path.stat().st_size * 2)
    except (ValueError, LookupError) as error:
        message = printable(f"{path} is no audit bundle.")
        raise CommandError(message, returncode=1) from error
    issues = [one for one in (*verify.check(files, wanted_key=wanted_key), *more) if one.kind == "wrong"]
    if issues:
        message = printable(f"The bundle does not agree with itself: {issues[0].where}: {issues[0].what}.")
        raise CommandError(message, returncode=1)
    manifest = verify.parse_json(files[verify.MANIFEST])
    key_id = str(manifest["key_id"]) if isinstance(manifest, dict) else ""
    return Source("bundle", _digest(path), key_id[:STORE_CHARS], key_id), sessions_of_bundle(files)


def _lines(path: Path, *, is_packed: bool) -> Iterator[str]:
    """Yield the lines of a file, at most so long that none fills the memory."""
    with gzip.open(path) if is_packed else path.open("rb") as raw, io.TextIOWrapper(raw, "utf-8") as text:
        while line := text.readline(MAX_LINE_CHARS):
            yield line


def _digest(path: Path) -> str:
    total = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            total.update(chunk)
    return total.hexdigest()
