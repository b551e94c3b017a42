"""Read what programs send: JSON by the reader of uploads, with its limits, whatever an operation makes of it."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from review.api.problems import ProblemError
from review.domain.errors import UploadRefusedError
from review.payloads import read_json
from review.wording import problem_sentence


class OneReader(Parser):
    """The parser of all bodies."""

    def parse_body(self, request: HttpRequest) -> Any:  # noqa: ANN401 - JSON
        """Return the body as a value."""
        return json_body(request)


def json_body(request: HttpRequest) -> object:
    """Return the body of a request as a value.

    Raises:
        ProblemError: it is not JSON in UTF-8, or exceeds a limit.

    """
    return json_value(request.body)


def json_value(data: bytes) -> object:
    """Return bytes as a value.

    Raises:
        ProblemError: they are not JSON in UTF-8, or exceed a limit.

    """
    try:
        return read_json(data)
    except UploadRefusedError as error:
        [problem] = error.problems
        is_large = problem.code == "file_too_large"
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if is_large else HTTPStatus.BAD_REQUEST
        raise ProblemError(status, problem.code, problem_sentence(problem)) from error
