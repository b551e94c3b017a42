"""From bytes to text, JSON values and the files of an archive, within limits."""

import codecs
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, NoReturn

from aligner_core.errors import FormatError
from aligner_core.formats.notes import Note, sentence
from aligner_core.formats.reading import Row

MAX_FILE_BYTES = 20 * 1024 * 1024
"""The most that is read at once: of a file, of what an archive unpacks to, of a line of JSONL."""
MAX_DEPTH = 32
MAX_MEMBERS = 100_000
ZIP = b"PK\x03\x04"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Only these unpack within a limit."""
_CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_READABLE = re.compile(r"(?!.*(?:^|/)[._]).*\.(?:jsonl?|ndjson|csv|tsv|txt|md)", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{|\[\s*[\[{"\]])')
_BLANK = " \t\r\n"


def decoded(given: bytes | str) -> str:
    """Return a file as text, without its byte order mark; UTF-16 is read where a mark says it.

    Raises:
        FormatError: it is too large or not in UTF-8.

    """
    if len(given) > MAX_FILE_BYTES:
        refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
    if isinstance(given, str):
        return given.removeprefix("\ufeff")
    wide = given.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return given.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        refuse_file("not_utf8", params={"position": error.start})


def json_value(text: str) -> object:
    """Return one JSON document as a value.

    Raises:
        FormatError: it is not JSON, or too deep, or has a number that is none.

    """
    try:
        value = json.loads(text, parse_constant=_refuse_number, parse_float=_finite)
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        refuse_file("not_json", f"line {error.lineno}, column {error.colno}")
    except RecursionError:
        refuse_file("json_too_deep", params={"limit": MAX_DEPTH})
    except ValueError:
        refuse_file("number_too_long")
    if _is_deeper(value, MAX_DEPTH):
        refuse_file("json_too_deep", params={"limit": MAX_DEPTH})
    return value


def begins_as_json(text: str) -> bool:
    """Whether a text begins as JSON does; a transcript may begin with a name or a time in brackets."""
    return _JSON.match(text) is not None


def is_jsonl(text: str) -> bool:
    """Whether a text is JSON in lines: its first line is a whole object, or its second is where the first is broken."""
    lines = (line for line in io.StringIO(text) if line.strip(_BLANK))
    first, second = next(lines, ""), next(lines, "")
    return bool(second) and first.lstrip(_BLANK).startswith("{") and (_is_object(first) or _is_object(second))


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


def numbered_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers; of a line that is too long no more than says so."""
    number = 0
    while line := file.readline(MAX_FILE_BYTES + 1):
        number += 1
        yield number, line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_FILE_BYTES + 1)


def unpacked(archive: IO[bytes]) -> tuple[dict[str, bytes], int]:
    """Return the files of an archive that can be read, by name, and the number of those that were left.

    These are the conversations of an export, or else the only file of a kind that can be read. Nothing is written, and
    no more is unpacked than the limit.

    Raises:
        FormatError: the archive is broken or locked, has nothing to read, or unpacks to too much.

    """
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist()[:MAX_MEMBERS] if not member.is_dir()]
            wanted = _wanted(members)
            held, left = dict[str, bytes](), MAX_FILE_BYTES
            for member in wanted:
                held[member.filename] = _member(opened, member, left)
                left -= len(held[member.filename])
    except FormatError:
        raise
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, LookupError) as error:
        refuse_file("archive_unreadable", params={"value": str(error) or type(error).__name__})
    return held, len(members) - len(wanted)


def refuse_file(code: str, where: str = "", params: Mapping[str, object] | None = None) -> NoReturn:
    """Refuse a file.

    Raises:
        FormatError: always, with the sentence of *code*.

    """
    raise FormatError(sentence(code, where, params or {}), code, where, params)


def _wanted(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    exported = [member for member in members if _CONVERSATIONS.fullmatch(member.filename)]
    readable = [member for member in members if _READABLE.fullmatch(member.filename)]
    wanted = sorted(exported, key=lambda member: member.filename) or (readable if len(readable) == 1 else [])
    if not wanted:
        refuse_file("nothing_in_archive", params={"value": ", ".join(member.filename for member in members[:5])})
    return wanted


def _member(opened: zipfile.ZipFile, member: zipfile.ZipInfo, limit: int) -> bytes:
    if member.compress_type not in _METHODS:
        refuse_file("archive_unreadable", member.filename, {"value": f"compression {member.compress_type}"})
    with opened.open(member) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        refuse_file("file_too_large", member.filename, {"limit": MAX_FILE_BYTES})
    return content


def _is_object(line: str) -> bool:
    try:
        return isinstance(json_value(line), dict)
    except FormatError:
        return False


def _is_deeper(value: object, limit: int) -> bool:
    """Whether a value is nested deeper than *limit*; level by level, so that no depth exhausts the stack."""
    level, depth = _containers([value]), 0
    while level and depth <= limit:
        depth += 1
        level = _containers([child for item in level for child in (item.values() if isinstance(item, dict) else item)])
    return depth > limit


def _containers(values: list[object]) -> list[dict[str, object] | list[object]]:
    return [value for value in values if isinstance(value, dict | list)]


def _refuse_number(name: str) -> NoReturn:
    refuse_file("not_a_number", params={"value": name})


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        _refuse_number(text)
    return number
