"""The list of sessions and the session reader."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from review.forms import ReaderForm, SessionFilterForm
from review.selectors.access import may_review, visible_sessions
from review.selectors.reader import read_session
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
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    asked = ReaderForm(request.GET).asked()
    context = {
        "session": session,
        "asked": asked,
        "reading": read_session(session, asked=asked, user=request.user),
        "may_review": may_review(request.user, session.project_id),
    }
    return render(request, "review/session_detail.html", context)
