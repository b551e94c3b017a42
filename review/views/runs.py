"""Runs: their list, the comparison of two, quality over time, and the rows behind their numbers."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from review.domain.row_keys import key_of
from review.forms.runs import ComparedRunsForm, QualityForm, RunScopeForm
from review.models import Extraction
from review.selectors.ingest import visible_extractions
from review.selectors.keyset import read_cursor
from review.selectors.runs.answers import evaluation
from review.selectors.runs.comparison import compare_runs
from review.selectors.runs.quality import quality
from review.selectors.runs.run_list import run_list
from review.selectors.runs.run_rows import entries_behind, quotes_behind, rows_page
from review.selectors.runs.scope import scoped_extractions
from review.selectors.runs.what_if import what_if
from review.views._requests import SignedInRequest


@require_safe
def run_list_page(request: SignedInRequest) -> HttpResponse:
    """List the recent runs by maker."""
    page = run_list(request.user, before=key_of(request.GET.get("before", "")))
    return render(request, "review/runs/run_list.html", {"page": page})


@require_safe
def run_compare(request: SignedInRequest) -> HttpResponse:
    """Show two runs of one session side by side."""
    form = ComparedRunsForm(request.GET)
    if not form.is_valid():
        raise Http404
    first, second = _run_or_404(request, form.cleaned_data["a"]), _run_or_404(request, form.cleaned_data["b"])
    if first.session_id != second.session_id:
        raise Http404
    return render(request, "review/runs/run_compare.html", {"page": compare_runs(first, second, request.user)})


@require_safe
def run_entry_list(request: SignedInRequest) -> HttpResponse:
    """List the entries behind a number."""
    form = RunScopeForm(request.GET)
    state = form.chosen("entries")
    runs = scoped_extractions(request.user, form.scope())
    found = rows_page(runs, entries_behind(state), read_cursor(request.GET))
    return render(request, "review/runs/run_entries.html", {"found": found, "state": state, "scope": form.scope()})


@require_safe
def run_quote_list(request: SignedInRequest) -> HttpResponse:
    """List the quotes behind a number."""
    form = RunScopeForm(request.GET)
    state, reason, now = form.chosen("quotes"), form.chosen("reason"), bool(form.chosen("now"))
    runs = scoped_extractions(request.user, form.scope())
    context = {
        "found": rows_page(runs, quotes_behind(state, reason=reason, now=now), read_cursor(request.GET)),
        "state": state,
        "reason": reason,
        "now": now,
        "scope": form.scope(),
    }
    return render(request, "review/runs/run_quotes.html", context)


@require_safe
def quality_page(request: SignedInRequest) -> HttpResponse:
    """Show the quality of extractors over time; the effect of a higher bar only for htmx, or if one is given."""
    form = QualityForm(request.GET, user=request.user)
    context: dict[str, object] = {"form": form}
    if request.htmx or form.has_line:
        context["trial"] = what_if(request.user, bar=form.line, project=form.slug)
    if request.htmx:
        return render(request, "review/runs/_what_if.html", context)
    context["page"] = quality(request.user, project=form.slug, weeks=form.period)
    return render(request, "review/runs/quality.html", context)


@require_safe
def answer_quality(request: SignedInRequest) -> HttpResponse:
    """Show what the answers to retrievals rest on, by week and by run."""
    form = QualityForm(request.GET, user=request.user)
    page = evaluation(request.user, project=form.slug, weeks=form.period)
    return render(request, "review/runs/answers.html", {"form": form, "page": page})


def _run_or_404(request: SignedInRequest, key: int) -> Extraction:
    return get_object_or_404(visible_extractions(request.user), pk=key)
