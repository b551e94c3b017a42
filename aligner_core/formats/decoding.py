"""Decodes bytes to text and JSON values, within limits."""

import codecs
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import IO, Any, NoReturn

from aligner_core.errors import FormatError
from aligner_core.formats.encodings import Decoded, is_wide, marked, recognized
from aligner_core.formats.notes import Note, sentence
from aligner_core.formats.reading import Row
from aligner_core.formats.sights import sight_of_bytes

MAX_FILE_BYTES = 20 * 1024 * 1024
"""The most that is read at once: of a file, of what an archive unpacks to, of a line of JSONL."""
MAX_DEPTH = 32
MAX_CONTAINERS = 1_000_000
"""The most lists and objects that are made of one JSON document: empty ones take thirty times the memory of a text."""
PEEKED_BYTES = 1 << 16
"""How much of a file is looked at to see what it begins with."""
_JSON = re.compile(r'\s*(?:\{|\[\s*[\[{"\]])')
_BLANK = " \t\r\n"
_CONTAINER = re.compile(r"[\[{:,](?=\s*[\[{])")
"""What stands before a list or an object in another one; inside of texts it is rare."""
_CUT_CHARACTER = "unexpected end of data"
"""Python's reason why bytes are not UTF-8 where they end inside a character."""


def decoded(given: bytes | str) -> str:
    """Return a file as text, without its byte order mark.

    Raises:
        FormatError: as `told`.

    """
    return told(given).text


def told(given: bytes | str) -> Decoded:
    """Return a file as text, without its byte order mark, with its encoding where that was recognized.

    JSON that ends inside a character, as a log does while it is written, is not broken before its last line.

    Raises:
        FormatError: it is too large, in no encoding that is recognized, or of a kind that is no text.

    """
    if len(given) > MAX_FILE_BYTES:
        refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
    if isinstance(given, str):
        return Decoded(given.removeprefix("\ufeff"), "")
    seen = sight_of_bytes(given)
    if seen is not None:
        refuse_file(seen.code, params={"kind": seen.kind})
    mark = marked(given)
    if mark is None and is_wide(given) and (wide := recognized(given)) is not None:
        return wide
    try:
        return Decoded(given.decode(mark or "utf-8-sig"), mark.upper() if mark else "")
    except UnicodeDecodeError as error:
        whole = codecs.getincrementaldecoder("utf-8-sig")("replace").decode(given)
        if mark is None and error.reason == _CUT_CHARACTER and begins_as_json(whole):
            return Decoded(f"{whole}\N{REPLACEMENT CHARACTER}", "")
        found = recognized(given) if mark is None else None
        return found or refuse_file("not_utf8", params={"position": error.start})


def is_legacy(start: bytes) -> bool:
    """Whether the first bytes of a file are in an encoding of its own, which is no UTF-8 and has no mark."""
    lines = start[: start.rfind(b"\n") + 1] or start
    return marked(start) is None and (is_wide(start) or (not is_utf8(lines) and recognized(lines) is not None))


