"""`manage.py serve`: the server of this machine or of a team, with a worker beside it."""

import tempfile
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from review.databases import share_connections
from review.domain.limits import SERVED_REQUESTS, SERVED_THREADS, SERVER_GRACE, SERVER_TIMEOUT
from review.jobs.beside import worker_beside

ADDRESS = "127.0.0.1:8000"


class Command(BaseCommand):
    """Serve until somebody stops it; where procrastinate delivers jobs, its workers run elsewhere."""

    help = (
        "Serve on this machine, with a worker for jobs beside the server; Ctrl+C ends both. With --workers it is the "
        "server of a team: gunicorn, behind a proxy that ends TLS."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address, and what the server of a team is given."""
        parser.add_argument("address", nargs="?", help=f"default: {ADDRESS}")
        parser.add_argument(
            "--bind",
            action="append",
            metavar="ADDRESS",
            help="HOST:PORT, or unix:FILE with --workers; several times for several",
        )
        parser.add_argument("--workers", type=_positive, metavar="N", help="so many processes: one or two a core")
        parser.add_argument(
            "--threads", type=_positive, default=SERVED_THREADS, metavar="M", help="of each process (%(default)s)"
        )
        parser.add_argument(
            "--max-requests",
            type=int,
            default=SERVED_REQUESTS,
            metavar="N",
            help="after about how many requests a process is replaced, 0 for never (%(default)s)",
        )
        parser.add_argument("--no-worker", action="store_true", help="without the worker, where run_jobs runs apart")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Start the worker, and serve."""
        bind = (*(options["bind"] or ()), *filter(None, [options["address"]])) or (ADDRESS,)
        beside = settings.REVIEW_JOBS == "embedded" and not options["no_worker"]
        if options["workers"] is not None:
            self._serve_team(bind, options, beside=beside)
            return
        if len(bind) > 1 or bind[0].startswith("unix:"):
            message = "Without --workers there is one address, HOST:PORT."
            raise CommandError(message)
        with worker_beside() if beside else nullcontext():
            call_command("runserver", bind[0], use_reloader=False)

    def _serve_team(self, bind: tuple[str, ...], options: dict[str, Any], *, beside: bool) -> None:
        """Serve with gunicorn; its processes add up their measures in a folder that is there as long as they are."""
        if find_spec("gunicorn") is None:
            message = "The server of a team is not installed: pip install 'evidence-review[app,server]'"
            raise CommandError(message)
        share_connections(settings.DATABASES["default"], most=options["threads"])
        with tempfile.TemporaryDirectory(prefix="review-measures-") as folder:
            server = import_module("review.serving.server")
            serving = server.Serving(
                bind=bind,
                workers=options["workers"],
                threads=options["threads"],
                timeout=SERVER_TIMEOUT.seconds,
                graceful=SERVER_GRACE.seconds,
                max_requests=options["max_requests"],
            )
            with worker_beside() if beside else nullcontext():
                server.serve(serving, measures=folder)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
