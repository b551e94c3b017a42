"""What views share: the signed-in request, the page to return to, and status codes. Private to the views."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 409, 413, 422, 429


class SignedInRequest(HttpRequest):
    """A request by a signed-in person; the middleware admits nobody else."""

    user: User
    htmx: HtmxDetails


def next_page(request: HttpRequest, *, otherwise: str) -> str:
    """Return the page that a form asks to return to, if it is on this site."""
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else otherwise
