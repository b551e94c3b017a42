"""Error pages; htmx gets a sentence for the notice line instead of a page."""

from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond that a request was malformed or too large."""
    too_large = isinstance(exception, RequestDataTooBig)
    return _error_response(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST)


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
    """Respond that something broke."""
    return _error_response(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def _error_response(request: HttpRequest, status: HTTPStatus, *, template: str = "") -> HttpResponse:
    name = template or f"{status.value}.html"
    if "HX-Request" not in request.headers:
        return render(request, name, {"whole": "error.html"}, status=status)
    response = render(request, name, {"whole": "error_notice.html"}, status=status)
    response["HX-Retarget"] = "#notice"
    response["HX-Reswap"] = "innerHTML"
    return response
