"""What a caller has seen: the version of an entry or the attempt of a quote, as an ETag."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from review.api.problems import ProblemError
from review.domain.policy import Reason
from review.wording import DECLINED

TAG = '(W/)?"[0-9]{1,9}"'
IF_MATCH = {
    "parameters": [
        {
            "in": "header",
            "name": "If-Match",
            "required": True,
            "schema": {"type": "string", "pattern": f"^{TAG}( *, *{TAG})*$"},
            "description": "The ETag of what was seen: the version of the entry, or the attempt of the quote.",
        }
    ]
}
"""What the document says of operations that change what the caller has seen."""


def tag_of(number: int) -> str:
    """Return the ETag of a version or an attempt."""
    return f'"{number}"'


def is_known(request: HttpRequest, number: int) -> bool:
    """Return whether the caller has what is there now, so that it is not sent again."""
    return tag_of(number) in _tags(request.headers.get("If-None-Match", ""))


def set_tag(response: HttpResponse, number: int) -> None:
    """State the ETag of an answer."""
    response.headers["ETag"] = tag_of(number)


def seen_number(request: HttpRequest, now: int, *, current: Callable[[], object]) -> int:
    """Return the version or the attempt that the caller has seen, which is the one there is *now*.

    Weak tags count: compressing makes them so on the way.

    Raises:
        ProblemError: the caller does not say what it has seen, or has seen another one.

    """
    given = request.headers.get("If-Match")
    if given is None:
        detail = _("Say what you have seen: send the ETag as If-Match.")
        raise ProblemError(HTTPStatus.PRECONDITION_REQUIRED, "if_match_required", detail)
    if tag_of(now) not in _tags(given):
        sentence = DECLINED[Reason.CONFLICT]
        raise ProblemError(HTTPStatus.PRECONDITION_FAILED, Reason.CONFLICT, sentence, current=current())
    return now


def _tags(header: str) -> set[str]:
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
