"""Add a quote to an entry: words that were proposed, selected in the session, or typed."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from review.acts.act import Said
from review.domain.policy import Reason
from review.forms import ActForm
from review.models import Entry, Quote
from review.selectors.quotes.failed_count import count_failed
from review.services.repair.adding import Added, AlreadyQuoted
from review.services.repair.quotes import Declined
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.views.entries import entry_response, permitted_or_404, readable_or_404
from review.wording import DECLINED, already_quoted_sentence


@require_POST
def addition(request: SignedInRequest, pk: int, act: Said) -> HttpResponse:
    """Add words of a message to an entry as a quote."""
    entry = permitted_or_404(request, pk, act.capability)
    form = act.form(request.POST, entry=entry)
    if not form.is_valid():
        errors = [sentence for sentences in form.errors.values() for sentence in sentences]
        return _refused(request, entry, form, " ".join(map(str, errors)), status=UNPROCESSABLE)
    if form.obstacle is not None:
        return _refused(request, entry, form, DECLINED[form.obstacle], status=CONFLICT)
    outcome: Added | AlreadyQuoted | Declined = act.service(entry_id=pk, actor=request.user, **form.cleaned_data)
    match outcome:
        case Added(quote):
            return _added(request, pk, quote, done=act.said(outcome))
        case AlreadyQuoted(quote):
            return _refused(request, entry, form, already_quoted_sentence(quote), status=UNPROCESSABLE)
        case Declined(Reason.NOT_PERMITTED):
            raise PermissionDenied
        case Declined(reason):
            status = CONFLICT if reason is Reason.CONFLICT else UNPROCESSABLE
            return _refused(request, entry, form, DECLINED[reason], status=status)


def _added(request: SignedInRequest, pk: int, quote: Quote, *, done: str) -> HttpResponse:
    """Respond with the entry and its new quote; from the session, lead there."""
    entry = readable_or_404(request, pk)
    if request.htmx and request.POST.get("at") != "reader":
        return entry_response(request, entry, done=done, acted_on=quote.pk, failed=count_failed(request.user))
    messages.success(request, done)
    address = f"{entry.get_absolute_url()}#quote-{quote.pk}"
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def _refused(request: SignedInRequest, entry: Entry, form: ActForm, sentence: object, *, status: int) -> HttpResponse:
    """Respond with the reason why nothing was added, on the page where the words were chosen."""
    if request.htmx and request.POST.get("at") == "reader":
        context = {"entry": entry, "selections": (), "refusal": sentence}
        return render(request, "review/repair/_selection_to_add.html", context, status=status)
    entry = readable_or_404(request, entry.pk)
    return entry_response(request, entry, status=status, addition=form, addition_refusal=sentence)
