"""A job in the hands of a worker: take it, beat, store its effect, or let it go.

Taking counts the fence of a job up, in one statement; everything later is one statement or transaction that asks for
that fence. So a worker that was killed, is late, or works beside another on the same job changes nothing twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from review.domain.jobs import OPEN_STATES, JobLostError, JobReason, JobState
from review.domain.limits import JOB_PAUSE, MAX_JOB_TRIES
from review.models import Job

MOST_LOOKED_AT = 20
"""How many jobs that are due are looked at, when others take the first ones."""


def take_next() -> Job | None:
    """Take the first job that is due, and return it with its fence; None when there is none."""
    due = Job.objects.filter(state__in=OPEN_STATES, until__lte=timezone.now()).order_by("pk")
    return next(filter(None, map(_taken, due[:MOST_LOOKED_AT])), None)


def take(pk: int) -> Job | None:
    """Take one job, and return it with its fence; None when it is not due: done, or another worker has it."""
    due = Job.objects.filter(pk=pk, state__in=OPEN_STATES, until__lte=timezone.now()).first()
    return None if due is None else _taken(due)


def beat(job: Job, *, done: int, total: int) -> bool:
    """Renew the lease of a job with its progress; return whether the worker is to go on with it."""
    now = timezone.now()
    going_on = _held(job).filter(cancelled_by=None)
    return bool(going_on.update(beat=now, until=now + _lease(), done=done, total=total))


@contextmanager
def effect(job: Job) -> Iterator[dict[str, Any]]:
    """Store the effect of a job in the block, with its result, which the block fills: all of it, once, or nothing.

    Raises:
        JobLostError: the job was cancelled, or another worker has taken it; nothing is stored.

    """
    result: dict[str, Any] = {}
    with transaction.atomic(durable=True):
        yield result
        ended = {"state": JobState.DONE, "done": F("total"), "result": result, "reason": "", "ended_at": timezone.now()}
        if not _held(job).filter(cancelled_by=None).update(**ended):
            raise JobLostError


@contextmanager
def step(job: Job) -> Iterator[None]:
    """Store a part of the effect of a job in the block, which stays when the rest does not: whoever takes it goes on.

    Raises:
        JobLostError: as for `effect`; the part is not stored.

    """
    with transaction.atomic(durable=True):
        yield
        if not _held(job).filter(cancelled_by=None).update(has_begun=True):
            raise JobLostError
    job.has_begun = True


def fail(job: Job, reason: JobReason) -> None:
    """End a job by its own answer, or as cancelled where somebody asked for that."""
    _end(_held(job), JobState.FAILED, reason)


def give_back(job: Job, *, pause: timedelta = timedelta(0)) -> None:
    """Let another worker have a job after a *pause*, which this one ends in good order: it does not count as a try."""
    _wait_again(job, tries=F("tries") - 1, until=timezone.now() + pause)


def give_up(job: Job, reason: JobReason) -> None:
    """Let a job that made an error be tried again after a pause, or stop it after the last try."""
    if job.tries >= MAX_JOB_TRIES:
        _end(_held(job), JobState.STOPPED, reason)
    else:
        _wait_again(job, reason=reason, until=timezone.now() + JOB_PAUSE * 2**job.tries)


def _wait_again(job: Job, **changes: object) -> None:
    _end(_held(job).exclude(cancelled_by=None), JobState.CANCELLED, None)
    _held(job).update(state=JobState.WAITING, **changes)


def _taken(due: Job) -> Job | None:
    """Take a job that is due as it was read, unless it is to be ended instead."""
    same = Job.objects.filter(pk=due.pk, fence=due.fence, state=due.state, until=due.until)
    if due.cancelled_by_id is not None or due.tries >= MAX_JOB_TRIES:
        _end(same, JobState.STOPPED, JobReason.LOST)
        return None
    now = timezone.now()
    is_taken = same.update(
        state=JobState.RUNNING,
        fence=F("fence") + 1,
        tries=F("tries") + 1,
        beat=now,
        until=now + _lease(),
        started_at=Coalesce("started_at", now),
    )
    mine = Job.objects.filter(pk=due.pk, fence=due.fence + 1).select_related("owner", "project")
    return mine.first() if is_taken else None


def _end(jobs: QuerySet[Job], state: JobState, reason: JobReason | None) -> None:
    """End jobs, as cancelled where somebody asked for that."""
    now: datetime = timezone.now()
    jobs.exclude(cancelled_by=None).update(state=JobState.CANCELLED, reason="", ended_at=now)
    jobs.filter(cancelled_by=None).update(state=state, reason=reason or "", ended_at=now)


def _held(job: Job) -> QuerySet[Job]:
    """Return the row of a job while it is the worker's that took it."""
    return Job.objects.filter(pk=job.pk, fence=job.fence, state=JobState.RUNNING)


def _lease() -> timedelta:
    return timedelta(seconds=settings.REVIEW_JOB_LEASE_SECONDS)
