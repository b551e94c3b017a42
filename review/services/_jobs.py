"""Start jobs, in the transaction of what they are for. Private to the services."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from review.domain.jobs import OPEN_STATES, JobState
from review.domain.limits import JOB_DAYS
from review.domain.tokens import token_in_use
from review.models import Job
from review.services._delivery import deliver


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done: the kind of the job, what it is about and called, where, for whom, and what it is given.

    Without a project it is about the whole store, or several projects.
    """

    kind: str
    subject: str
    title: str
    project_id: int | None
    owner_id: int
    given: Mapping[str, object]


def enqueue(work: Work) -> Job:
    """Add a job and return it; while one of its kind about the same subject is open, return that one.

    It is done with the token that it was asked for with.

    In the caller's transaction: a worker sees the job together with what it is for.
    """
    if not transaction.get_connection().in_atomic_block:
        message = "A job is added in the transaction of what it is for."
        raise transaction.TransactionManagementError(message)
    now, token = timezone.now(), token_in_use()
    given = {**work.given, **({} if token is None else {"token": list(token)})}
    _forget_old(now)
    job, is_new = Job.objects.get_or_create(
        kind=work.kind,
        subject=work.subject,
        state__in=OPEN_STATES,
        defaults={**asdict(work), "given": given, "until": now},
    )
    if is_new:
        deliver(job)
    return job


def add_done(work: Work) -> Job:
    """Add a job that was done within the request, and return it: what it made is kept as that of any other job.

    In the caller's transaction, which stores its effect and its result.
    """
    now = timezone.now()
    _forget_old(now)
    ended = {"state": JobState.DONE, "until": now, "started_at": now, "ended_at": now}
    return Job.objects.create(**asdict(work), **ended)


def _forget_old(now: datetime) -> None:
    Job.objects.filter(ended_at__lt=now - timedelta(days=JOB_DAYS)).delete()
