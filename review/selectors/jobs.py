"""Jobs: those of a project for its list, the newest about a subject, and a person's own that is open."""

from heapq import merge
from itertools import islice

from django.db.models import Q, QuerySet

from review.domain.jobs import OPEN_STATES
from review.domain.limits import PAGE_SIZE
from review.models import Job, JobFile, Project
from review.selectors.access import Person, may_manage, own_projects, visible_projects


def visible_jobs(user: Person) -> QuerySet[Job]:
    """Return the jobs of a person's projects, and their own that are of no project, newest first."""
    own = Q(project=None, owner_id=user.pk)
    jobs = Job.objects.filter(own | Q(project__in=visible_projects(user))).order_by("-pk")
    return jobs.select_related("project", "owner", "cancelled_by")


def jobs_of_token(user: Person, project: Project) -> QuerySet[Job]:
    """Return the jobs that a token of a project may see: those of the project, and its owner's own for it."""
    return visible_jobs(user).filter(Q(project=project) | Q(project=None, given__project=project.pk))


def found_job(user: Person, pk: int) -> Job | None:
    """Return a job that a person may see: one of `visible_jobs`, or one over projects all of which they manage."""
    return _first_seen(user, Job.objects.filter(pk=pk))


def job_on(user: Person, subject: str) -> Job | None:
    """Return the newest job about a subject that a person may see, as `found_job` does."""
    return _first_seen(user, Job.objects.filter(subject=subject))


def listed_jobs(project: Project, user: Person) -> list[Job]:
    """Return the newest jobs of a project, and those of a person that are of no project.

    Both are ranges of an index: looked for at once, every newer job of other projects would be read.
    """
    jobs = Job.objects.select_related("owner", "cancelled_by").order_by("-pk")
    some = (jobs.filter(project=project), jobs.filter(project=None, owner_id=user.pk))
    newest = merge(*(part[:PAGE_SIZE] for part in some), key=lambda job: job.pk, reverse=True)
    return list(islice(newest, PAGE_SIZE))


def own_file(user: Person, job: Job) -> JobFile | None:
    """Return the file that a job made for a person; None without one, or where they no longer may read all of it."""
    projects = set(job.result.get("projects", ()))
    if job.owner_id != user.pk or not projects <= set(visible_projects(user).values_list("pk", flat=True)):
        return None
    return JobFile.objects.filter(job=job).first()


def own_statement(user: Person, job: Job) -> str | None:
    """Return the statement about the bundle that a job sealed for a person; None where its file is not theirs."""
    statement: str | None = job.result.get("statement")
    return statement if own_file(user, job) is not None else None


def own_bundles(user: Person, project: Project, *, kind: str) -> QuerySet[Job]:
    """Return the jobs of a *kind* that a person had with a token of a project, newest first; such are of no project."""
    of_none = Job.objects.filter(project=None, owner_id=user.pk)
    return of_none.filter(kind=kind, given__project=project.pk).order_by("-pk")


def newest_job(subject: str, *, kind: str = "") -> Job | None:
    """Return the newest job about a subject, of a *kind* where one is named."""
    jobs = Job.objects.filter(subject=subject, **({"kind": kind} if kind else {}))
    return jobs.select_related("project", "owner", "cancelled_by").order_by("-pk").first()


def open_jobs(kind: str) -> list[Job]:
    """Return the jobs of a kind that wait or run."""
    return list(Job.objects.filter(kind=kind, state__in=OPEN_STATES).select_related("project").order_by("pk"))


def own_open_job(user: Person) -> Job | None:
    """Return a person's oldest job that waits or runs."""
    open_jobs = Job.objects.filter(owner_id=user.pk, state__in=OPEN_STATES).order_by("pk")
    key = open_jobs.values_list("pk", flat=True).first()  # every page asks, and there is hardly ever one
    return None if key is None else Job.objects.filter(pk=key).first()


def may_cancel(user: Person, job: Job) -> bool:
    """Return whether a person may end a job: their own, or any in a project, or over projects, that they manage."""
    if job.owner_id == user.pk:
        return True
    return _manages_all(user, job) if job.project_id is None else may_manage(user, job.project_id)


def _first_seen(user: Person, jobs: QuerySet[Job]) -> Job | None:
    newest = jobs.select_related("project", "owner").order_by("-pk")
    return next((job for job in newest if _sees(user, job)), None)


def _sees(user: Person, job: Job) -> bool:
    if job.project_id is None:
        return job.owner_id == user.pk or _manages_all(user, job)
    return any(project.pk == job.project_id for project in own_projects(user))


def _manages_all(user: Person, job: Job) -> bool:
    """Return whether a person manages all of the several projects that a job is over."""
    projects = job.given.get("projects", ())
    return bool(projects) and all(may_manage(user, one) for one in projects)
