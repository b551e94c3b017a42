"""The worker of this machine: it takes one job after another, until it is told to end."""

import logging
import os
import resource
from functools import cache
from threading import Event

from django.conf import settings
from django.db import connection

from review.faults import fault_of
from review.jobs.kinds import KINDS
from review.jobs.running import run_taken
from review.services.jobs.holding import take, take_next

LOG = logging.getLogger("review")
LOOK_EVERY = 0.5
"""How many seconds a worker without work waits before it looks again."""
NICENESS = 5
"""How much lower its priority is: requests go before it, yet it is not starved while it holds a lock."""
REST = 5.0
"""How many seconds a worker rests whose database is full, busy or away."""


@cache
def be_modest() -> None:
    """Bound what this process takes, once: pages go before it, and a job that needs too much memory fails alone."""
    os.nice(NICENESS)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = settings.REVIEW_MAX_JOB_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def work(stop: Event) -> None:
    """Run jobs until *stop* is set; the one that runs then goes back, for another worker."""
    while not stop.is_set():
        stop.wait(_seconds_after_one(stop))


def run_delivered(pk: int) -> None:
    """Run the job that was delivered to this process, if it still waits."""
    be_modest()
    job = take(pk)
    if job is not None:
        run_taken(job, KINDS, stop=Event())


def run_waiting() -> int:
    """Run all jobs that are due, and return how many there were."""
    count = 0
    while (job := take_next()) is not None:
        run_taken(job, KINDS, stop=Event())
        count += 1
    return count


def _seconds_after_one(stop: Event) -> float:
    """Run the next job, and return how many seconds to wait before the one after."""
    try:
        job = take_next()
        if job is not None:
            run_taken(job, KINDS, stop=stop)
    except Exception as error:
        if fault_of(error) is None:
            raise
        LOG.warning("the worker rests: %s", error)
        connection.close()
        return REST
    return LOOK_EVERY if job is None else 0
