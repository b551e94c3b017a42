"""`manage.py serve`: the server of this machine, with a worker beside it."""

from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from review.jobs.beside import worker_beside


class Command(BaseCommand):
    """Serve until somebody stops it; where procrastinate delivers jobs, its workers run elsewhere."""

    help = "Serve on this machine, with a worker for jobs beside the server. Ctrl+C ends both."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address."""
        parser.add_argument("address", nargs="?", default="127.0.0.1:8000", help="default: %(default)s")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Start the worker, and serve."""
        with worker_beside() if settings.REVIEW_JOBS == "embedded" else nullcontext():
            call_command("runserver", options["address"], use_reloader=False)
