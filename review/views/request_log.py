"""One line in the log for each request, with an id that every other line of the request has too; and its measures."""

import logging
import re
import uuid
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from review.logs import REQUESTS, belonging_to, fields, route_of
from review.serving.warming import WARMING
from review.views._proxies import is_trusted
from review.views.probes import probe_of

LOG = logging.getLogger(REQUESTS)
GetResponse = Callable[[HttpRequest], HttpResponseBase]
HEADER = "X-Request-ID"
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")
MEASURES = import_module("review.serving.measures") if find_spec("prometheus_client") else None


class _Queries:
    """Counts the statements that a request sends to the database."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Count a statement, and execute it."""
        self.count += 1
        return execute(*given)


def log_requests(get_response: GetResponse) -> GetResponse:
    """Log what came of each request, under an id; the first of all middleware, so that it sees every answer."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if WARMING in request.META:
            return get_response(request)
        name, queries, begun = _request_id(request), _Queries(), perf_counter()
        with belonging_to(request=name):
            with connection.execute_wrapper(queries):
                response = get_response(request)
            seconds, route = perf_counter() - begun, _route(request)
            LOG.info(
                "request",
                extra=fields(
                    person=_person(request),
                    method=request.method,
                    route=route or "none",
                    status=response.status_code,
                    ms=round(seconds * 1000, 1),
                    queries=queries.count,
                    bytes=_length(response),
                ),
            )
        if MEASURES is not None:
            MEASURES.count(
                route=route, method=request.method, status=response.status_code, seconds=seconds, queries=queries.count
            )
        response.headers[HEADER] = name
        return response

    return respond


def _request_id(request: HttpRequest) -> str:
    """Return the id that a trusted proxy gave, or a new one."""
    given = request.headers.get(HEADER, "")
    is_ours = is_trusted(request.META.get("REMOTE_ADDR", ""), settings.REVIEW_TRUSTED_PROXIES)
    return given if is_ours and GIVEN_ID.fullmatch(given) else uuid.uuid4().hex


def _route(request: HttpRequest) -> str:
    """Return the name of the route or the probe, `static` for a file; empty for an address that leads nowhere."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    return route_of(request) or probe_of(request)


def _person(request: HttpRequest) -> str | None:
    """Return the name of who signed in, as far as the request found that out by itself."""
    logged_in: str | None = getattr(request, "logged_in_name", None)
    user = getattr(request, "_cached_user", None)
    return logged_in or (user.get_username() if user is not None and user.is_authenticated else None)


def _length(response: HttpResponseBase) -> int | None:
    """Return the length of the body; None of a stream that does not say it."""
    given = response.headers.get("Content-Length", "")
    if given.isdigit():
        return int(given)
    return None if response.streaming else len(getattr(response, "content", b""))
