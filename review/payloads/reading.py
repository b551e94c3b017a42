"""From bytes to a JSON value: what cannot be read, is too large or too deep is refused here."""

import json
from typing import NoReturn

from django.conf import settings

from review.domain.errors import Problem, UploadRefusedError


def read_json(data: bytes) -> object:
    """Return one JSON document as a value.

    Raises:
        UploadRefusedError: it is not JSON in UTF-8, or exceeds a limit; the problem names the position.

    """
    if len(data) > settings.REVIEW_MAX_FILE_BYTES:
        _refuse("file_too_large", limit=settings.REVIEW_MAX_FILE_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse("not_utf8", position=error.start)
    return read_json_text(text)


def read_json_text(text: str) -> object:
    """Return one JSON document as a value, from decoded text.

    Raises:
        UploadRefusedError: it is not JSON, or too deep.

    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        _refuse("not_json", line=error.lineno, column=error.colno)
    except RecursionError:
        _refuse("json_too_deep", limit=settings.REVIEW_MAX_JSON_DEPTH)
    except ValueError:
        _refuse("number_too_long")
    if _is_deeper(value, settings.REVIEW_MAX_JSON_DEPTH):
        _refuse("json_too_deep", limit=settings.REVIEW_MAX_JSON_DEPTH)
    return value


def _is_deeper(value: object, limit: int) -> bool:
    """Return whether a value is nested deeper than *limit*; level by level, so that no depth exhausts the stack."""
    level, depth = _containers([value]), 0
    while level and depth <= limit:
        depth += 1
        level = _containers([child for item in level for child in (item.values() if isinstance(item, dict) else item)])
    return depth > limit


def _containers(values: list[object]) -> list[dict[str, object] | list[object]]:
    return [value for value in values if isinstance(value, dict | list)]


def _refuse(code: str, **params: object) -> NoReturn:
    raise UploadRefusedError(Problem(code, "", params))


def _refuse_constant(name: str) -> NoReturn:
    _refuse("not_a_number", name=name)


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        _refuse("not_a_number", name=text)
    return number
