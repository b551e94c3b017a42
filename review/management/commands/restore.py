"""`manage.py restore FILE`: a backup into an empty store, verified."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aligner_core import printable
from review.management._backups import backups_as_command_errors
from review.management._errors import as_command_error
from review.selectors.readiness import unready
from review.services.audit.audit_store import Finding, run_audit
from review.services.audit.checkpoints import make_checkpoint
from review.services.backups.restoring import restore_backup


class Command(BaseCommand):
    """Restore a store, audit it, and go on with its checkpoints."""

    help = "Restore a backup into an empty store: its digests are compared first, and it is audited afterwards."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the archive."""
        parser.add_argument("file", type=Path, metavar="FILE.tar")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Restore the backup."""
        with backups_as_command_errors():
            manifest = restore_backup(file)
        self.stdout.write(
            f"Restored: {len(manifest.files)} files of {manifest.made_at:%Y-%m-%d %H:%M} UTC, as digested."
        )
        if "migrations" in unready():
            self.stdout.write("It is of an older version: run manage.py migrate, then manage.py audit_store.")
            return
        found: list[Finding] = []
        with as_command_error():
            run = run_audit(on_finding=lambda finding: found.append(finding) if not finding.is_note else None)
            for finding in found:
                self.stdout.write(printable(f"{finding.code}  {finding.place}"))
            if run.findings:
                message = f"The audit has {run.findings} findings."
                raise CommandError(message)
            checkpoint = make_checkpoint()
        self.stdout.write(f"The audit of {run.events} events against {run.checkpoints} checkpoints found nothing.")
        self.stdout.write(f"The checkpoints go on: one was signed over {checkpoint.size} events.")
