"""Pages of lists: a signed cursor in `next` and in the header `Link`."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from review.api.problems import ProblemError
from review.selectors.keyset import Cursor, UnknownCursorError, signed_cursor


def cursor_of(after: str | None) -> Cursor | None:
    """Return the place that a page begins after; None for the first page.

    Raises:
        ProblemError: the cursor was not given by this store.

    """
    try:
        return None if after is None else signed_cursor(after)
    except UnknownCursorError as error:
        detail = _("This cursor is not known. Begin with the first page.")
        raise ProblemError(HTTPStatus.NOT_FOUND, "unknown_cursor", detail) from error


def link_next(request: HttpRequest, response: HttpResponse, after: str | None) -> None:
    """State the address of the next page, if there is one."""
    if after is not None:
        query = request.GET.copy()
        query["after"] = after
        address = f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"
        response.headers["Link"] = f'<{address}>; rel="next"'
