"""Corrections of sources that an answer invented, and searches in the chunks of a retrieval."""

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST

from review.acts.act import Said
from review.acts.entries import REPAIRED
from review.domain.limits import MAX_SEARCH_CHARS
from review.domain.policy import Reason
from review.forms.retrievals import DEFAULT_LIMIT, ChunkQueryForm
from review.models import CitedSource
from review.selectors.access import require, visible_entries, visible_sessions
from review.selectors.retrievals.chunk_search import ChunkQuery, search_in
from review.selectors.retrievals.retrieval import retrieval_of
from review.services.repair.quotes import Declined
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.views.entries import changed_response, entry_response, readable_or_404
from review.wording import DECLINED

SEARCH = "review/retrievals/search.html"


@require_POST
def source_act(request: SignedInRequest, pk: int, act: Said) -> HttpResponse:
    """Replace an invented label by that of a chunk, or strike it out."""
    source = get_object_or_404(CitedSource.objects.filter(entry__in=visible_entries(request.user)), pk=pk)
    entry = readable_or_404(request, source.entry_id)
    require(request.user, act.capability, entry.session.project_id)
    form = act.form(request.POST, entry=entry)
    if not form.is_valid():
        return entry_response(request, entry, status=UNPROCESSABLE, source_form=form, corrected=pk)
    outcome = act.service(source_id=pk, actor=request.user, **form.cleaned_data)
    fresh = readable_or_404(request, entry.pk)
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return entry_response(request, fresh, status=status, refusals=[DECLINED[outcome.reason]])
    done = act.said(outcome)
    if request.htmx:
        return changed_response(request, fresh, changes=REPAIRED, done=done)
    messages.success(request, done)
    return redirect(fresh)


@require_http_methods(["GET", "HEAD", "POST"])
def chunk_search(request: SignedInRequest, pk: int) -> HttpResponse:
    """Search the chunks of a retrieval: for its own question at first, then for what is asked. Nothing is stored."""
    sessions = visible_sessions(request.user).select_related("project", "retrieval")
    session = get_object_or_404(sessions, pk=pk)
    retrieval = retrieval_of(session)
    if retrieval is None:
        raise Http404
    first = {"question": retrieval.query[:MAX_SEARCH_CHARS], "limit": DEFAULT_LIMIT}
    form = ChunkQueryForm(request.POST) if request.method == "POST" else ChunkQueryForm(initial=first)
    if form.is_bound and not form.is_valid():
        return render(request, SEARCH, {"session": session, "form": form}, status=UNPROCESSABLE)
    query = form.chunk_query() if form.is_bound else ChunkQuery(retrieval.query[:MAX_SEARCH_CHARS])
    query = replace(query, language=get_language() or "")
    return render(request, SEARCH, {"session": session, "form": form, "page": search_in(session, query)})
