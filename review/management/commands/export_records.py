"""`manage.py export_records --project SLUG --format NAME --out FILE`: write records in a format, as they are made."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.domain.policy import Stage
from review.management._errors import as_command_error
from review.models import Entry, Project, ReviewSession
from review.selectors.bundles.contents import BundleScope, entry_scope, filter_scope
from review.services.exports.compression import gzipped
from review.services.exports.export import NotExported, export
from review.services.exports.formats import FORMATS

STANDARD_OUTPUT = "-"


class Command(BaseCommand):
    """Write one export; the journal records the system as the one who took it out."""

    help = "Export the entries of a project: JSONL to import elsewhere, or a format of another tool."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the project, the format, the filters and the file."""
        parser.add_argument("--project", required=True, help="the slug of the project")
        parser.add_argument("--format", choices=list(FORMATS), default="jsonl", help="default: %(default)s")
        parser.add_argument("--session", help="only this session, by its own id")
        parser.add_argument("--entry", type=int, metavar="KEY", help="only this entry, by the number in its address")
        parser.add_argument("--stage", choices=[stage.value for stage in Stage], help="only entries at this stage")
        parser.add_argument("--type", help="only entries of this type")
        where = "the file, never overwritten; compressed if it ends in .gz; - is the standard output"
        parser.add_argument("--out", required=True, help=where)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Write the export to the file."""
        out, scope = options["out"], _scope(options)
        if out != STANDARD_OUTPUT and Path(out).exists():
            message = printable(f"{out} already exists.")
            raise CommandError(message)
        with as_command_error():
            done = export(scope=scope, name=options["format"], actor=None)
        if isinstance(done, NotExported):
            message = "Nothing passes the filter."
            raise CommandError(message, returncode=1)
        if out == STANDARD_OUTPUT:
            _write(sys.stdout.buffer, (piece.encode("utf-8", "surrogatepass") for piece in done.pieces))
            return
        try:
            with Path(out).open("xb") as file:
                is_packed = out.endswith(".gz")
                plain = (piece.encode("utf-8", "surrogatepass") for piece in done.pieces)
                size = _write(file, gzipped(done.pieces) if is_packed else plain)
        except OSError as error:
            message = printable(f"{out} cannot be written: {error.strerror}.")
            raise CommandError(message) from error
        self.stdout.write(printable(f"{out}: {size} bytes"))


def _write(file: BinaryIO, pieces: Iterator[bytes]) -> int:
    return sum(map(file.write, pieces))


def _entry_scope(key: int, project: Project) -> BundleScope:
    entry = Entry.objects.filter(pk=key, session__project=project).select_related("session__project").first()
    if entry is None:
        message = printable(f"There is no entry {key} in {project.slug}.")
        raise CommandError(message)
    return entry_scope(entry)


def _scope(options: dict[str, Any]) -> BundleScope:
    """Return the sessions and entries that the options name; without a filter also sessions without entries."""
    project = Project.objects.filter(slug=options["project"]).first()
    if project is None:
        message = printable(f"There is no project {options['project']}.")
        raise CommandError(message)
    if options["entry"]:
        return _entry_scope(options["entry"], project)
    sessions, entries = ReviewSession.objects.filter(project=project), Entry.objects.filter(session__project=project)
    named = {key: options[key] for key in ("session", "stage", "type") if options[key]}
    if session := named.get("session"):
        sessions, entries = sessions.filter(session_id=session), entries.filter(session__session_id=session)
    if not {"stage", "type"} & named.keys():
        return BundleScope(
            {"kind": "project", "project": project.slug, **named}, entries, sessions, whole_sessions=True
        )
    fields: dict[str, str] = {key: value for key, value in named.items() if key in {"stage", "type"}}
    found = filter_scope(entries.filter(**fields), {"project": project.slug, **fields})
    return BundleScope({**found.description, **named}, found.entries, found.sessions, whole_sessions=False)
