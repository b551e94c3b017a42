"""Texts that every database keeps, and problems that can be shown. Private to the payloads."""

from collections.abc import Iterable
from typing import Any

from aligner_core import ExtractionError, Note, first_unstorable
from review.errors import Problem

LONGEST_NAME = 200


def storable(value: object) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """Give the same JSON value with NUL and lone surrogates written as escapes, which every database keeps."""
    match value:
        case str():
            return escaped(value)
        case dict():
            return {escaped(key): storable(item) for key, item in value.items()}
        case list():
            return [storable(item) for item in value]
        case _:
            return value


def escaped(text: str) -> str:
    r"""Write NUL and lone surrogates as ``\u0000`` and ``\ud800``."""
    if first_unstorable(text) is None:
        return text
    return "".join(char if first_unstorable(char) is None else f"\\u{ord(char):04x}" for char in text)


def problem_of(error: ExtractionError) -> Problem:
    """Give what a parser refuses as a problem that can be shown."""
    return Problem(error.code, escaped(error.where), storable(error.params))


def storable_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Clean the notes too: they name fields as they came."""
    return tuple(Note(code=note.code, where=escaped(note.where), params=storable(note.params)) for note in notes)
