"""What machines ask: is it alive, is it ready, and its measures; answered to this machine and trusted proxies alone.

It comes before the host check, the redirect to https, sessions and signing in: a probe asks by address, over http.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from types import MappingProxyType

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound, JsonResponse

from review.selectors.readiness import unready
from review.serving.warming import is_warm
from review.views._proxies import client_address, has_forwarding_header, is_trusted

MEASURES = import_module("review.serving.measures") if find_spec("prometheus_client") else None
GetResponse = Callable[[HttpRequest], HttpResponse]


def answer_probes(get_response: GetResponse) -> GetResponse:
    """Answer a probe; for everybody else its address does not exist."""

    def respond(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path)
        if probe is None:
            return get_response(request)
        if not _is_near(request):
            return HttpResponseNotFound()
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = probe()
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Length"] = str(len(response.content))
        return response

    return respond


def probe_of(request: HttpRequest) -> str:
    """Return the name of the probe that a request is; empty if it is none."""
    return request.path.removeprefix("/") if request.path in PROBES else ""


def _alive() -> HttpResponse:
    return JsonResponse({"alive": True})


def _ready() -> HttpResponse:
    """Respond with what is not ready, if anything: the status is then 503."""
    missing = [*unready(), *([] if is_warm() else ["worker"])]
    status = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
    return JsonResponse({"ready": not missing, "not_ready": missing}, status=status)


def _measured() -> HttpResponse:
    if MEASURES is None:
        return HttpResponse("pip install 'evidence-review[server]'\n", "text/plain", HTTPStatus.NOT_IMPLEMENTED)
    return HttpResponse(MEASURES.exposition(), content_type=MEASURES.CONTENT_TYPE)


def _is_near(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine or a trusted proxy itself, and not from whom one forwards."""
    sender, proxies = request.META.get("REMOTE_ADDR", ""), settings.REVIEW_TRUSTED_PROXIES
    if has_forwarding_header(request.headers):
        forwarded_for = request.headers.get("X-Forwarded-For", "")
        if not forwarded_for or not is_trusted(sender, proxies):
            return False
        sender = client_address(sender, forwarded_for, proxies)
    return is_trusted(sender, proxies) or _is_loopback(sender)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


PROBES: Mapping[str, Callable[[], HttpResponse]] = MappingProxyType(
    {"/healthz": _alive, "/readyz": _ready, "/metrics": _measured}
)
"""The addresses of the probes."""
