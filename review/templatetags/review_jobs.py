"""Template tags of jobs: their kinds, their progress and their ends, and when a page looks again."""

from datetime import timedelta

from django import template
from django.template.context import RequestContext
from django.utils import timezone

from review import wording
from review.domain.jobs import JobReason
from review.jobs.kinds import KINDS
from review.models import Job
from review.selectors.jobs import may_cancel, own_open_job

register = template.Library()
register.filter(wording.job_state)
PACES = ((timedelta(seconds=20), 2), (timedelta(minutes=2), 5))
"""Up to which age of a job a page looks again after how many seconds; then after the longest."""
SLOWEST = 10
QUARTER = 25


@register.filter
def job_title(job: Job) -> str:
    """Return the name of the kind of a job."""
    return str(KINDS[job.kind].title)


@register.filter
def job_doing(job: Job) -> str:
    """Return what a job does while it runs."""
    return str(KINDS[job.kind].doing)


@register.filter
def job_details(job: Job) -> str:
    """Return how far a job is, or why it ended without its effect."""
    kind = KINDS[job.kind]
    return wording.job_details(job, kind.of, kind.told(job))


@register.filter
def job_place(job: Job) -> str:
    """Return the address where the result of a job is shown."""
    return KINDS[job.kind].place(job)


@register.filter
def job_percent(job: Job) -> int:
    """Return how much of a job is done, in percent."""
    return 100 * job.done // job.total if job.total else 0


@register.filter
def job_quarter(job: Job) -> str:
    """Return the state of a job and how many quarters of it are done: a change of it is announced."""
    return f"{job.state}-{job_percent(job) // QUARTER}"


@register.filter
def job_news(job: Job, seen: str) -> str:
    """Return what is announced of a job to who has *seen* this much of it: its end, or another quarter that is done."""
    if job_quarter(job) == seen:
        return ""
    return job_details(job) or job_doing(job) if job.is_open else wording.job_state(job)


@register.filter
def job_pace(job: Job) -> int:
    """Return after how many seconds a page looks at a job again: the longer it takes, the later."""
    age = timezone.now() - job.created_at
    return next((seconds for limit, seconds in PACES if age < limit), SLOWEST)


@register.simple_tag(takes_context=True)
def own_job(context: RequestContext) -> Job | None:
    """Return the job of the signed-in person that waits or runs."""
    return own_open_job(context["request"].user)


@register.simple_tag(takes_context=True)
def cancels(context: RequestContext, job: Job) -> bool:
    """Return whether the signed-in person may end a job."""
    return job.is_open and job.cancelled_by_id is None and may_cancel(context["request"].user, job)


@register.simple_tag(takes_context=True)
def restarts(context: RequestContext, job: Job) -> bool:
    """Return whether the signed-in person may start a job again; what has changed they look at instead."""
    is_to_look_at = job.reason == JobReason.CHANGED
    return job.is_unsuccessful and not is_to_look_at and job.owner_id == context["request"].user.pk
