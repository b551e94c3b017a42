"""A quote's permanent address, and what people do to repair it."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from review.forms import (
    AnchorForm,
    AttemptForm,
    ChoiceForm,
    ConfirmForm,
    FixForm,
    QuoteReasonForm,
    RestoreForm,
    RetryForm,
)
from review.policy import Reason
from review.selectors.quotes import QuoteRow, readable_quote
from review.selectors.selecting import selections_of
from review.services.anchoring import anchor_quote
from review.services.drifting import confirm_place
from review.services.quotes import (
    Attempted,
    Declined,
    acknowledge_differences,
    choose_occurrence,
    restore_attempt,
    retry_quote,
    withdraw_quote,
)
from review.services.splitting import Split, split_quote, undo_split
from review.views._answers import answer, invalid, repairable
from review.views._requests import SignedInRequest, signed_in


@signed_in
@require_safe
def quote_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Lead to the quote's place in its session."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    return redirect(f"{quote.entry.session.get_absolute_url()}?quote={quote.pk}#here")


@signed_in
@require_POST
def fix(request: SignedInRequest, pk: int) -> HttpResponse:
    """Do what one of the offered clicks does; the server looks again, whatever was offered."""
    row = repairable(request, pk)
    form = FixForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    offer = form.cleaned_data["fix"]
    if form.is_stale or offer is None:
        return answer(request, row, Declined(Reason.CONFLICT))
    if offer.kind == "split":
        return answer(request, row, _split(request, row, offer.parts))
    return answer(request, row, _looked_again(request, row, text=offer.text, index=offer.message_index))


@signed_in
@require_POST
def retry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Look for a quote again, with other words or in another message."""
    row = repairable(request, pk)
    last = row.quote.entry.session.messages.filter(version=1).count() - 1
    form = RetryForm(request.POST, row=row, last_index=last)
    if not form.is_valid():
        return invalid(request, row, form)
    if form.is_stale:
        return answer(request, row, Declined(Reason.CONFLICT))
    given = form.cleaned_data
    return answer(request, row, _looked_again(request, row, text=given["text"], index=given["message_index"]))


@signed_in
@require_POST
def anchor(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take selected words for a quote; words of several messages become a quote each."""
    row = repairable(request, pk)
    form = AnchorForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    selections = selections_of(row.quote.entry.session, form.cleaned_data["places"])
    if form.is_stale or not form.agrees_with(selections):
        return answer(request, row, Declined(Reason.CONFLICT))
    if len(selections) > 1:
        return answer(request, row, _split(request, row, [(one.words, one.message_index) for one in selections]))
    taken = anchor_quote(
        quote_id=row.quote.pk, selection=selections[0], seen_attempt=row.current.attempt, actor=request.user
    )
    return answer(request, row, taken)


@signed_in
@require_POST
def confirm(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take the place of drifted words in the newer version of their message."""
    row = repairable(request, pk)
    form = ConfirmForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    return answer(request, row, confirm_place(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data))


@signed_in
@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Let a split quote count again, and its parts no longer."""
    row = repairable(request, pk)
    form = AttemptForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    return answer(request, row, undo_split(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data))


@signed_in
@require_POST
def restore(request: SignedInRequest, pk: int) -> HttpResponse:
    """Look again for the words of an earlier attempt."""
    row = repairable(request, pk)
    form = RestoreForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    return answer(request, row, restore_attempt(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data))


@signed_in
@require_POST
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say which of its places an ambiguous quote means."""
    row = repairable(request, pk)
    form = ChoiceForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    outcome = choose_occurrence(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return answer(request, row, outcome)


@signed_in
@require_POST
def withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a quote out of what counts."""
    row = repairable(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    outcome = withdraw_quote(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return answer(request, row, outcome)


@signed_in
@require_POST
def acknowledge(request: SignedInRequest, pk: int) -> HttpResponse:
    """Accept the critical differences of a quote, for a reason."""
    row = repairable(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return invalid(request, row, form)
    outcome = acknowledge_differences(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return answer(request, row, outcome)


def _split(request: SignedInRequest, row: QuoteRow, parts: Sequence[tuple[str, int]]) -> Split | Declined:
    return split_quote(quote_id=row.quote.pk, parts=parts, seen_attempt=row.current.attempt, actor=request.user)


def _looked_again(request: SignedInRequest, row: QuoteRow, *, text: str, index: int) -> Attempted | Declined:
    return retry_quote(
        quote_id=row.quote.pk,
        text=text,
        message_index=index,
        seen_attempt=row.current.attempt,
        actor=request.user,
    )
