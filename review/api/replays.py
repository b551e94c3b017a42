"""Calls with an `Idempotency-Key`: the same call once more does nothing, and is answered as the first time."""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _

from review.api.answers import JSON
from review.api.calls import Call
from review.api.problems import ProblemError
from review.services.remembered import InTheWay, begin_call, forget_call, keep_answer

View = TypeVar("View", bound=Callable[..., HttpResponse])
HEADER = "Idempotency-Key"
MAX_KEY_CHARS = 200
KEY = "^[!-~]+$"
ONCE: dict[str, list[dict[str, Any]]] = {
    "parameters": [
        {
            "in": "header",
            "name": HEADER,
            "required": False,
            "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY_CHARS, "pattern": KEY},
            "description": "A name of your own for this call. Sent again within a day, it does nothing twice.",
        }
    ]
}
"""What the document says of operations that are called once."""


def once(view: View) -> View:
    """Answer a call that was made before with its key as the first time."""

    @wraps(view)
    def remembered(request: Call, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - of any operation
        key = request.headers.get(HEADER)
        if key is None:
            return view(request, *args, **kwargs)
        if len(key) > MAX_KEY_CHARS or not re.fullmatch(KEY, key):
            raise ProblemError(HTTPStatus.BAD_REQUEST, "bad_idempotency_key")
        row = begin_call(request.auth, key, _digest(request))
        if isinstance(row, InTheWay):
            raise _in_the_way(row)
        if row.status is not None:
            response = HttpResponse(row.body, status=row.status, content_type=JSON)
            response.headers["Idempotent-Replayed"] = "true"
            return response
        try:
            response = view(request, *args, **kwargs)
        except BaseException:
            forget_call(row)
            raise
        keep_answer(row, status=response.status_code, body=response.content.decode())
        return response

    return cast("View", remembered)


def _digest(request: Call) -> str:
    called = f"{request.method} {request.get_full_path()}".encode()
    return sha256(b"\0".join([called, request.body])).hexdigest()


def _in_the_way(row: InTheWay) -> ProblemError:
    if row.is_other:
        detail = _("This key was sent with another call. Send a new key.")
        return ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "idempotency_key_reused", detail)
    detail = _("The same call still runs. Wait for its answer.")
    return ProblemError(HTTPStatus.CONFLICT, "still_running", detail)
