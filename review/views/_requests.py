"""Shared by the views: the signed-in request, its origin and return address, status codes. Private to the views."""

from urllib.parse import SplitResult, urlsplit

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 409, 413, 422, 429
MAX_ADDRESS_CHARS = 2_000
"""Longer addresses are not returned to: Django would refuse the redirect, after the change was stored."""


class SignedInRequest(HttpRequest):
    """A request by a signed-in person; the middleware admits nobody else."""

    user: User
    htmx: HtmxDetails


def next_page(request: HttpRequest, *, otherwise: str) -> str:
    """Return the page that a form asks to return to, if it is an address of this site; never the name of a view."""
    wanted = request.POST.get("next", "")
    is_address = wanted.startswith("/") and len(wanted) <= MAX_ADDRESS_CHARS
    return wanted if is_address and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else otherwise


def redirect_to_next(request: HttpRequest, *, otherwise: str) -> HttpResponseRedirect:
    """Redirect to the page that a form asks to return to."""
    return HttpResponseRedirect(next_page(request, otherwise=otherwise))


def current_page(request: SignedInRequest) -> SplitResult | None:
    """Return the address of the page that an htmx request was sent from; None if it is not one of this site."""
    return _own_page(request, request.htmx.current_url or "")


def queue_of(request: SignedInRequest) -> QueryDict | None:
    """Return the query of the queue that a decision was made in; None when it was made on another page."""
    sent_from = request.htmx.current_url if request.htmx else request.headers.get("Referer")
    page = _own_page(request, sent_from or "")
    return QueryDict(page.query) if page is not None and page.path == reverse("review:queue") else None


def _own_page(request: HttpRequest, address: str) -> SplitResult | None:
    try:
        split = urlsplit(address)
    except ValueError:
        return None
    return split._replace(scheme="", netloc="") if split.netloc == request.get_host() else None


def current_query(request: SignedInRequest) -> QueryDict:
    """Return the parameters of the page that an htmx request was sent from."""
    page = current_page(request)
    return QueryDict(page.query if page else "")
