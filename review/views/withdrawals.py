"""Withdraw a quote, and let it count again."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from review.forms import QuoteReasonForm
from review.services.repair.quotes import withdraw_quote
from review.services.repair.restoring import restore_quote
from review.views._requests import SignedInRequest
from review.views.repair import invalid_form_response, outcome_response, repairable_row


@require_POST
def withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Withdraw a quote, so that it no longer counts."""
    row = repairable_row(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    outcome = withdraw_quote(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return outcome_response(request, row, outcome)


@require_POST
def restore(request: SignedInRequest, pk: int) -> HttpResponse:
    """Let a withdrawn quote count again, with a reason."""
    row = repairable_row(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    restored = restore_quote(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return outcome_response(request, row, restored)
