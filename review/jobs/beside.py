"""A worker beside the server: started with it, started again when it is killed, and ended with it."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

LOG = logging.getLogger("review")
COMMAND = [sys.executable, "-m", "django", "run_jobs", "--beside"]
LOOK_EVERY = 0.2
QUICK, PAUSE = 5.0, 5.0
"""A worker that ends within so many seconds is not started again before a pause of so many."""
PATIENCE = 10.0
"""How many seconds a worker has to end in good order."""


@contextmanager
def worker_beside() -> Iterator[None]:
    """Have a worker run while the block does."""
    over = Event()
    supervisor = Thread(target=_supervise, args=(over,), name="supervisor")
    supervisor.start()
    try:
        yield
    finally:
        over.set()
        supervisor.join()


def _supervise(over: Event) -> None:
    while not over.is_set():
        begun = monotonic()
        _run(over)
        if not over.is_set():
            LOG.warning("The worker has ended; another one is started.")
            over.wait(PAUSE if monotonic() - begun < QUICK else 0)


def _run(over: Event) -> None:
    """Run one worker until it ends, or until it is *over*.

    It is in a session of its own, so that Ctrl+C reaches the server alone; it ends by itself when its standard input
    does, which also happens when the server is killed.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, env=environment, start_new_session=True) as worker:  # noqa: S603
        while worker.poll() is None:
            if over.wait(LOOK_EVERY):
                _end(worker)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.terminate()
    try:
        worker.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
