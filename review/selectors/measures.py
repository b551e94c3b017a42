"""The measures of the store, for whoever watches it: jobs, failed quotes, and what the last audit found."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min

from review.domain.failures import LAST_FAILED
from review.domain.jobs import JobState
from review.domain.limits import MAX_MEASURED
from review.models import AuditRun, FailedQuote, Job


class JobCount(NamedTuple):
    """The number of jobs of a kind in a state."""

    kind: str
    state: str
    number: int


class Audited(NamedTuple):
    """The last audit: the number of its findings, and when it ended."""

    findings: int
    finished_at: datetime


def job_counts() -> Iterator[JobCount]:
    """Yield how many jobs there are, by kind and state."""
    counted = Job.objects.order_by().values_list("kind", "state").annotate(number=Count("pk"))
    yield from (JobCount(*row) for row in counted)


def oldest_waiting_job() -> datetime | None:
    """Return when the oldest job that waits was added; None if none waits."""
    found: datetime | None = Job.objects.filter(state=JobState.WAITING).aggregate(oldest=Min("created_at"))["oldest"]
    return found


def failed_quote_count() -> int:
    """Return how many quotes wait to be repaired, counted up to a limit."""
    return FailedQuote.objects.filter(group__lte=LAST_FAILED).order_by()[:MAX_MEASURED].count()


def last_audit() -> Audited | None:
    """Return the last audit; None before the first."""
    run = AuditRun.objects.first()
    return None if run is None else Audited(run.findings, run.finished_at)
