"""Corrections of sources that the source line of an answer invented."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from review.acts.act import Said
from review.acts.entries import REPAIRED
from review.domain.policy import Reason
from review.models import CitedSource
from review.selectors.access import require, visible_entries
from review.services.repair.quotes import Declined
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.views.entries import changed_response, entry_response, readable_or_404
from review.wording import DECLINED


@require_POST
def source_act(request: SignedInRequest, pk: int, act: Said) -> HttpResponse:
    """Replace an invented label by that of a chunk, or strike it out."""
    source = get_object_or_404(CitedSource.objects.filter(entry__in=visible_entries(request.user)), pk=pk)
    entry = readable_or_404(request, source.entry_id)
    require(request.user, act.capability, entry.session.project_id)
    form = act.form(request.POST, entry=entry)
    if not form.is_valid():
        return entry_response(request, entry, status=UNPROCESSABLE, source_form=form, corrected=pk)
    outcome = act.service(source_id=pk, actor=request.user, **form.cleaned_data)
    fresh = readable_or_404(request, entry.pk)
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return entry_response(request, fresh, status=status, refusals=[DECLINED[outcome.reason]])
    done = act.said(outcome)
    if request.htmx:
        return changed_response(request, fresh, changes=REPAIRED, done=done)
    messages.success(request, done)
    return redirect(fresh)
