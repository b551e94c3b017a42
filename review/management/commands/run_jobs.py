"""`manage.py run_jobs`: the worker of this machine, beside the server."""

import os
import signal
import sys
from threading import Event, Thread
from time import sleep
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from review.jobs.beside import PATIENCE
from review.jobs.courier import start_courier
from review.jobs.idling import start_idling
from review.jobs.worker import be_modest, run_waiting, work


class Command(BaseCommand):
    """Run the jobs that wait, one after another, and tell webhooks of what happens, until it is stopped."""

    help = (
        "Run jobs, such as large uploads, and tell webhooks, until it is stopped; `serve` starts one beside the server "
        "by itself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the two other ways to end."""
        parser.add_argument("--until-empty", action="store_true", help="run what waits, and end")
        parser.add_argument("--beside", action="store_true", help="end when standard input does, as `serve` has it")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Be modest, say that it is ready, and work."""
        be_modest()
        if options["until_empty"]:
            self.stdout.write(f"Jobs run: {run_waiting()}.")
            return
        stop = Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        if options["beside"]:
            Thread(target=_stop_at_end_of_input, args=(stop,), daemon=True).start()
        self.stdout.write("The worker is ready.")
        self.stdout.flush()
        start_courier(stop)
        start_idling(stop)
        work(stop)


def _stop_at_end_of_input(stop: Event) -> None:
    """Set *stop* when standard input ends, as the server that holds its other end is gone; do not wait for ever."""
    while os.read(sys.stdin.fileno(), 1 << 10):
        pass  # past the buffer, whose lock could not be taken when the interpreter ends
    stop.set()
    sleep(PATIENCE)
    os._exit(1)
