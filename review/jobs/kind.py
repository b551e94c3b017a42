"""A kind of job, as a row of a table: what is run, and what pages say of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from review.domain.jobs import JobFailedError, JobReason
from review.models import Job, Project

BREATH = 0.25
"""How many seconds others have to write between two parts: SQLite lets who waits look again every tenth of one."""


class Progress(Protocol):
    """How far a job is, as its kind reports it; all raise `JobLostError` when the job is to end."""

    def begin(self, total: int) -> None:
        """Begin to count to a total."""

    def advance(self) -> None:
        """Count one more."""

    def go_on(self) -> None:
        """Count nothing; any thread of the job may call it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of job.

    `run` does the work and stores its effect with `effect()`; it raises `JobFailedError` when it cannot have one.
    `title` is its name in lists, `doing` what it does while it runs, `of` counts what its progress counts, as a format
    of `done` and `total`; empty where nothing is counted. `place` is the address where its result is shown, `told` what
    else there is to say of it.
    """

    name: str
    title: object
    doing: object
    of: object = ""
    run: Callable[[Job, Progress], None]
    place: Callable[[Job], str]
    told: Callable[[Job], str] = lambda _job: ""


def project_of(job: Job) -> Project:
    """Return the project of a job; raises JobFailedError when it is gone."""
    if job.project is None:
        raise JobFailedError(JobReason.GONE)
    return job.project
