"""Errors as problem+json (RFC 9457), never a page and never a redirect: `code` is what programs look at."""

import json
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic import BaseModel, ConfigDict

from review.domain.errors import Problem, UploadRefusedError
from review.domain.policy import Reason, Refused
from review.wording import DECLINED, problem_sentence, refusal_sentences

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"
TOO_LARGE = frozenset(
    {
        "file_too_large",
        "line_too_long",
        "message_too_large",
        "request_too_large",
        "stream_too_large",
        "too_many_items",
        "too_many_quotes",
    }
)
CODES: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    HTTPStatus.FORBIDDEN: "not_permitted",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.LENGTH_REQUIRED: "length_required",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "request_too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_type",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_requests",
    HTTPStatus.INTERNAL_SERVER_ERROR: "failed",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
    HTTPStatus.INSUFFICIENT_STORAGE: "storage_full",
}
"""The codes of errors that did not come from an operation."""


class ProblemWire(BaseModel):
    """What went wrong: `problems` of an upload, `blockers` of the gate, `current` where another version was seen."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    code: str
    detail: str = ""


class ProblemError(Exception):
    """An operation cannot do what was asked: its answer is a problem with this status and code."""

    def __init__(self, status: int, code: str, detail: object = "", **more: Any) -> None:  # noqa: ANN401 - JSON
        super().__init__(code)
        self.status, self.code, self.detail, self.more = status, code, str(detail), more

    def wire(self) -> dict[str, Any]:
        """Return the problem as it is answered."""
        return _wire(self.status, self.code, self.detail) | self.more


def problem(status: int, code: str, detail: str = "", **more: Any) -> HttpResponse:  # noqa: ANN401 - JSON
    """Return a response with a problem."""
    told = _wire(status, code, detail) | more
    return HttpResponse(json.dumps(told, default=str), status=status, content_type=MEDIA_TYPE)


def _wire(status: int, code: str, detail: str) -> dict[str, Any]:
    phrase = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": phrase, "status": int(status), "code": code, "detail": detail}


def refused(decision: Refused, *, current: Callable[[], object]) -> ProblemError:
    """Return the problem for a refusal of the gate: `current` is the entry, told where the caller saw an older one."""
    sentences = refusal_sentences(decision)
    return _declined(decision.reasons, " ".join(sentences), current=current)


def declined(reason: Reason, *, current: Callable[[], object]) -> ProblemError:
    """Return the problem for a change that a service declined."""
    return _declined((reason,), str(DECLINED[reason]), current=current)


def _declined(reasons: tuple[Reason, ...], detail: str, *, current: Callable[[], object]) -> ProblemError:
    if Reason.NOT_PERMITTED in reasons or Reason.NEEDS_PERSON in reasons:
        code = Reason.NOT_PERMITTED if Reason.NOT_PERMITTED in reasons else Reason.NEEDS_PERSON
        return ProblemError(HTTPStatus.FORBIDDEN, code, detail)
    if Reason.CONFLICT in reasons:
        return ProblemError(HTTPStatus.PRECONDITION_FAILED, Reason.CONFLICT, detail, current=current())
    return ProblemError(HTTPStatus.CONFLICT, reasons[0], detail, blockers=list(reasons))


def told(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """Return the problems of an upload as an answer states them."""
    return [
        {"code": one.code, "where": one.where, "detail": problem_sentence(one), "params": dict(one.params)}
        for one in problems
    ]


def handle_errors(api: NinjaAPI) -> None:
    """Answer every exception of an operation with a problem."""
    handlers: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
        ProblemError: _problem_error,
        UploadRefusedError: _upload_refused,
        ValidationError: _invalid,
        AuthenticationError: _not_authenticated,
        HttpError: _http_error,
        Http404: lambda _request, _error: problem(HTTPStatus.NOT_FOUND, "not_found"),
        PermissionDenied: lambda _request, _error: problem(HTTPStatus.FORBIDDEN, Reason.NOT_PERMITTED),
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def _problem_error(_request: HttpRequest, error: ProblemError) -> HttpResponse:
    response = problem(error.status, error.code, error.detail, **error.more)
    if "retry_after" in error.more:
        response.headers["Retry-After"] = str(error.more["retry_after"])
    return response


def refused_upload(error: UploadRefusedError) -> ProblemError:
    """Return the problem for an upload that was refused."""
    first = error.problems[0] if error.problems else Problem("conflict")
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if first.code in TOO_LARGE:
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    elif first.code in {"messages_changed", "conflict"}:
        status = HTTPStatus.CONFLICT
    return ProblemError(status, first.code, problem_sentence(first), problems=told(error.problems))


def _upload_refused(request: HttpRequest, error: UploadRefusedError) -> HttpResponse:
    return _problem_error(request, refused_upload(error))


def _invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    problems = [
        {"code": one["type"], "where": ".".join(map(str, one["loc"])), "detail": one["msg"]} for one in error.errors
    ]
    detail = problems[0]["detail"] if problems else ""
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", detail, problems=problems)


def _not_authenticated(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    response = problem(HTTPStatus.UNAUTHORIZED, "not_authenticated", "Send a token: Authorization: Bearer evr_…")
    response.headers["WWW-Authenticate"] = 'Bearer realm="evidence-review"'
    return response


def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    if isinstance(error.__cause__, ProblemError):  # ninja puts its own error around those of a parser
        return _problem_error(request, error.__cause__)
    return problem(error.status_code, CODES.get(error.status_code, "bad_request"), str(error))


class ProblemsForPages:
    """Put a problem in place of every error page under `/api/`, whatever answered with it; its headers stay."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond, with a problem in place of an error page."""
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "") not in {MEDIA_TYPE, "application/json"}
        if request.path.startswith(PREFIX) and response.status_code >= HTTPStatus.BAD_REQUEST and is_page:
            instead = problem(response.status_code, CODES.get(response.status_code, "failed"))
            for name, value in response.headers.items():
                if name not in {"Content-Type", "Content-Length"}:
                    instead.headers[name] = value
            return instead
        return response
