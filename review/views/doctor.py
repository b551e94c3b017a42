"""What the quote doctor shows while a person looks for words: nothing here is stored."""

from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from review.forms import PaneForm, SelectionForm, TrialForm
from review.selectors.access import may_review, visible_entries
from review.selectors.doctor import corpus_of, doctored
from review.selectors.panes import pane_of
from review.selectors.quotes import quote_row, readable_quote
from review.selectors.selecting import selections_of
from review.selectors.trying import tried
from review.views._answers import repairable
from review.views._requests import SignedInRequest, signed_in
from review.views.entries import show_entry


@signed_in
@require_safe
def pane(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a message to select words in, the places most like the quote, or what a search finds."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    [row] = doctored([quote_row(quote)])
    shown = pane_of(row, corpus_of(quote.entry.session), PaneForm(request.GET).asked())
    if not request.htmx:
        entry = visible_entries(request.user).select_related("session__project", "extraction").get(pk=quote.entry_id)
        return show_entry(request, entry, pane=shown, acted_on=quote.pk)
    reviewing = may_review(request.user, quote.entry.session.project_id)
    return render(request, "review/_pane.html", {"row": row, "quote": quote, "pane": shown, "may_review": reviewing})


@signed_in
@require_POST
def trial(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say what looking for the words that are being typed would come to."""
    row = repairable(request, pk)
    words, index = TrialForm(request.POST).asked()
    found = tried(words, index, corpus_of(row.quote.entry.session))
    return render(request, "review/_trial.html", {"trial": found})


@signed_in
@require_safe
def selection(request: SignedInRequest) -> HttpResponse:
    """Show what is selected as the server reads it: whole characters, and one quote a message."""
    form = SelectionForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest()
    row = repairable(request, form.cleaned_data["quote"])
    session = row.quote.entry.session
    selections = selections_of(session, form.cleaned_data["places"])
    context = {"row": row, "quote": row.quote, "selections": selections, "at": form.cleaned_data["at"]}
    return render(request, "review/_selection.html", context)
