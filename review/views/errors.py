"""Error pages; htmx gets a sentence for the notice line instead of a page."""

import sys
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from review.domain.errors import Problem
from review.faults import Fault, fault_of
from review.wording import FAULTS, problem_sentence

RETRY_AFTER = {Fault.BUSY: 5, Fault.AWAY: 30}
"""Seconds after which a retry may succeed; the other faults need a person."""
RETRY_AFTER_REPAIR = 300


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond that a request was malformed or too large."""
    too_large = isinstance(exception, RequestDataTooBig)
    return _error_response(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST)


def too_large(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Respond that a request is larger than a limit, which the problem names."""
    return _error_response(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence=problem_sentence(problem))


def not_permitted(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Respond that a person may not do this."""
    return _error_response(request, HTTPStatus.FORBIDDEN)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Respond that a form is no longer valid."""
    return _error_response(request, HTTPStatus.FORBIDDEN, template="403_csrf.html")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Respond that there is nothing here."""
    return _error_response(request, HTTPStatus.NOT_FOUND)


def failed(request: HttpRequest) -> HttpResponse:
    """Respond that something failed, or name the fault if it is outside the application.

    Django calls this for every unhandled exception, wherever it was raised: in a view, a template, the admin or a
    middleware.
    """
    fault = fault_of(sys.exc_info()[1])
    return _error_response(request, HTTPStatus.INTERNAL_SERVER_ERROR) if fault is None else _fault(request, fault)


def _fault(request: HttpRequest, fault: Fault) -> HttpResponse:
    status = HTTPStatus.INSUFFICIENT_STORAGE if fault is Fault.FULL else HTTPStatus.SERVICE_UNAVAILABLE
    title, sentence = FAULTS[fault]
    response = _error_response(request, status, template="fault.html", title=title, sentence=sentence)
    response["Retry-After"] = str(RETRY_AFTER.get(fault, RETRY_AFTER_REPAIR))
    return response


def _error_response(request: HttpRequest, status: HTTPStatus, *, template: str = "", **context: object) -> HttpResponse:
    name = template or f"{status.value}.html"
    if "HX-Request" not in request.headers:
        return render(request, name, {"whole": _whole(request, status), **context}, status=status)
    response = render(request, name, {"whole": "error_notice.html", **context}, status=status)
    response["HX-Retarget"] = "#notice"
    response["HX-Reswap"] = "innerHTML"
    return response


def _whole(request: HttpRequest, status: HTTPStatus) -> str:
    """Return the page around an error: with the menu of a logged-in person, if everything the menu needs works."""
    is_sound = status in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
    user = getattr(request, "user", None)
    return "error_within.html" if is_sound and user is not None and user.is_authenticated else "error.html"
