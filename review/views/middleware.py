"""Middleware for every request, except signing in."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

from review.domain.limits import KNOWN_BROWSER_TIME
from review.faults import fault_of
from review.selectors.access import memberships_read_once
from review.services.people.accounts import acting
from review.services.people.known_browsers import COOKIE, with_account
from review.views._proxies import client_address, is_trusted, note_forwarding

GetResponse = Callable[[HttpRequest], HttpResponse]


def look_behind_proxies(get_response: GetResponse) -> GetResponse:
    """Take address and scheme of the client from the headers of trusted proxies, and of nobody else."""

    def respond(request: HttpRequest) -> HttpResponse:
        note_forwarding(request)
        proxies, sender = settings.REVIEW_TRUSTED_PROXIES, request.META.get("REMOTE_ADDR", "")
        if is_trusted(sender, proxies):
            request.META["REMOTE_ADDR"] = client_address(sender, request.headers.get("X-Forwarded-For", ""), proxies)
        else:
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return get_response(request)

    return respond


def keep_out_of_caches(get_response: GetResponse) -> GetResponse:
    """Forbid every cache to keep a response; static files are answered before."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return respond


def mark_as_ours(get_response: GetResponse) -> GetResponse:
    """Mark every response as the application's, so that the page rejects fragments from intermediaries."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["X-Evidence-Review"] = "1"
        return response

    return respond


class CompressText(GZipMiddleware):
    """Compress pages and JSON; streams and archives are sent as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed where that helps: Django adds random bytes against BREACH."""
        is_text = response.headers.get("Content-Type", "").startswith(("text/", "application/json"))
        return super().process_response(request, response) if is_text and not response.streaming else response


def keep_log_in_alive(get_response: GetResponse) -> GetResponse:
    """Extend a log-in that is in use; if that cannot be stored, reading still works."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        try:
            request.session.keep_alive()  # type: ignore[attr-defined]
        except DatabaseError as error:
            if fault_of(error) is None:
                raise
        return response

    return respond


def record_actor(get_response: GetResponse) -> GetResponse:
    """Record the signed-in person as the actor when Django itself changes an account."""

    def respond(request: HttpRequest) -> HttpResponse:
        with acting(request.user):
            return get_response(request)

    return respond


def read_memberships_once(get_response: GetResponse) -> GetResponse:
    """Read what a person is a member of once for all parts of a page."""

    def respond(request: HttpRequest) -> HttpResponse:
        with memberships_read_once():
            return get_response(request)

    return respond


def remember_browser(get_response: GetResponse) -> GetResponse:
    """Set a cookie that identifies a browser on which somebody has logged in."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = getattr(request, "logged_in_name", None)
        if name is not None:
            response.set_cookie(
                COOKIE,
                with_account(request.COOKIES.get(COOKIE, ""), name),
                max_age=KNOWN_BROWSER_TIME // timedelta(seconds=1),
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return respond


def note_log_in(request: HttpRequest, user: AbstractBaseUser, **_signal: object) -> None:
    """Record on the request, whatever page it came from, who has logged in with it."""
    request.logged_in_name = user.get_username()  # type: ignore[attr-defined]
