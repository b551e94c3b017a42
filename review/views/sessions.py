"""The list of sessions and the session reader."""

from functools import partial

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from review.forms import ReaderForm, SessionFilterForm
from review.models import Quote, ReviewSession
from review.selectors.access import may_review, visible_entries, visible_sessions
from review.selectors.answers import read_retrieval
from review.selectors.doctor import doctored
from review.selectors.finding import find_in_session, highlights_of_words
from review.selectors.later import Later, later_mentions
from review.selectors.mapping import read_map
from review.selectors.quotes import quote_row, readable_quote
from review.selectors.rail import differing_in
from review.selectors.reader import Asked, read_message, read_part, read_session
from review.selectors.sessions import session_list, session_rows
from review.selectors.shown import Sought
from review.views._requests import PAGE_SIZE, SignedInRequest, signed_in


@signed_in
@require_safe
def session_list_page(request: SignedInRequest) -> HttpResponse:
    """List the sessions with what was found in each."""
    form = SessionFilterForm(request.GET, user=request.user)
    filters = form.chosen()
    page = Paginator(session_list(request.user, filters), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = session_rows(list(page.object_list))
    return render(request, "review/session_list.html", {"form": form, "filters": filters, "page": page, "rows": rows})


@signed_in
@require_safe
def session_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a session as it was said, with every quote in its place."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    later = _later(request, session, asked)
    reading = read_session(session, asked=asked, user=request.user, sought=_sought(asked, later))
    context = {
        "session": session,
        "asked": asked,
        "reading": reading,
        "part": reading.part,
        "may_review": may_review(request.user, session.project_id),
        "later": later,
        "next_mention": later.behind(asked.first) if later else None,
        "findings": find_in_session(session, asked.find) if asked.find else None,
        "retrieval": read_retrieval(session),
    }
    return render(request, "review/session_detail.html", context)


@signed_in
@require_safe
def session_part(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with one more window of a session: its messages, and its rows of the rail."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    sought = _sought(asked, _later(request, session, asked))
    part = read_part(session, asked=asked, user=request.user, sought=sought)
    context = {"session": session, "asked": asked, "part": part, "retrieval": read_retrieval(session)}
    return render(request, "review/_part_answer.html", context)


@signed_in
@require_safe
def session_map(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with the evidence map: what the page can be read without comes after what it is read for."""
    session = _readable(request, pk)
    return render(request, "review/_map.html", read_map(session, first=ReaderForm(request.GET).asked().first))


@signed_in
@require_safe
def session_message(request: SignedInRequest, pk: int, index: int) -> HttpResponse:
    """Answer with one message, whole."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    sought = _sought(asked, _later(request, session, asked))
    part = read_message(session, index=index, sought=sought)
    if not part.messages:
        raise Http404
    context = {"session": session, "part": part, "shown": part.messages[0], "is_alone": True}
    return render(request, "review/_message.html", context | {"retrieval": read_retrieval(session)})


@signed_in
@require_safe
def session_find(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with the messages that hold some words."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    findings = find_in_session(session, asked.find) if asked.find else None
    return render(request, "review/_hits.html", {"session": session, "asked": asked, "findings": findings})


@signed_in
@require_safe
def entry_later(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show where the session of an entry comes back to its claim."""
    entry = get_object_or_404(visible_entries(request.user).select_related("session__project"), pk=pk)
    template = "review/_later.html" if request.htmx else "review/entry_later.html"
    return render(request, template, {"entry": entry, "later": later_mentions(entry), "is_read": True})


@signed_in
@require_safe
def quote_offer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with the first click that sets a quote right: working it out takes too long for a whole rail."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    session = quote.entry.session
    is_open = may_review(request.user, session.project_id) and quote.entry.rejected_at is None
    row = doctored([quote_row(quote)])[0] if is_open else quote_row(quote)
    next_page = f"{session.get_absolute_url()}?quote={quote.pk}#here"
    context = {"row": row, "quote": quote, "is_asked": True, "next": next_page}
    return render(request, "review/_rail_offer.html", context)


@signed_in
@require_safe
def quote_rail_row(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with the whole row of a quote, of which a crowded rail shows the words alone."""
    row = quote_row(get_object_or_404(readable_quote(request.user, pk)))
    differing = differing_in(Quote.objects.filter(pk=pk), request.user)
    return render(request, "review/_rail_row.html", {"row": row, "part": {"differing": differing, "current": row}})


def _readable(request: SignedInRequest, pk: int) -> ReviewSession:
    return get_object_or_404(visible_sessions(request.user).select_related("project", "retrieval"), pk=pk)


def _later(request: SignedInRequest, session: ReviewSession, asked: Asked) -> Later | None:
    entry = visible_entries(request.user).filter(session=session, pk=asked.later).first() if asked.later else None
    return None if entry is None else later_mentions(entry)


def _sought(asked: Asked, later: Later | None) -> Sought:
    """Say what to highlight beside the quotes: words looked for, or what comes back to a claim."""
    if later is not None:
        return later.highlights_in
    return partial(highlights_of_words, wanted=asked.find)
