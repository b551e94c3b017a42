"""Starts the extraction of idle sessions, beside the jobs of a worker: every minute, in a thread of its own."""

import logging
from threading import Event, Thread

from django.db import connection

from review.domain.limits import IDLE_PACE
from review.faults import fault_of
from review.services.extracting.starting import start_idle

LOG = logging.getLogger("review")


def start_idling(stop: Event) -> Thread:
    """Return the thread, which was started and ends when *stop* is set."""
    thread = Thread(target=_look, args=(stop,), name="idle-sessions", daemon=True)
    thread.start()
    return thread


def _look(stop: Event) -> None:
    try:
        while not stop.wait(IDLE_PACE.total_seconds()):
            look_once()
    finally:
        connection.close()


def look_once() -> None:
    """Start what is idle; a database that is full, busy or away is asked again the next time."""
    try:
        start_idle()
    except Exception as error:
        if fault_of(error) is None:
            LOG.exception("idle sessions are looked for again after a rest")
        else:
            LOG.warning("idle sessions are looked for again after a rest: %s", error)
        connection.close()
