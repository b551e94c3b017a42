"""`manage.py audit_store`: recompute everything and name what does not agree."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from review.services.audits import audit_store


class Command(BaseCommand):
    """Print every finding; exit 1 when there is one."""

    help = "Recompute digests, proofs, flags and event chains from the sources; exit 1 when something differs."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Run the audit."""
        count = 0
        for finding in audit_store():
            count += 1
            self.stdout.write(f"{finding.code}  {finding.table} {finding.pk}  {finding.detail}".rstrip())
        if count:
            message = f"Findings: {count}. The store does not agree with its own sources."
            raise CommandError(message, returncode=1)
        self.stdout.write("No findings: every digest, proof, flag and chain agrees with its sources.")
