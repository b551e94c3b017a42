"""The failed quotes, and every way to repair a quote."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget, trigger_client_event

from review.domain.policy import Reason
from review.forms import (
    AnchorForm,
    AttemptForm,
    ChoiceForm,
    ConfirmForm,
    FailedFilterForm,
    FixForm,
    LoadedWindowsForm,
    PaneForm,
    QuoteReasonForm,
    ReaderForm,
    RestoreForm,
    RetryForm,
    TrialForm,
)
from review.models import Acknowledgement, Quote
from review.selectors.access import require_review
from review.selectors.entries.entry_page import card_update
from review.selectors.keyset import read_cursor
from review.selectors.promotion.undoable import undoable
from review.selectors.quotes.failed_count import count_failed
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, readable_quote
from review.selectors.reader.partial_updates import reader_update
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.failed_list import as_listed, failed_page, failed_row_update
from review.selectors.repair.panes import pane_update
from review.selectors.repair.selection import selections_of
from review.selectors.repair.trial import trial_of
from review.services.bulk.reading import note_read
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import (
    Attempted,
    Declined,
    acknowledge_differences,
    choose_occurrence,
    restore_attempt,
    retry_quote,
)
from review.services.repair.restoring import Restored
from review.services.repair.splitting import Split, split_quote, undo_split
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest, current_query, next_page, redirect_to_next
from review.views.entries import entry_response, readable_or_404
from review.wording import DECLINED, outcome_sentence

Outcome = Attempted | Declined | Quote | Acknowledgement | Split | Restored


@require_safe
def failed(request: SignedInRequest) -> HttpResponse:
    """List the failed quotes with their diagnoses and fixes."""
    form = FailedFilterForm(request.GET, user=request.user)
    filters = form.active_filters()
    shown = failed_page(request.user, filters, read_cursor(request.GET))
    return render(request, "review/repair/failed.html", vars(shown) | {"form": form, "filters": filters})


@require_safe
def pane(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a message to select words in, the places most similar to the quote, or the hits of a search."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    update = pane_update(quote, PaneForm(request.GET).pane_query(), user=request.user)
    if not request.htmx:
        return entry_response(request, readable_or_404(request, quote.entry_id), pane=update.pane, acted_on=quote.pk)
    return render(request, "review/repair/_pane.html", vars(update))


@require_POST
def trial(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the outcome of aligning the words that are being typed."""
    row = repairable_row(request, pk)
    found = trial_of(*TrialForm(request.POST).words_and_index(), row.quote.entry.session)
    return render(request, "review/repair/_trial.html", {"trial": found})


@require_POST
def fix(request: SignedInRequest, pk: int) -> HttpResponse:
    """Apply one of the offered fixes; the server aligns the quote again, whatever was offered."""
    [row] = with_diagnoses([repairable_row(request, pk)])
    form = FixForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    offer = form.cleaned_data["fix"]
    if form.is_stale or offer is None:
        return outcome_response(request, row, Declined(Reason.CONFLICT))
    if offer.kind == "split":
        return outcome_response(request, row, _split(request, row, offer.resulting_quotes))
    return outcome_response(request, row, _retry(request, row, text=offer.text, index=offer.message_index))


@require_POST
def retry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Align a quote again, with other words or to another message."""
    row = repairable_row(request, pk)
    last = row.quote.entry.session.messages.filter(version=1).count() - 1
    form = RetryForm(request.POST, row=row, last_index=last)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    if form.is_stale:
        return outcome_response(request, row, Declined(Reason.CONFLICT))
    given = form.cleaned_data
    return outcome_response(request, row, _retry(request, row, text=given["text"], index=given["message_index"]))


@require_POST
def anchor(request: SignedInRequest, pk: int) -> HttpResponse:
    """Use selected words for a quote; words of several messages become a quote each."""
    row = repairable_row(request, pk)
    form = AnchorForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    selections = selections_of(row.quote.entry.session, form.cleaned_data["places"])
    if form.is_stale or not form.agrees_with(selections):
        return outcome_response(request, row, Declined(Reason.CONFLICT))
    if len(selections) > 1:
        parts = [(one.words, one.message_index) for one in selections]
        return outcome_response(request, row, _split(request, row, parts))
    taken = anchor_quote(
        quote_id=row.quote.pk, selection=selections[0], seen_attempt=row.current.attempt, actor=request.user
    )
    return outcome_response(request, row, taken)


@require_POST
def confirm(request: SignedInRequest, pk: int) -> HttpResponse:
    """Confirm the place of a drifted quote in the newer version of its message."""
    row = repairable_row(request, pk)
    form = ConfirmForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    return outcome_response(request, row, confirm_place(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data))


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo a split: the quote counts again, and its parts do not."""
    row = repairable_row(request, pk)
    form = AttemptForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    return outcome_response(request, row, undo_split(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data))


