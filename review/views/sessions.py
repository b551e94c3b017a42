"""The list of sessions and the session reader."""

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from review.forms import ReaderForm, SessionFilterForm
from review.models import ReviewSession
from review.selectors.access import may_review, visible_sessions
from review.selectors.doctor import doctored
from review.selectors.quotes import quote_row, readable_quote
from review.selectors.reader import read_message, read_part, read_session
from review.selectors.sessions import session_list, session_rows
from review.views._requests import PAGE_SIZE, SignedInRequest, signed_in


@signed_in
@require_safe
def session_list_page(request: SignedInRequest) -> HttpResponse:
    """List the sessions with what was found in each."""
    form = SessionFilterForm(request.GET, user=request.user)
    sessions = session_list(request.user, project=form.chosen().get("project", ""))
    page = Paginator(sessions, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(
        request, "review/session_list.html", {"form": form, "page": page, "rows": session_rows(list(page.object_list))}
    )


@signed_in
@require_safe
def session_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a session as it was said, with every quote in its place."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    reading = read_session(session, asked=asked, user=request.user)
    context = {**_reader(request, session), "asked": asked, "reading": reading, "part": reading.part}
    return render(request, "review/session_detail.html", context)


@signed_in
@require_safe
def session_part(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer with one more window of a session: its messages, and its rows of the rail."""
    session = _readable(request, pk)
    asked = ReaderForm(request.GET).asked()
    part = read_part(session, first=asked.first, user=request.user)
    return render(request, "review/_part_answer.html", {**_reader(request, session), "asked": asked, "part": part})


@signed_in
@require_safe
def session_message(request: SignedInRequest, pk: int, index: int) -> HttpResponse:
    """Answer with one message, whole."""
    session = _readable(request, pk)
    part = read_message(session, index=index, user=request.user)
    if not part.messages:
        raise Http404
    return render(request, "review/_message.html", {"session": session, "part": part, "shown": part.messages[0]})


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


def _readable(request: SignedInRequest, pk: int) -> ReviewSession:
    return get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)


def _reader(request: SignedInRequest, session: ReviewSession) -> dict[str, object]:
    return {"session": session, "may_review": may_review(request.user, session.project_id)}
