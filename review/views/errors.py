"""What went wrong, in the look of the pages; htmx gets a sentence for the notice line instead of a page."""

from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that a request was not understood, or that it was too large."""
    too_large = isinstance(exception, RequestDataTooBig)
    return _answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST)


def not_permitted(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Say that a person may not do this."""
    return _answer(request, HTTPStatus.FORBIDDEN)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Say that a form is no longer valid."""
    return _answer(request, HTTPStatus.FORBIDDEN, template="403_csrf.html")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Say that there is nothing here."""
    return _answer(request, HTTPStatus.NOT_FOUND)


def failed(request: HttpRequest) -> HttpResponse:
    """Say that something broke."""
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def _answer(request: HttpRequest, status: HTTPStatus, *, template: str = "") -> HttpResponse:
    name = template or f"{status.value}.html"
    if "HX-Request" not in request.headers:
        return render(request, name, {"whole": "error.html"}, status=status)
    answer = render(request, name, {"whole": "error_notice.html"}, status=status)
    answer["HX-Retarget"] = "#notice"
    answer["HX-Reswap"] = "innerHTML"
    return answer
