"""Jobs: those of a project for its list, the newest about a subject, and a person's own that is open."""

from django.db.models import QuerySet

from review.domain.jobs import OPEN_STATES
from review.domain.limits import PAGE_SIZE
from review.models import Job, Project
from review.selectors.access import Person, may_manage, visible_projects


def visible_jobs(user: Person) -> QuerySet[Job]:
    """Return the jobs of a person's projects, newest first."""
    jobs = Job.objects.filter(project__in=visible_projects(user)).order_by("-pk")
    return jobs.select_related("project", "owner", "cancelled_by")


def listed_jobs(project: Project) -> list[Job]:
    """Return the newest jobs of a project."""
    jobs = Job.objects.filter(project=project).select_related("owner", "cancelled_by")
    return list(jobs.order_by("-pk")[:PAGE_SIZE])


def newest_job(subject: str, *, kind: str = "") -> Job | None:
    """Return the newest job about a subject, of a *kind* where one is named."""
    jobs = Job.objects.filter(subject=subject, **({"kind": kind} if kind else {}))
    return jobs.select_related("project", "owner", "cancelled_by").order_by("-pk").first()


def own_open_job(user: Person) -> Job | None:
    """Return a person's oldest job that waits or runs."""
    return Job.objects.filter(owner_id=user.pk, state__in=OPEN_STATES).order_by("pk").first()


def may_cancel(user: Person, job: Job) -> bool:
    """Return whether a person may end a job: their own, or any in a project that they manage."""
    return job.owner_id == user.pk or may_manage(user, job.project_id)