def is_utf8(start: bytes) -> bool:
    """Whether bytes are UTF-8, but for a character that is cut at their end."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True


def notes_on_encoding(encoding: str, where: str = "") -> tuple[Note, ...]:
    """Return the note on a text that is not in UTF-8."""
    return (Note(code="decoded_from", where=where.removesuffix(": "), params={"kind": encoding}),) if encoding else ()


def json_value(text: str, *, max_depth: int = MAX_DEPTH) -> object:
    """Return one JSON document as a value.

    Raises:
        FormatError: it is not JSON, too deep, of too many lists and objects, or has a number that cannot be read.

    >>> json_value('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}

    """
    if text.count("{") + text.count("[") > MAX_CONTAINERS and _has_more_containers(text, MAX_CONTAINERS):
        refuse_file("too_many_items", params={"limit": MAX_CONTAINERS})
    try:
        value: object = parsed(DECODER.decode, text, limit=max_depth)
    except json.JSONDecodeError as error:
        params = {"line": error.lineno, "column": error.colno}
        refuse_file("not_json", "line {line}, column {column}".format_map(params), params)
    if is_deeper(value, max_depth):
        refuse_file("json_too_deep", params={"limit": max_depth})
    return value


def parsed(parse: Callable[..., Any], *given: object, limit: int, where: str = "") -> Any:  # noqa: ANN401 - what is parsed
    """Return what a method of `DECODER` makes of JSON.

    Raises:
        FormatError: it is far too deep, or has a number that cannot be read.
        JSONDecodeError: it is not JSON.

    """
    try:
        return parse(*given)
    except (FormatError, json.JSONDecodeError):
        raise
    except RecursionError:
        refuse_file("json_too_deep", where, {"limit": limit})
    except ValueError:
        refuse_file("number_too_long", where)


def is_deeper(value: object, limit: int) -> bool:
    """Whether a value is nested deeper than *limit*; level by level, so that no depth exhausts the stack.

    >>> is_deeper([[1], {}], 2), is_deeper([[1], {"a": []}], 2)
    (False, True)
    """
    level, depth = _containers([value]), 0
    while level and depth <= limit:
        depth += 1
        level = _containers([child for item in level for child in (item.values() if isinstance(item, dict) else item)])
    return depth > limit


def begins_as_json(text: str) -> bool:
    """Whether a text begins as JSON does; a transcript may begin with a name or a time in brackets."""
    return _JSON.match(text) is not None


def begins_as_json_array(start: bytes) -> bool:
    """Whether the first bytes of a file begin an array of JSON."""
    text = start.decode(marked(start) or "utf-8-sig", "replace").lstrip(_BLANK)
    return text.startswith("[") and begins_as_json(text)


def is_jsonl(text: str) -> bool:
    """Whether a text is JSON in lines."""
    lines = (line for line in io.StringIO(text) if line.strip(_BLANK))
    return are_json_lines(next(lines, ""), next(lines, ""))


def are_json_lines(first: bytes | str, second: bytes | str) -> bool:
    """Whether a file begins as JSON in lines: a whole object is its first line, or its second where that is broken."""
    return bool(second) and _begins_object(first) and (_is_object(first) or _is_object(second))


def json_rows(lines: Iterable[tuple[int, bytes | str]], where: str = "") -> Iterator[Row]:
    """Yield the values of JSONL, one a line that is not blank; a line that cannot be read has a note."""
    for number, line in lines:
        try:
            text = decoded(line)
            if text.strip(_BLANK):
                yield Row(f"{where}line {number}: ", json_value(text))
        except FormatError as error:
            place = f"{where}line {number}"
            yield Row(f"{place}: ", None, Note(code="unreadable_line", where=place, params={"value": error.message}))


def looked_into(read: Callable[[int], bytes]) -> io.BufferedReader:
    """Return what *read* reads as a file that can be looked into with `peek`; nothing is closed with it."""
    return io.BufferedReader(_Raw(read), PEEKED_BYTES)


def numbered_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers; a line that is too long is cut just past the limit."""
    number = 0
    while line := file.readline(MAX_FILE_BYTES + 1):
        number += 1
        yield number, line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_FILE_BYTES + 1)


def refuse_file(code: str, where: str = "", params: Mapping[str, object] | None = None) -> NoReturn:
    """Refuse a file.

    Raises:
        FormatError: always, with the sentence of *code*.

    """
    raise FormatError(sentence(code, where, params or {}), code, where, params)


class _Raw(io.RawIOBase):
    """A raw file made of a function that reads bytes."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - typeshed's type of a buffer cannot be sized
        data = self._read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _begins_object(line: bytes | str) -> bool:
    text = line if isinstance(line, str) else line.removeprefix(codecs.BOM_UTF8).decode("latin-1")
    return text.lstrip(_BLANK).startswith("{")


def _is_object(line: bytes | str) -> bool:
    try:
        return isinstance(json_value(decoded(line)), dict)
    except FormatError:
        return False


def _has_more_containers(text: str, limit: int) -> bool:
    return next(islice(_CONTAINER.finditer(text), limit, None), None) is not None


def _containers(values: list[object]) -> list[dict[str, object] | list[object]]:
    return [value for value in values if isinstance(value, dict | list)]


def _refuse_number(name: str) -> NoReturn:
    refuse_file("not_a_number", params={"name": name})


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        _refuse_number(text)
    return number


DECODER = json.JSONDecoder(parse_constant=_refuse_number, parse_float=_finite)
"""A JSON decoder that refuses NaN and infinities."""
