"""Extractions by a model: started for a session by a person, and the settings of a project for them."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from review.domain.extracting import ExtractorOff
from review.selectors.access import require_review, visible_sessions
from review.selectors.extracting import extracting
from review.services.extracting.starting import start_extraction
from review.views._requests import SignedInRequest
from review.wording.extracting import EXTRACTOR_OFF


@require_POST
def session_extract(request: SignedInRequest, pk: int) -> HttpResponse:
    """Start the extraction of a session by the model of its project, or say why it cannot be started."""
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    require_review(request.user, session.project_id)
    outcome = start_extraction(session, actor=request.user)
    refusal = EXTRACTOR_OFF[outcome] if isinstance(outcome, ExtractorOff) else ""
    if request.htmx:
        context = {"session": session, "extracting": extracting(session), "refusal": refusal, "may_review": True}
        status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
        return render(request, "review/extracting/_extract.html", context, status=status)
    if refusal:
        messages.error(request, str(refusal))
    return redirect(session)
