"""The doors to the readers: a file as a whole, or part by part."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import chain, islice
from pathlib import PurePath
from types import NoneType
from typing import IO

from aligner_core.errors import ExtractionError, FormatError, require_type
from aligner_core.formats.decoding import (
    MAX_FILE_BYTES,
    ZIP,
    begins_as_json,
    decoded,
    is_jsonl,
    json_rows,
    json_value,
    numbered_lines,
    refuse_file,
    unpacked,
)
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import (
    Counting,
    Part,
    Parts,
    Reader,
    Reading,
    Row,
    RowVariant,
    TextRead,
    TextReader,
    Variant,
)
from aligner_core.formats.registry import (
    SAMPLE_ROWS,
    TEXT_READERS,
    Decision,
    decision_of,
    known_formats,
    refuse_nearest,
    refuse_unknown,
)
from aligner_core.formats.shapes import Misfit, at

_LINES_THAT_SAY = 2
"""How many lines show whether a file is JSON in lines."""
_NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Stream:
    """A file that is read part by part: its format, the rule that decided, how indices are counted, and its parts."""

    format: str
    rule: str
    counting: Counting
    parts: Iterator[Part]


def read(data: bytes | str, *, name: str | None = None) -> Reading:
    """Return what a file holds: sessions, extractions, claims without quotes, and notes on what is left out.

    The name of the file decides nothing; it is the title of a table or a transcript. The texts of messages are those of
    the file. Offsets are not taken: those that are wrong are told.

    Raises:
        FormatError: no reader knows the file, or it exceeds a limit; what is known and the place are in the error.
        ExtractionError: the file is in our own form, and something in it cannot be read.

    >>> reading = read('[{"role": "user", "content": "How long?"}, {"role": "assistant", "content": null}]')
    >>> reading.rule, [message.content for message in reading.sessions[0].messages]
    ('OpenAI chat: a list of messages with the roles of OpenAI', ['How long?', ''])

    """
    require_type(data, (bytes, str), "data")
    require_type(name, (str, NoneType), "name")
    title = PurePath(name or "").stem
    try:
        if isinstance(data, bytes) and data.startswith(ZIP):
            return _archive(data, title)
        return _whole(_text_stream(decoded(data), title))
    except FormatError as error:
        raise _with_known(error) from error


def read_stream(file: IO[bytes], *, name: str | None = None) -> Stream:
    r"""Return what a file that is open for reading bytes holds, part by part.

    JSON in lines is read line by line, so a file of any size needs no more memory than its longest line; a log of
    Claude Code is one conversation, whose words are kept. Other files are read whole, within the limit of `read`.
    A part without a session or an extraction has the notes on a line that could not be read.

    Raises:
        FormatError: no reader knows the file, or it exceeds a limit.
        ExtractionError: the file is in our own form, and something in it cannot be read.

    >>> lines = b'{"sessionId": "a", "messages": ["One."]}\n{"sessionId": "b", "messages": ["Two."]}'
    >>> [part.session.session_id for part in read_stream(BytesIO(lines)).parts]
    ['a', 'b']

    """
    require_type(name, (str, NoneType), "name")
    lines = numbered_lines(file)
    head, began = list[tuple[int, bytes]](), 0
    for number, line in lines:
        require_type(line, bytes, "a line of file")
        head.append((number, line))
        began += bool(line.strip())
        if began == _LINES_THAT_SAY:
            break
    start = b"".join(line for _, line in head)
    try:
        if _is_in_lines(start):
            return _rows_stream(json_rows(chain(head, lines)))
    except FormatError as error:
        raise _with_known(error) from error
    reading = read(start + file.read(MAX_FILE_BYTES + 1), name=name)
    noted = [Part(notes=reading.file_notes)] if reading.file_notes else []
    return Stream(reading.format, reading.rule, reading.counting, chain(reading.parts, noted))


def _is_in_lines(start: bytes) -> bool:
    try:
        return not start.startswith(ZIP) and is_jsonl(decoded(start))
    except FormatError:
        return False


def _whole(stream: Stream, notes: tuple[Note, ...] = ()) -> Reading:
    return Reading(
        format=stream.format, rule=stream.rule, counting=stream.counting, parts=tuple(stream.parts), file_notes=notes
    )


def _archive(data: bytes, title: str) -> Reading:
    """Return what the files of an archive hold: conversations may be in several."""
    files, left = unpacked(BytesIO(data))
    readings = {name: _whole(_text_stream(decoded(content), title, f"{name}: ")) for name, content in files.items()}
    first = next(iter(readings.values()))
    odd = next((name for name, reading in readings.items() if reading.format != first.format), None)
    if odd is not None:
        refuse_file("files_differ", odd)
    names = ", ".join(f"`{name}`" for name in list(files)[:_NAMES_SHOWN])
    notes = (Note(code="left_out", where="", params={"kind": "file of the archive", "count": left}),) if left else ()
    parts = chain.from_iterable(reading.parts for reading in readings.values())
    return _whole(Stream(first.format, f"{first.rule}, in {names} of the archive", first.counting, parts), notes)


def _text_stream(text: str, title: str, where: str = "") -> Stream:
    if not text.strip():
        refuse_file("empty_file")
    if not begins_as_json(text):
        return _other_text(text, title)
    if is_jsonl(text):
        return _rows_stream(json_rows(enumerate(StringIO(text), start=1), where))
    value = json_value(text)
    items = value if isinstance(value, list) else []
    rows = (Row(at(where, place), item) for place, item in enumerate(items))
    return _rows_stream(rows, whole=(Row(where, value),))


def _rows_stream(rows: Iterator[Row], *, whole: tuple[Row, ...] = ()) -> Stream:
    """Return the stream of rows, or of the one value that holds them."""
    sample = list(islice(rows, SAMPLE_ROWS))
    decision = decision_of(sample, whole)
    if decision is None:
        refuse_unknown(row for row in (*whole, *sample) if row.note is None)
    return _stream(decision if decision.is_whole else decision._replace(rows=chain(sample, rows)))


def _stream(decision: Decision) -> Stream:
    reader, variant, rows, is_whole = decision
    parts = _gathered(variant, rows) if isinstance(variant, RowVariant) else _each(reader, rows, is_whole=is_whole)
    return Stream(reader.name, f"{reader.title}: {variant.rule}", variant.counting, parts)


def _gathered(variant: RowVariant, rows: Iterator[Row]) -> Parts:
    """Yield the parts that all rows make, then the notes on rows that could not be read."""
    unread = list[Note]()

    def readable() -> Iterator[Row]:
        for row in rows:
            if row.note is None:
                yield row
            else:
                unread.append(row.note)

    yield from variant.gather(readable())
    if unread:
        yield Part(notes=tuple(unread))


def _each(reader: Reader, rows: Iterator[Row], *, is_whole: bool) -> Parts:
    for row in rows:
        try:
            yield from _of_row(reader, row)
        except ExtractionError as error:
            if is_whole:
                raise
            yield _unread(row, error.message)


def _of_row(reader: Reader, row: Row) -> Parts:
    if row.note is not None:
        yield Part(where=row.note.where, notes=(row.note,))
        return
    variants = [one for one in reader.variants if isinstance(one, Variant)]
    misfits = [variant.shape.misfit(row.value, row.where) for variant in variants]
    fitting = next((one for one, misfit in zip(variants, misfits, strict=True) if misfit is None), None)
    if fitting is None:
        nearest = max((misfit for misfit in misfits if misfit is not None), key=lambda misfit: misfit.depth)
        yield _unread(row, f"{nearest.where.removesuffix(': ')}: expected {nearest.wanted}.")
    else:
        yield from fitting.read(row.value, row.where)


def _unread(row: Row, reason: str) -> Part:
    where = row.where.removesuffix(": ")
    return Part(where=where, notes=(Note(code="unreadable_item", where=where, params={"value": reason}),))


def _other_text(text: str, title: str) -> Stream:
    misfits = list[tuple[TextReader, Misfit]]()
    for reader in TEXT_READERS:
        found = reader.read(text, title)
        if isinstance(found, TextRead):
            return Stream(reader.name, f"{reader.title}: {found.rule}", found.counting, iter((found.part,)))
        misfits.append((reader, found))
    return refuse_nearest(max(misfits, key=lambda pair: pair[1].depth))


def _with_known(error: FormatError) -> FormatError:
    known = {one.title: one.example for one in known_formats()}
    return FormatError(error.message, error.code, error.where, error.params, known)
