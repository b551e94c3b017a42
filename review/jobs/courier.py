"""Sends webhooks what happened, beside the jobs of a worker: every two seconds, in a thread of its own."""

import logging
from threading import Event, Thread

from django.db import connection

from review.domain.limits import WEBHOOK_PACE
from review.faults import fault_of
from review.services.feed.deliveries import tell_webhooks

LOG = logging.getLogger("review")
REST = 5.0
"""How many seconds it rests where the database is full, busy or away."""


def start_courier(stop: Event) -> Thread:
    """Return the thread, which was started and ends when *stop* is set; what it was sending then is sent again."""
    courier = Thread(target=_carry, args=(stop,), name="courier", daemon=True)
    courier.start()
    return courier


def _carry(stop: Event) -> None:
    try:
        while not stop.wait(_seconds_after_one(stop)):
            pass
    finally:
        connection.close()


def _seconds_after_one(stop: Event) -> float:
    """Send what is new, and return how many seconds to wait before the next time."""
    try:
        tell_webhooks(stop=stop)
    except Exception as error:
        if fault_of(error) is None:
            LOG.exception("webhooks are told again after a rest")
        else:
            LOG.warning("webhooks are told again after a rest: %s", error)
        connection.close()
        return REST
    return WEBHOOK_PACE.total_seconds()
