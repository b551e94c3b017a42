"""Imports of exports: the page on which a manager imports what another store exported."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from review.domain.errors import UploadRefusedError
from review.domain.jobs import JobState
from review.forms.imports import ExportFileForm
from review.models import Job, Project
from review.selectors.jobs import newest_job
from review.services.imports.records import Imported, NotImported
from review.services.imports.sent import import_later, import_sent, import_subject, imported_by
from review.views._projects import managed_project
from review.views._requests import UNPROCESSABLE, SignedInRequest
from review.wording import NOT_IMPORTED, import_counts, problem_sentence, refused_sentence

MAX_LISTED = 200
"""How many refusals a page lists."""


@require_http_methods(["GET", "HEAD", "POST"])
def project_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Import an export into a project, and say what came of it; a job imports a large one."""
    project = managed_project(request, slug)
    if request.method != "POST":
        return _page(request, project)
    form = ExportFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, project, form=form, status=UNPROCESSABLE)
    sent = form.cleaned_data["export"]
    data = sent.read()
    begun = import_later(data, name=sent.name, project=project, actor=request.user)
    if isinstance(begun, Job):
        return HttpResponseRedirect(request.get_full_path())
    try:
        done = begun or import_sent(data, project=project, actor=request.user)
    except UploadRefusedError as error:
        sentences = [f"{one.where} {problem_sentence(one)}".strip() for one in error.problems]
        return _page(request, project, trouble=sentences, status=UNPROCESSABLE)
    if isinstance(done, NotImported):
        return _page(request, project, trouble=[NOT_IMPORTED[done]], status=UNPROCESSABLE)
    return _page(request, project, **_told(done))


def _page(request: SignedInRequest, project: Project, *, status: int = 200, **shown: Any) -> HttpResponse:  # noqa: ANN401 - of a template
    job = newest_job(import_subject(project.pk))
    told = _told(imported_by(job)) if job is not None and job.state == JobState.DONE and not shown else {}
    context = {"project": project, "form": ExportFileForm(), "job": job, **told, **shown}
    return render(request, "review/imports/import.html", context, status=status)


def _told(done: Imported) -> dict[str, Any]:
    listed = [refused_sentence(one) for one in done.refused[:MAX_LISTED]]
    return {"counts": import_counts(done), "refused": listed, "unlisted": len(done.refused) - len(listed), "done": True}
