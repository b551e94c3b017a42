"""Answers of operations: the bytes of a value, which its declaration describes and nothing validates twice."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel

from review.api.problems import ProblemWire
from review.api.tags import is_known, set_tag

JSON = "application/json"
PROBLEMS = {400, 401, 403, 404, 405, 413, 422, 429, 500, 503, 507}
"""The statuses with which any operation may refuse."""


def answers(
    model: Any,  # noqa: ANN401 - a type
    *,
    status: int = 200,
    also: Mapping[int, Any] | None = None,
) -> dict[int, Any]:
    """Return what an operation answers, for its declaration; *also* are other answers."""
    return {status: model, **(also or {}), **dict.fromkeys(sorted(PROBLEMS), ProblemWire)}


def acting(model: Any, *, status: int = 200) -> dict[int, Any]:  # noqa: ANN401 - a type
    """Return what an operation answers that changes what its caller has seen."""
    return answers(model, status=status, also=dict.fromkeys((409, 412, 428), ProblemWire))


def answer(value: BaseModel, *, status: int = 200, tag: int | None = None) -> HttpResponse:
    """Return a response with a value, and its ETag if it has one."""
    response = HttpResponse(value.model_dump_json(by_alias=True), status=status, content_type=JSON)
    if tag is not None:
        set_tag(response, tag)
    return response


def unless_known(request: HttpRequest, tag: int) -> HttpResponse | None:
    """Return the response that the caller has what is there; None if it has not."""
    if not is_known(request, tag):
        return None
    response = HttpResponse(status=304)
    set_tag(response, tag)
    return response
