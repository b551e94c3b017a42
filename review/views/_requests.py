"""What every view asks first: who is there, and may they. Private to the views."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from review.selectors.access import may_review

PAGE_SIZE = 50
Given = ParamSpec("Given")


class SignedInRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User
    htmx: HtmxDetails


def signed_in(
    view: Callable[Concatenate[SignedInRequest, Given], HttpResponse],
) -> Callable[Concatenate[SignedInRequest, Given], HttpResponse]:
    """Send everybody else to the log-in page; a fragment's whole page goes there, never the fragment alone."""

    @wraps(view)
    def checked(request: SignedInRequest, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        answer = redirect_to_login(_back(request), resolve_url(settings.LOGIN_URL))
        return HttpResponseClientRedirect(answer.url) if request.htmx else answer

    return checked


def next_page(request: HttpRequest, *, otherwise: str) -> str:
    """Give the page a form asks to return to, if it is one of ours."""
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else otherwise


def require_reviewer(request: SignedInRequest, project_id: int) -> None:
    """Refuse people who may read a project but not decide in it."""
    if not may_review(request.user, project_id):
        raise PermissionDenied


def _back(request: SignedInRequest) -> str:
    """Give where to return after logging in: a page, never the address a form was posted to."""
    if request.method == "GET":
        return request.get_full_path()
    return request.htmx.current_url_abs_path or next_page(request, otherwise=resolve_url("review:home"))
