"""The list of entries, the entry page, and the decisions on an entry."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from review.forms import EntryFilterForm, MomentForm, PromotionForm, ReasonForm, VersionForm
from review.models import Entry
from review.policy import Decision, Reason, Refused, Stage
from review.selectors.access import visible_entries
from review.selectors.entries import entry_list, entry_page
from review.selectors.states import entry_at
from review.services.promotions import demote_entry, promote_entry, reject_entry, reopen_entry
from review.views._requests import PAGE_SIZE, SignedInRequest, require_reviewer, signed_in
from review.wording import done_sentence, refusal_sentences

CONFLICT, UNPROCESSABLE = 409, 422


@signed_in
@require_safe
def entry_list_page(request: SignedInRequest) -> HttpResponse:
    """List the entries that pass the filters."""
    form = EntryFilterForm(request.GET, user=request.user)
    filters = form.chosen()
    page = Paginator(entry_list(request.user, filters), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "review/entry_list.html", {"form": form, "filters": filters, "page": page})


@signed_in
@require_safe
def entry_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one entry with its evidence and what keeps it from being verified, or as it was at an event."""
    entry = readable(request, pk)
    return _show_past(request, entry) if "at" in request.GET else show_entry(request, entry)


@signed_in
@require_POST
def promote(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask the gate to move an entry up."""
    entry = decidable(request, pk)
    form = PromotionForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = promote_entry(
        entry_id=entry.pk,
        to=form.cleaned_data["to"],
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
    )
    return answer_entry(request, entry, decision, done="entry_promoted")


@signed_in
@require_POST
def demote(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take an entry back to candidate."""
    entry = decidable(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = demote_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return answer_entry(request, entry, decision, done="entry_demoted")


@signed_in
@require_POST
def reject(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take an entry out of every queue."""
    entry = decidable(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = reject_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return answer_entry(request, entry, decision, done="entry_rejected")


@signed_in
@require_POST
def reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    """Bring a rejected entry back."""
    entry = decidable(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = reopen_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return answer_entry(request, entry, decision, done="entry_reopened")


def show_entry(request: SignedInRequest, entry: Entry, *, status: int = 200, **extra: object) -> HttpResponse:
    """Show an entry, as a whole page or as the part of it that htmx asked for."""
    page = entry_page(entry, actor=request.user)
    context: dict[str, object] = {
        "page": page,
        "entry": entry,
        "may_review": page.checklist.reader.may_review,
        **extra,
    }
    template = "review/_entry_answer.html" if request.htmx else "review/entry_detail.html"
    return render(request, template, context, status=status)


def _show_past(request: SignedInRequest, entry: Entry) -> HttpResponse:
    seq = MomentForm(request.GET).seq()
    then = None if seq is None else entry_at(entry, seq)
    if then is None:
        raise Http404
    return render(request, "review/entry_past.html", {"entry": entry, "then": then})


def readable(request: SignedInRequest, pk: int) -> Entry:
    """Give an entry to somebody who may read it."""
    entries = visible_entries(request.user).select_related(
        "session__project", "extraction", "verified_by", "certified_by", "rejected_by"
    )
    return get_object_or_404(entries, pk=pk)


def decidable(request: SignedInRequest, pk: int) -> Entry:
    """Give an entry to somebody who may decide on it."""
    entry = readable(request, pk)
    require_reviewer(request, entry.session.project_id)
    return entry


def answer_entry(request: SignedInRequest, entry: Entry, decision: Decision, *, done: str) -> HttpResponse:
    """Answer with what a decision did to an entry, or why it did nothing."""
    fresh = readable(request, entry.pk)
    if isinstance(decision, Refused):
        return _refusal(request, fresh, decision)
    if not request.htmx:
        messages.success(request, done_sentence(done, stage=decision.to))
        return redirect(fresh)
    return show_entry(request, fresh, done=done_sentence(done, stage=decision.to))


def _refusal(request: SignedInRequest, entry: Entry, decision: Refused) -> HttpResponse:
    if Reason.NOT_PERMITTED in decision.reasons and decision.to != Stage.CERTIFIED:
        raise PermissionDenied
    status = CONFLICT if Reason.CONFLICT in decision.reasons else UNPROCESSABLE
    return show_entry(request, entry, status=status, refused=decision, refusals=refusal_sentences(decision))
