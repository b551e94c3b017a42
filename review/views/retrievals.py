"""Correct what the source line of an answer invented."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from review.forms import SourceForm
from review.models import CitedSource
from review.policy import Reason
from review.selectors.access import visible_entries
from review.selectors.retrievals import labels_in_order
from review.services.citations import correct_source
from review.services.quotes import Declined
from review.views._requests import SignedInRequest, require_reviewer, signed_in
from review.views.entries import CONFLICT, UNPROCESSABLE, readable, show_entry
from review.wording import DECLINED, correction_sentence


@signed_in
@require_POST
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    """Put a chunk's label in the place of an invented one, or strike it."""
    source = get_object_or_404(CitedSource.objects.filter(entry__in=visible_entries(request.user)), pk=pk)
    entry = readable(request, source.entry_id)
    require_reviewer(request, entry.session.project_id)
    form = SourceForm(request.POST, labels=labels_in_order(entry.session))
    if not form.is_valid():
        return show_entry(request, entry, status=UNPROCESSABLE, source_form=form, corrected=pk)
    outcome = correct_source(source_id=pk, actor=request.user, **form.cleaned_data)
    fresh = readable(request, entry.pk)
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return show_entry(request, fresh, status=status, refusals=[DECLINED[outcome.reason]])
    done = correction_sentence(outcome)
    if request.htmx:
        return show_entry(request, fresh, done=done)
    messages.success(request, done)
    return redirect(fresh)
