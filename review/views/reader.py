"""The list of sessions, and the session reader with its windows, its map, its search and its rail."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from review.domain.limits import MAX_SEARCH_CHARS
from review.forms import ReaderForm, SessionFilterForm
from review.models import Quote, ReviewSession
from review.selectors.access import visible_sessions
from review.selectors.audit.event_log import audited_sessions
from review.selectors.ingest import uploadable_sessions
from review.selectors.keyset import read_cursor
from review.selectors.quotes.quote_rows import quote_row, readable_quote
from review.selectors.reader.evidence_map import evidence_map
from review.selectors.reader.rail import rail_offer, rail_row
from review.selectors.reader.session_list import session_pages
from review.selectors.reader.session_page import message_update, session_page, window_update
from review.selectors.reader.text_search import find_text
from review.selectors.search.matching import matching_of
from review.views._requests import SignedInRequest
from review.views.entries import desk_response, readable_or_404

SESSIONS = {"read": visible_sessions, "upload": uploadable_sessions, "audit": audited_sessions}
"""The querysets of sessions to pick from, by the purpose of the picker."""
MAX_HITS = 20


@require_safe
def session_list_page(request: SignedInRequest) -> HttpResponse:
    """List the sessions with the states of their quotes."""
    form = SessionFilterForm(request.GET, user=request.user)
    filters = form.active_filters()
    found = session_pages(request.user, filters, read_cursor(request.GET))
    context = {"form": form, "filters": filters, **{name: getattr(found, name) for name in ("rows", "page", "count")}}
    return render(request, "review/reader/session_list.html", context)


@require_safe
def session_pick(request: SignedInRequest) -> HttpResponse:
    """Respond with the sessions to choose from that match some words: those a person reads, audits or adds to."""
    among = SESSIONS.get(request.GET.get("among", ""), visible_sessions)(request.user)
    words = request.GET.get("session_find", "").strip()[:MAX_SEARCH_CHARS]
    sessions = matching_of(among, words, at_most=MAX_HITS) if words else ()
    return render(request, "review/shared/_session_hits.html", {"sessions": sessions})


@require_safe
def session_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a session with every quote in its place."""
    page = session_page(_readable_session(request, pk), query=ReaderForm(request.GET).reader_query(), user=request.user)
    return render(request, "review/reader/session_detail.html", vars(page))


@require_safe
def session_part(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with another window of a session: its messages, and its rows of the rail."""
    update = window_update(
        _readable_session(request, pk), query=ReaderForm(request.GET).reader_query(), user=request.user
    )
    return render(request, "review/reader/_window_response.html", vars(update))


@require_safe
def session_map(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the evidence map, which loads after the messages, as the page can be read without it."""
    session = _readable_session(request, pk)
    return render(
        request, "review/reader/_map.html", evidence_map(session, first=ReaderForm(request.GET).reader_query().first)
    )


@require_safe
def session_message(request: SignedInRequest, pk: int, index: int) -> HttpResponse:
    """Respond with one message in full."""
    query = ReaderForm(request.GET).reader_query()
    update = message_update(_readable_session(request, pk), index, query=query, user=request.user)
    if not update.loaded.messages:
        raise Http404
    return render(
        request, "review/reader/_message.html", vars(update) | {"shown": update.loaded.messages[0], "is_alone": True}
    )


@require_safe
def session_find(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the messages that contain some words."""
    session = _readable_session(request, pk)
    query = ReaderForm(request.GET).reader_query()
    text_hits = find_text(session, query.find) if query.find else None
    context = {"session": session, "query": query, "text_hits": text_hits}
    return render(request, "review/reader/_hits_response.html", context)


@require_safe
def quote_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Redirect from a quote's permanent address to its place in its session."""
    quote = _readable_quote(request, pk)
    return redirect(f"{quote.entry.session.get_absolute_url()}?quote={quote.pk}#here")


@require_safe
def quote_citation(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the forms in which a quote is cited; empty if it is not evidence."""
    return render(request, "review/reader/_citation_menu.html", {"row": quote_row(_readable_quote(request, pk))})


@require_safe
def quote_offer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the likeliest repair of a quote."""
    return render(
        request, "review/reader/_rail_offer.html", vars(rail_offer(_readable_quote(request, pk), user=request.user))
    )


@require_safe
def quote_rail_row(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with the full row of a quote that a crowded rail shows by its words only."""
    return render(
        request, "review/reader/_rail_row.html", vars(rail_row(_readable_quote(request, pk), user=request.user))
    )


@require_safe
def quote_desk(request: SignedInRequest, pk: int) -> HttpResponse:
    """Respond with a quote and the decision on its entry, beside the text."""
    quote = _readable_quote(request, pk)
    return desk_response(request, readable_or_404(request, quote.entry_id), quote.position)


def _readable_session(request: SignedInRequest, pk: int) -> ReviewSession:
    return get_object_or_404(visible_sessions(request.user).select_related("project", "retrieval"), pk=pk)


def _readable_quote(request: SignedInRequest, pk: int) -> Quote:
    return get_object_or_404(readable_quote(request.user, pk))
