"""Batches: choose entries, preview the changes, apply them at once or by a job, and undo them."""

from collections.abc import Iterable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from review.acts.batches import BatchAct, choose_entries
from review.domain.bulk import BatchKind
from review.domain.limits import MAX_BATCH_ITEMS
from review.forms import (
    BatchViewForm,
    ChoiceOfEntriesForm,
    ChoiceOfRepairsForm,
    EntryFilterForm,
    FailedFilterForm,
)
from review.forms.bulk import REASONED
from review.models import Batch, Entry
from review.selectors.access import reviewed_projects, visible_entries
from review.selectors.bulk.batch_page import batch_numbers, batch_page, own_batches, visible_batches
from review.selectors.bulk.repairs import repairable_alike
from review.selectors.entries.entry_list import entry_list
from review.selectors.jobs import job_on
from review.selectors.keyset import read_cursor
from review.selectors.quotes.failed_count import failed_scope
from review.services.bulk.large import batch_subject, open_act
from review.services.bulk.parts import Unchanged, may_revert
from review.services.bulk.previews import preview_repairs
from review.views._requests import UNPROCESSABLE, SignedInRequest


@require_safe
def batch_list(request: SignedInRequest) -> HttpResponse:
    """List the batches of a person, newest first: an interrupted one can be continued from here."""
    rows = [(batch, batch_numbers(batch, user=request.user)) for batch in own_batches(request.user)]
    return render(request, "review/bulk/batch_list.html", {"rows": rows})


@require_POST
def preview(request: SignedInRequest) -> HttpResponse:
    """Store the entries of a batch, and redirect to its preview; nothing is changed yet."""
    if not reviewed_projects(request.user):
        raise PermissionDenied
    if request.POST.get("kind") == BatchKind.FIX:
        return _preview_repairs(request)
    form = ChoiceOfEntriesForm(request.POST)
    if form.names_no_row:
        raise Http404
    query = QueryDict(request.POST.get("query", ""))
    if not form.is_valid():
        return _back(request, "review:entry_list", query, map(str, form.non_field_errors()))
    chosen = _chosen(request, form, query)
    page = choose_entries(form.cleaned_data["kind"], chosen, actor=request.user, query=query.urlencode())
    return _back(request, "review:entry_list", query, [page]) if isinstance(page, str) else redirect(page)


@require_safe
def batch(request: SignedInRequest, name: str) -> HttpResponse:
    """Show the preview, the progress or the result of a batch."""
    return _batch_response(request, _visible_or_404(request, name))


@require_POST
def batch_act(request: SignedInRequest, name: str, act: BatchAct) -> HttpResponse:
    """Apply or revert a batch, or what an interruption left of it: by a job where that takes more than one part."""
    shown = _visible_or_404(request, name)
    form = act.form(request.POST, batch=shown)
    if not form.is_valid():
        return _batch_response(request, shown, form=form, status=UNPROCESSABLE)
    _permitted(act.begin(name=name, actor=request.user, **form.cleaned_data))
    if not open_act(shown):
        _permitted(act.step(name=name, actor=request.user))
    fresh = Batch.objects.get(name=name)
    return _batch_response(request, fresh) if request.htmx else redirect(fresh)


def _permitted(outcome: Batch | Unchanged) -> None:
    if isinstance(outcome, Unchanged) and not outcome.is_permitted:
        raise PermissionDenied


def _visible_or_404(request: SignedInRequest, name: str) -> Batch:
    return get_object_or_404(visible_batches(request.user).select_related("made_by"), name=name)


def _batch_response(request: SignedInRequest, shown: Batch, *, status: int = 200, **extra: object) -> HttpResponse:
    """Respond with a batch, and how far the job is that works on it."""
    state, reason = BatchViewForm(request.GET).state_and_reason()
    found = batch_page(shown, user=request.user, state=state, reason=reason, cursor=read_cursor(request.GET))
    is_repair = shown.kind == BatchKind.FIX
    context: dict[str, object] = {
        "batch": shown,
        "found": found,
        "numbers": found.numbers,
        "page": found.page,
        "state": state,
        "reason": reason,
        "is_repair": is_repair,
        "asks_reason": shown.kind in REASONED,
        "back_to": f"{reverse('review:failed' if is_repair else 'review:entry_list')}?{shown.query}",
        "is_own": shown.made_by_id == request.user.pk,
        "may_revert": may_revert(shown, actor=request.user),
        "job": job_on(request.user, batch_subject(shown)),
        **extra,
    }
    template = "review/bulk/_batch_response.html" if request.htmx else "review/bulk/batch.html"
    return render(request, template, context, status=status)


def _chosen(request: SignedInRequest, form: ChoiceOfEntriesForm, query: QueryDict) -> QuerySet[Entry]:
    """Return the entries picked on a page, or all that its filters leave now: the server evaluates them again."""
    if not form.cleaned_data["everything"]:
        return visible_entries(request.user).filter(pk__in=form.cleaned_data["entry"])
    return entry_list(request.user, EntryFilterForm(query, user=request.user).active_filters())


def _preview_repairs(request: SignedInRequest) -> HttpResponse:
    form = ChoiceOfRepairsForm(request.POST)
    query = QueryDict(request.POST.get("query", ""))
    if not form.is_valid():
        return _back(request, "review:failed", query, [])
    filters = FailedFilterForm(query, user=request.user).active_filters()
    scope = failed_scope(request.user, project=filters.get("project", ""), session=filters.get("session", ""))
    given = form.cleaned_data
    rows = repairable_alike(scope, group=given["diagnosis"], kind=given["fix"], at_most=MAX_BATCH_ITEMS)
    if not rows:
        return _back(request, "review:failed", query, [])
    page = preview_repairs(rows, actor=request.user, query=query.urlencode())
    return redirect(page)


def _back(request: SignedInRequest, page: str, query: QueryDict, errors: Iterable[str]) -> HttpResponse:
    """Redirect back to the list for choosing, with the reason why nothing was chosen."""
    for error in errors:
        messages.error(request, error)
    return redirect(f"{reverse(page)}?{query.urlencode()}")
