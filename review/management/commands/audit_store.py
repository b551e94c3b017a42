"""`manage.py audit_store`: recompute everything and report what does not agree."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core.formats import printable
from review.management._errors import as_command_error
from review.services.audit.audit_store import Finding, run_audit


class Command(BaseCommand):
    """Print every finding; exit with 1 when there is one."""

    help = (
        "Recompute digests, proofs, flags, chains and checkpoints from the sources; exit with 1 when something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for files of checkpoints that were kept elsewhere."""
        parser.add_argument("--since", action="append", type=Path, default=[], metavar="CHECKPOINT_FILE")

    def handle(self, *args: Any, since: list[Path], **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Run the audit."""
        missing = [printable(str(path)) for path in since if not path.is_file()]
        if missing:
            message = f"No such file: {', '.join(missing)}"
            raise CommandError(message)
        with as_command_error():
            run = run_audit(since=since, on_finding=self._write)
        if run.findings:
            message = f"Findings: {run.findings}. What is stored does not match its sources."
            raise CommandError(message, returncode=1)
        self.stdout.write("No findings: every digest, proof, flag and chain agrees with its sources.")
        self.stdout.write(f"{run.events:,} events intact, compared with {run.checkpoints:,} checkpoints.")

    def _write(self, finding: Finding) -> None:
        note = "note: " if finding.is_note else ""
        self.stdout.write(printable(f"{note}{finding.code}  {finding.place}"))
