"""Bound what one request may bring, and what a person may keep, before anything of it is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.urls import reverse

from review.domain.errors import Problem
from review.selectors.ingest import draft_bytes
from review.views.errors import too_large

GetResponse = Callable[[HttpRequest], HttpResponse]
FORM_BYTES = 100_000
"""How much a form may have around its files: the names of the fields and the marks between them."""
UPLOAD, STREAM = "review:upload", "api:session_stream"
"""What people upload, and what programs stream: a stream is bounded as it is read, line by line."""
READ_AT_ONCE = 1 << 16


class BoundRequests:
    """Refuse a request by its length, which the browser sends ahead; it comes before whatever reads a form."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond, or refuse what is larger than any request may be."""
        limit = settings.REVIEW_MAX_UPLOAD_BYTES
        if _length(request) > limit + FORM_BYTES and request.path != reverse(STREAM):
            return _refuse(request, Problem("request_too_large", "", {"size": _length(request), "limit": limit}))
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Refuse an upload that would be more than a person may keep without importing it."""
        match = request.resolver_match
        if request.method != "POST" or match is None or match.view_name != UPLOAD or not request.user.is_authenticated:
            return None
        limit, kept, size = settings.REVIEW_MAX_DRAFTS_BYTES, draft_bytes(request.user), _length(request)
        if kept + size <= limit + FORM_BYTES:
            return None
        return _refuse(request, Problem("drafts_too_large", "", {"kept": kept, "size": size, "limit": limit}))


def _length(request: HttpRequest) -> int:
    """Return the length of the body; without one, servers read none."""
    given = request.META.get("CONTENT_LENGTH") or "0"
    return int(given) if given.isascii() and given.isdigit() else 0


def _refuse(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Respond that it is too much, once the body has passed by: a browser shows no answer while it is still sending.

    It passes in small pieces and is not kept; a server would read all of it at once.
    """
    try:
        while request.read(READ_AT_ONCE):
            pass
    except UnreadablePostError:
        pass
    return too_large(request, problem)
