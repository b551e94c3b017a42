"""The API: its routers, what answers errors, and its addresses."""

import json
from functools import cache

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from aligner_core import __version__
from review.api import (
    bundles,
    checks,
    entries,
    entry_acts,
    exports,
    extractions,
    failed,
    feed,
    imports,
    jobs,
    proposals,
    quote_acts,
    retrievals,
    sessions,
    streams,
)
from review.api.bodies import OneReader
from review.api.calls import Bearer
from review.api.document import documented
from review.api.operations import PREFIX, Operation, by_tag
from review.api.problems import handle_errors

ROUTERS = (
    checks.router,
    streams.router,
    sessions.router,
    proposals.router,
    extractions.router,
    entries.router,
    entry_acts.router,
    quote_acts.router,
    failed.router,
    retrievals.router,
    exports.router,
    imports.router,
    bundles.router,
    feed.router,
    jobs.router,
)

api = NinjaAPI(
    title="Evidence Review",
    version=__version__,
    description="Find quotes in their sources, repair them, and take what people verified. A token names the project.",
    urls_namespace="api",
    auth=Bearer(),
    parser=OneReader(),
    docs_url=None,
    openapi_url=None,
)
handle_errors(api)
for _router in ROUTERS:
    api.add_router("", _router)
api.get_openapi_schema = documented(api.get_openapi_schema)  # type: ignore[method-assign]


def document(_request: HttpRequest) -> HttpResponse:
    """Respond with the document of all operations."""
    return HttpResponse(_written(), content_type="application/json")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show a person all operations, with the scope, the parameters and the answers of each."""
    return render(request, "api/operations.html", {"tags": _listed(), "prefix": PREFIX})


@cache
def _written() -> bytes:
    """Return the document as JSON; making it takes long, and anybody may ask for it."""
    return JsonResponse(api.get_openapi_schema(path_prefix=PREFIX)).content


@cache
def _listed() -> list[tuple[str, list[Operation]]]:
    return by_tag(json.loads(_written()))


def addresses() -> tuple[list[URLPattern | URLResolver], str]:
    """Return the addresses of all operations and of the document, for programs without a log-in."""
    patterns = api.urls[0]
    for one in patterns:
        if isinstance(one, URLPattern):
            login_not_required(one.callback)
    described = path("openapi.json", login_not_required(document), name="document")
    return [described, path("docs/", docs, name="docs"), *patterns], "api"
