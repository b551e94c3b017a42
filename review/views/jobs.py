"""Jobs: their list in a project, how far one is, the pill of one's own, and what a person asks of one."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from review.domain.jobs import JobState
from review.jobs.kinds import KINDS
from review.models import Job
from review.selectors.access import visible_projects
from review.selectors.jobs import found_job, listed_jobs, may_cancel, own_file, own_open_job, own_statement
from review.services.jobs.asking import cancel_job, try_again
from review.views._requests import SignedInRequest, redirect_to_next


@require_safe
def job_list(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the jobs of a project."""
    project = get_object_or_404(visible_projects(request.user), slug=slug)
    jobs = listed_jobs(project, request.user)
    return render(request, "review/jobs/job_list.html", {"project": project, "jobs": jobs, **_counts(jobs)})


@require_safe
def job_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show how far a job is, on the page that it was started from; once it is done, lead to its result."""
    job = _found_or_404(request, pk)
    page = KINDS[job.kind].place(job)
    if not request.htmx:
        return redirect(page if job.owner_id == request.user.pk else _list_of(job))
    if job.state == JobState.DONE:
        return HttpResponseClientRedirect(page)
    return render(request, "review/jobs/_progress_response.html", {"job": job, "seen": request.GET.get("seen", "")})


@require_safe
def job_file(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the file that one's own job made."""
    file = own_file(request.user, _found_or_404(request, pk))
    if file is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return HttpResponse(bytes(file.data), content_type=file.media_type, headers=headers)


@require_safe
def job_statement(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the signed statement about the bundle that one's own job sealed."""
    job = _found_or_404(request, pk)
    statement = own_statement(request.user, job)
    if statement is None:
        raise Http404
    name = f"statement-{job.result['digest'][:12]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(statement, content_type="application/json", headers=headers)


@require_safe
def own_job(request: SignedInRequest) -> HttpResponse:
    """Show the pill of a person's own job, or nothing once none is open."""
    job = own_open_job(request.user)
    return HttpResponse() if job is None else render(request, "review/jobs/_pill.html", {"job": job})


@require_POST
def job_cancel(request: SignedInRequest, pk: int) -> HttpResponse:
    """End a job, as its owner or a manager asks."""
    job = _found_or_404(request, pk)
    if not may_cancel(request.user, job):
        raise PermissionDenied
    cancel_job(job, actor=request.user)
    return redirect_to_next(request, otherwise=_list_of(job))


@require_POST
def job_again(request: SignedInRequest, pk: int) -> HttpResponse:
    """Start one's own job again that ended without its effect."""
    job = _found_or_404(request, pk)
    if job.owner_id != request.user.pk:
        raise PermissionDenied
    try_again(job)
    return redirect_to_next(request, otherwise=_list_of(job))


def _found_or_404(request: SignedInRequest, pk: int) -> Job:
    job = found_job(request.user, pk)
    if job is None:
        raise Http404
    return job


def _list_of(job: Job) -> str:
    """Return the address of the list that a job is in, or of the page of one that is of no project."""
    return KINDS[job.kind].place(job) if job.project is None else reverse("review:job_list", args=[job.project.slug])


def _counts(jobs: list[Job]) -> dict[str, object]:
    """Return how many jobs are open and ended without their effect, and the youngest open one."""
    still = [job for job in jobs if job.is_open]
    failed = sum(job.state in {JobState.FAILED, JobState.STOPPED} for job in jobs)
    return {"open_count": len(still), "failed_count": failed, "youngest": still[0] if still else None}
