"""Batches of more than one part: a job works through one, or reverts it."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from review.domain.bulk import ItemState
from review.domain.jobs import OPEN_STATES
from review.domain.limits import BATCH_PART
from review.models import Batch, Job
from review.services._jobs import Work, enqueue

BATCH = "batch"
"""The kind of the job."""
APPLY, REVERT = "apply", "revert"
"""What it does."""
WORKED_ON: Mapping[str, ItemState] = {APPLY: ItemState.WAITING, REVERT: ItemState.DONE}
"""The state of the items that it has not worked on yet."""


def batch_subject(batch: Batch) -> str:
    """Return the name by which jobs are about a batch."""
    return f"batch-{batch.pk}"


def batch_of(job: Job) -> int:
    """Return the key of the batch that a job is about."""
    return int(job.subject.removeprefix("batch-"))


def open_act(batch: Batch) -> str:
    """Return what an open job does with a batch; empty where there is none."""
    jobs = Job.objects.filter(kind=BATCH, subject=batch_subject(batch), state__in=OPEN_STATES)
    given: Mapping[str, Any] = jobs.values_list("given", flat=True).first() or {}
    return str(given.get("act", ""))


def start_if_large(batch: Batch, act: str, *, actor: AbstractBaseUser) -> None:
    """Start the job that does an act with a batch, if a request cannot; in the caller's transaction.

    It is of the project of the entries, or of none where they are of several: these are given to it.
    """
    left = batch.items.filter(state=WORKED_ON[act]).order_by()
    if left[: BATCH_PART + 1].count() <= BATCH_PART:
        return
    projects = sorted(left.values_list("entry__session__project", flat=True).distinct())
    [project, *others] = projects
    given = {"act": act, "page": batch.get_absolute_url(), **({"projects": projects} if others else {})}
    enqueue(Work(BATCH, batch_subject(batch), batch.reason, None if others else project, actor.pk, given))
