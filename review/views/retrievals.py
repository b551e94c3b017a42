"""Corrections of sources that the source line of an answer invented."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from review.domain.policy import Reason
from review.forms import SourceForm
from review.models import CitedSource
from review.selectors.access import require_review, visible_entries
from review.selectors.retrievals.retrieval import labels_in_order
from review.services.repair.quotes import Declined
from review.services.retrievals import correct_source
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.views.entries import entry_response, readable_or_404
from review.wording import DECLINED, correction_sentence


@require_POST
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    """Replace an invented label by that of a chunk, or strike it out."""
    source = get_object_or_404(CitedSource.objects.filter(entry__in=visible_entries(request.user)), pk=pk)
    entry = readable_or_404(request, source.entry_id)
    require_review(request.user, entry.session.project_id)
    form = SourceForm(request.POST, labels=labels_in_order(entry.session))
    if not form.is_valid():
        return entry_response(request, entry, status=UNPROCESSABLE, source_form=form, corrected=pk)
    outcome = correct_source(source_id=pk, actor=request.user, **form.cleaned_data)
    fresh = readable_or_404(request, entry.pk)
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return entry_response(request, fresh, status=status, refusals=[DECLINED[outcome.reason]])
    done = correction_sentence(outcome)
    if request.htmx:
        return entry_response(request, fresh, done=done)
    messages.success(request, done)
    return redirect(fresh)