@require_POST
def restore(request: SignedInRequest, pk: int) -> HttpResponse:
    """Align the words of an earlier attempt again."""
    row = repairable_row(request, pk)
    form = RestoreForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    outcome = restore_attempt(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return outcome_response(request, row, outcome)


@require_POST
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    """Choose which occurrence an ambiguous quote refers to."""
    row = repairable_row(request, pk)
    form = ChoiceForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    outcome = choose_occurrence(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return outcome_response(request, row, outcome)


@require_POST
def acknowledge(request: SignedInRequest, pk: int) -> HttpResponse:
    """Acknowledge the critical differences of a quote, with a reason."""
    row = repairable_row(request, pk)
    form = QuoteReasonForm(request.POST, row=row)
    if not form.is_valid():
        return invalid_form_response(request, row, form)
    outcome = acknowledge_differences(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    return outcome_response(request, row, outcome)


def _split(request: SignedInRequest, row: QuoteRow, parts: Sequence[tuple[str, int]]) -> Split | Declined:
    return split_quote(quote_id=row.quote.pk, parts=parts, seen_attempt=row.current.attempt, actor=request.user)


def _retry(request: SignedInRequest, row: QuoteRow, *, text: str, index: int) -> Attempted | Declined:
    return retry_quote(
        quote_id=row.quote.pk,
        text=text,
        message_index=index,
        seen_attempt=row.current.attempt,
        actor=request.user,
    )


def repairable_row(request: SignedInRequest, pk: int) -> QuoteRow:
    """Return a quote that the person may repair, with its group if the request comes from the list of failed quotes."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    require_review(request.user, quote.entry.session.project_id)
    return as_listed(quote_row(quote)) if request.POST.get("at") == "row" else quote_row(quote)


def invalid_form_response(request: SignedInRequest, row: QuoteRow, form: AttemptForm) -> HttpResponse:
    """Respond with the errors of the form and with the input."""
    return quote_response(request, row, status=UNPROCESSABLE, form=form)


def outcome_response(request: SignedInRequest, row: QuoteRow, outcome: Outcome) -> HttpResponse:
    """Respond with the change of a quote, or the reason why it was declined."""
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return quote_response(request, row, status=status, refusal=DECLINED[outcome.reason])
    done = outcome_sentence(outcome.alignment if isinstance(outcome, Attempted) else outcome)
    if not request.htmx:
        messages.success(request, done)
        return redirect_to_next(request, otherwise=_address_of(row, at=request.POST.get("at", "")))
    if (isinstance(outcome, Split) or row.state == "split") and request.POST.get("at") not in {"row", "reader"}:
        return _entry_response(request, row, done=done)
    return quote_response(request, row, done=done)


def quote_response(request: SignedInRequest, row: QuoteRow, *, status: int = 200, **context: object) -> HttpResponse:
    """Respond with the parts that a change affects: a row, parts of the reader or a card; without htmx, the page."""
    context |= {"may_review": True, "acted_on": row.quote.pk}
    if not request.htmx:
        return entry_response(request, readable_or_404(request, row.quote.entry_id), status=status, **context)
    if request.POST.get("at") in {"row", "reader"} and "done" in context:
        context["undoable"] = undoable(row.quote.entry, actor=request.user)
    match request.POST.get("at"):
        case "reader":
            return _reader_response(request, row, context, status=status)
        case "row":
            listed = vars(failed_row_update(row, user=request.user))
            context["next"] = next_page(request, otherwise=reverse("review:failed"))
            return render(request, "review/repair/_failed_response.html", listed | context, status=status)
        case _:
            update = card_update(row.quote, user=request.user)
            note_read(update.entry, person=request.user)
            return render(request, "review/repair/_card_response.html", vars(update) | context, status=status)


def _reader_response(
    request: SignedInRequest, row: QuoteRow, context: dict[str, object], *, status: int
) -> HttpResponse:
    """Respond with the rows, messages and counters that a change affects; the map is loaded after them."""
    query = ReaderForm(current_query(request)).reader_query()
    update = reader_update(row, query=query, loaded=LoadedWindowsForm(request.POST).first_indexes(), user=request.user)
    response = render(request, "review/reader/_reader_response.html", vars(update) | context, status=status)
    changed = {"quote": row.quote.pk, "index": update.row.current.message_index}
    return trigger_client_event(response, "evidence-changed", changed)


def _entry_response(request: SignedInRequest, row: QuoteRow, *, done: str) -> HttpResponse:
    """Respond with the whole entry, as a split changes its list of quotes."""
    entry = readable_or_404(request, row.quote.entry_id)
    response = entry_response(request, entry, done=done, acted_on=row.quote.pk, failed=count_failed(request.user))
    return reswap(retarget(response, "#entry"), "outerHTML")


def _address_of(row: QuoteRow, *, at: str) -> str:
    """Return the address of a quote: in its session if the change was made there, or else on its entry page."""
    if at == "reader":
        return f"{row.quote.entry.session.get_absolute_url()}?quote={row.quote.pk}#here"
    return f"{row.quote.entry.get_absolute_url()}#quote-{row.quote.pk}"
