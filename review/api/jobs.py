"""Jobs: how far work is that goes on behind a call, and what came of it."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from ninja import Router

from review.api.answers import answer, answers
from review.api.calls import Call, scoped
from review.api.problems import ProblemError, ProblemWire
from review.api.wire import Key, Wire
from review.domain.jobs import JobState
from review.domain.tokens import Scope
from review.models import Job
from review.selectors.jobs import jobs_of_token, may_cancel
from review.services.jobs.asking import cancel_job

router = Router(tags=["jobs"], by_alias=True)
TOLD = (
    *("session", "extraction", "digest", "size", "realigned", "kept", "counts", "refused"),
    *("requests", "tokens", "repaired", "withdrawn", "given_up", "lost"),
)
"""What of a result concerns its caller."""


class JobWire(Wire):
    """A job; `result` names what it stored, once it is done, `reason` says why it failed."""

    id: int
    kind: str
    state: JobState
    done: int
    total: int
    tries: int
    reason: str
    result: dict[str, Any]
    created_at: datetime
    ended_at: datetime | None


def job_wire(job: Job) -> JobWire:
    """Return what is answered of a job."""
    return JobWire(
        id=job.pk,
        kind=job.kind,
        state=JobState(job.state),
        done=job.done,
        total=job.total,
        tries=job.tries,
        reason=job.reason,
        result={name: value for name, value in job.result.items() if name in TOLD},
        created_at=job.created_at,
        ended_at=job.ended_at,
    )


@router.get("/jobs/{pk}", response=answers(JobWire), operation_id="job")
@scoped(Scope.READ)
def job(request: Call, pk: Key) -> HttpResponse:
    """Return how far a job is."""
    return answer(job_wire(_required(request, pk)))


@router.delete("/jobs/{pk}", response=answers(JobWire, also={409: ProblemWire}), operation_id="job_cancel")
@scoped(Scope.INGEST)
def cancel(request: Call, pk: Key) -> HttpResponse:
    """End a job: one that waits at once, one that runs before its next part."""
    found = _required(request, pk)
    if not may_cancel(request.user, found):
        raise ProblemError(403, "not_permitted")
    if not cancel_job(found, actor=request.user):
        raise ProblemError(409, "job_ended")
    return answer(job_wire(_required(request, pk)))


def _required(request: Call, key: int) -> Job:
    found = jobs_of_token(request.user, request.auth.project).filter(pk=key).first()
    if found is None:
        raise ProblemError(404, "not_found")
    return found
