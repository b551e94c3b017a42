"""A quote's permanent address, and what people do to repair it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from review.forms import AttemptForm, ChoiceForm, QuoteReasonForm, RetryForm
from review.models import Acknowledgement, Quote
from review.policy import Reason
from review.selectors.access import visible_entries
from review.selectors.entries import entry_page
from review.selectors.failures import failure_counts
from review.selectors.quotes import QuoteRow, count_failed, quote_row, readable_quote
from review.services.quotes import (
    Attempted,
    Declined,
    acknowledge_differences,
    choose_occurrence,
    retry_quote,
    withdraw_quote,
)
from review.views._requests import SignedInRequest, next_page, require_reviewer, signed_in
from review.views.entries import CONFLICT, UNPROCESSABLE, show_entry
from review.wording import REFUSALS, outcome_sentence


@signed_in
@require_safe
def quote_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Lead to the quote's place in its session."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    return redirect(f"{quote.entry.session.get_absolute_url()}?quote={quote.pk}#here")


@signed_in
@require_POST
def retry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Look for a quote again, with other words or in another message."""
    row = _repairable(request, pk)
    last = row.quote.entry.session.messages.filter(version=1).count() - 1
    form = RetryForm(request.POST, row=row, last_index=last)
    if not form.is_valid():
        return _invalid(request, row, form)
    if form.is_stale:
        return _answer(request, row, Declined(Reason.CONFLICT))
    outcome = retry_quote(
        quote_id=row.quote.pk,
        text=form.cleaned_data["words"],
        message_index=form.cleaned_data["index"],
        seen_attempt=form.cleaned_data["seen_attempt"],
        actor=request.user,
    )
    return _answer(request, row, outcome)


@signed_in
@require_POST
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say which of its places an ambiguous quote means."""
    row = _repairable(request, pk)
    form = ChoiceForm(request.POST, row=row)
    if not form.is_valid():
        return _invalid(request, row, form)
    outcome = choose_occurrence(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return _answer(request, row, outcome)


@signed_in
@require_POST
def withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a quote out of what counts."""
    row = _repairable(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return _invalid(request, row, form)
    outcome = withdraw_quote(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return _answer(request, row, outcome)


@signed_in
@require_POST
def acknowledge(request: SignedInRequest, pk: int) -> HttpResponse:
    """Accept the critical differences of a quote, for a reason."""
    row = _repairable(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return _invalid(request, row, form)
    outcome = acknowledge_differences(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return _answer(request, row, outcome)


def _repairable(request: SignedInRequest, pk: int) -> QuoteRow:
    quote = get_object_or_404(readable_quote(request.user, pk))
    require_reviewer(request, quote.entry.session.project_id)
    return quote_row(quote, source=quote.current.message if quote.current else None)


def _invalid(request: SignedInRequest, row: QuoteRow, form: AttemptForm) -> HttpResponse:
    return _show(request, row.quote, status=UNPROCESSABLE, form=form)


def _answer(
    request: SignedInRequest, row: QuoteRow, outcome: Attempted | Declined | Quote | Acknowledgement
) -> HttpResponse:
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return _show(request, row.quote, status=status, refusal=REFUSALS[outcome.reason])
    done = outcome_sentence(outcome.alignment if isinstance(outcome, Attempted) else outcome)
    if not request.htmx:
        messages.success(request, done)
        return redirect(next_page(request, otherwise=f"{row.quote.entry.get_absolute_url()}#quote-{row.quote.pk}"))
    return _show(request, row.quote, done=done)


def _show(request: SignedInRequest, quote: Quote, *, status: int = 200, **said: object) -> HttpResponse:
    """Answer with the changed part: a row of the failed list, a card with all that hangs on it, or the whole page."""
    entry = visible_entries(request.user).select_related("session__project", "extraction").get(pk=quote.entry_id)
    if not request.htmx:
        return show_entry(request, entry, status=status, acted_on=quote.pk, **said)
    context: dict[str, object] = {"entry": entry, "may_review": True, "acted_on": quote.pk, **said}
    if request.POST.get("at") == "row":
        fresh = get_object_or_404(readable_quote(request.user, quote.pk))
        context |= {"row": quote_row(fresh), "counts": failure_counts(request.user, {}), "next": _list_page(request)}
        return render(request, "review/_failed_answer.html", context, status=status)
    page = entry_page(entry, actor=request.user)
    card = next(card for card in page.cards if card.row.quote.pk == quote.pk)
    context |= {"card": card, "page": page, "failed": count_failed(request.user)}
    return render(request, "review/_quote_answer.html", context, status=status)


def _list_page(request: SignedInRequest) -> str:
    return next_page(request, otherwise=reverse("review:failed"))
