"""Parse bytes as JSON; refuse input that is unreadable, too large or too deep."""

from typing import NoReturn

from django.conf import settings

from aligner_core.formats import FormatError, json_value
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
        return json_value(text, max_depth=settings.REVIEW_MAX_JSON_DEPTH)
    except FormatError as error:
        raise UploadRefusedError(Problem(error.code, "", error.params)) from error


def _refuse(code: str, **params: object) -> NoReturn:
    raise UploadRefusedError(Problem(code, "", params))
