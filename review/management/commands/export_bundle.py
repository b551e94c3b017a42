"""`manage.py export_bundle FILE.zip --session PROJECT/SESSION`: seal an audit bundle and write it to a file."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.domain.policy import Stage
from review.management._errors import as_command_error
from review.models import Entry, Project, ReviewSession
from review.selectors.bundles.contents import BundleScope, entry_scope, filter_scope, session_scope
from review.services.bundles.seal import Unsealed, seal_bundle
from review.services.bundles.statement import signed_statement

Row = TypeVar("Row")
REFUSALS = {
    Unsealed.NOT_PERMITTED: "You may not read this.",
    Unsealed.EMPTY: "No entry passes the filter.",
    Unsealed.WRONG_MOMENT: "The moment must not be in the future, and nothing in the bundle may be newer.",
    Unsealed.CONFLICT: "The records changed every time they were read. Try again.",
}


class Command(BaseCommand):
    """Write one bundle; the journal records the system as its author."""

    help = "Seal an audit bundle of an entry, of a session, or of a project's entries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, and the options that select the contents."""
        parser.add_argument("file", type=Path, help="where to write the bundle; never overwritten")
        wanted = parser.add_mutually_exclusive_group(required=True)
        wanted.add_argument("--entry", type=int, help="the number of an entry, as in the address of its page")
        wanted.add_argument("--session", help="PROJECT/SESSION: the slug of a project and a session's own id")
        wanted.add_argument("--project", help="the slug of a project: all of its entries that are not rejected")
        parser.add_argument("--stage", choices=[stage.value for stage in Stage], help="with --project: only these")
        parser.add_argument("--withhold-messages", action="store_true", help="leave out the texts of messages")
        stated = "where to write a statement of in-toto about the bundle, in a DSSE envelope"
        parser.add_argument("--statement", type=Path, help=stated)
        parser.add_argument("--at", type=_moment, help="the moment that the bundle states, YYYY-MM-DDTHH:MM:SSZ")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Seal the bundle and write it to the file."""
        for path in filter(None, (options["file"], options["statement"])):
            if path.exists():
                message = printable(f"{path} already exists.")
                raise CommandError(message)
        scope = _scope(options)
        with as_command_error():
            bundle = seal_bundle(
                scope=scope,
                withheld=("messages",) if options["withhold_messages"] else (),
                actor=None,
                moment=options["at"],
            )
        if isinstance(bundle, Unsealed):
            raise CommandError(REFUSALS[bundle], returncode=1)
        _write(options["file"], bundle.content)
        if options["statement"] is not None:
            with as_command_error():
                _write(options["statement"], signed_statement(bundle, scope))
        counts = ", ".join(f"{count} {name}" for name, count in bundle.counts.items())
        self.stdout.write(f"{counts}\nsha256 {bundle.digest}\nkey    {bundle.key_id}")


def _write(path: Path, content: bytes) -> None:
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as error:
        message = printable(f"{path} cannot be written: {error.strerror}.")
        raise CommandError(message) from error


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def _scope(options: dict[str, Any]) -> BundleScope:
    if options["entry"] is not None:
        entry = Entry.objects.select_related("session__project", "extraction").filter(pk=options["entry"]).first()
        return entry_scope(_found(entry, f"entry {options['entry']}"))
    if options["session"] is not None:
        project, _, name = options["session"].partition("/")
        sessions = ReviewSession.objects.select_related("project")
        session = sessions.filter(project__slug=project, session_id=name).first()
        return session_scope(_found(session, f"session {options['session']}"))
    return _project_entries(options["project"], options["stage"])


def _project_entries(slug: str, stage: str | None) -> BundleScope:
    project = _found(Project.objects.filter(slug=slug).first(), f"project {slug}")
    entries = Entry.objects.filter(session__project=project, rejected_at__isnull=True)
    if stage is None:
        return filter_scope(entries, {"project": slug})
    return filter_scope(entries.filter(stage=stage), {"project": slug, "stage": stage})


def _found(row: Row | None, name: str) -> Row:
    if row is None:
        message = printable(f"There is no {name}.")
        raise CommandError(message)
    return row
