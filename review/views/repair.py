"""The failed quotes, and every way to repair a quote."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget, trigger_client_event

from review.acts.quotes import Repair, Repaired
from review.domain.policy import Reason
from review.forms import FailedFilterForm, LoadedWindowsForm, PaneForm, ReaderForm, TrialForm
from review.selectors.access import require_review
from review.selectors.keyset import read_cursor
from review.selectors.promotion.undoable import undoable
from review.selectors.quotes.failed_count import count_failed
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, readable_quote
from review.selectors.reader.partial_updates import reader_update
from review.selectors.repair.failed_list import as_listed, failed_page, failed_row_update
from review.selectors.repair.panes import pane_update
from review.selectors.repair.trial import trial_of
from review.services.repair.quotes import Declined
from review.services.repair.splitting import Split
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest, current_query, next_page, redirect_to_next
from review.views.entries import card_response, desk_context, entry_response, readable_or_404
from review.wording import DECLINED


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
def quote_act(request: SignedInRequest, pk: int, act: Repair) -> HttpResponse:
    """Change a quote, or state something about it; the server aligns it again, whatever a page showed."""
    row = repairable_row(request, pk)
    form = act.form(request.POST, row=row)
    if not form.is_valid():
        return quote_response(request, form.row, status=UNPROCESSABLE, form=form)
    if form.obstacle is not None:
        return _declined_response(request, form.row, Declined(form.obstacle))
    outcome = act.service(quote_id=row.quote.pk, actor=request.user, **form.cleaned_data)
    if isinstance(outcome, Declined):
        return _declined_response(request, form.row, outcome)
    return _done_response(request, form.row, outcome, done=act.said(outcome))


def repairable_row(request: SignedInRequest, pk: int) -> QuoteRow:
    """Return a quote that the person may repair, with its group if the request comes from the list of failed quotes."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    require_review(request.user, quote.entry.session.project_id)
    return as_listed(quote_row(quote)) if request.POST.get("at") == "row" else quote_row(quote)


def _declined_response(request: SignedInRequest, row: QuoteRow, declined: Declined) -> HttpResponse:
    """Respond with the reason why a change was declined."""
    if declined.reason is Reason.NOT_PERMITTED:
        raise PermissionDenied
    status = CONFLICT if declined.reason is Reason.CONFLICT else UNPROCESSABLE
    return quote_response(request, row, status=status, refusal=DECLINED[declined.reason])


def _done_response(request: SignedInRequest, row: QuoteRow, outcome: Repaired, *, done: str) -> HttpResponse:
    """Respond with the change of a quote; one that changes the list of quotes, with the whole entry."""
    at = request.POST.get("at", "")
    if not request.htmx:
        messages.success(request, done)
        return redirect_to_next(request, otherwise=_address_of(row, at=at))
    if (isinstance(outcome, Split) or row.state == "split") and at not in {"row", "reader", "desk"}:
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
        case "reader" | "desk":
            return _reader_response(request, row, context, status=status)
        case "row":
            update = failed_row_update(row, user=request.user)
            listed = vars(update) | {"face": update.face}
            context["next"] = next_page(request, otherwise=reverse("review:failed"))
            return render(request, "review/repair/_failed_response.html", listed | context, status=status)
        case _:
            entry = readable_or_404(request, row.quote.entry_id)
            return card_response(request, entry, row.quote.position, status=status, **context)


def _reader_response(
    request: SignedInRequest, row: QuoteRow, context: dict[str, object], *, status: int
) -> HttpResponse:
    """Respond with the rows, messages and counters that a change affects; the map is loaded after them."""
    query = ReaderForm(current_query(request)).reader_query()
    update = reader_update(row, query=query, loaded=LoadedWindowsForm(request.POST).first_indexes(), user=request.user)
    shown = vars(update) | context
    if request.POST.get("at") == "desk":
        entry = readable_or_404(request, row.quote.entry_id)
        shown = desk_context(request, entry, row.quote.position) | shown | {"entry": entry}
    response = render(request, "review/reader/_reader_response.html", shown, status=status)
    if request.POST.get("at") == "desk":
        response = reswap(response, "none")
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
