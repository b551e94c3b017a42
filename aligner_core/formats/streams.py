"""The entry points of the readers: a file as a whole, or part by part."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader, BytesIO, StringIO
from itertools import chain, islice
from pathlib import PurePath
from types import NoneType
from typing import IO

from aligner_core.errors import ExtractionError, FormatError, require_type
from aligner_core.formats.archives import ZIP, Member, names_in, opened, unpacked
from aligner_core.formats.decoding import (
    MAX_FILE_BYTES,
    are_json_lines,
    begins_as_json,
    begins_as_json_array,
    is_jsonl,
    is_legacy,
    json_rows,
    json_value,
    looked_into,
    notes_on_encoding,
    numbered_lines,
    refuse_file,
    told,
)
from aligner_core.formats.encodings import marked
from aligner_core.formats.event_streams import answer_in
from aligner_core.formats.json_array import JsonArray
from aligner_core.formats.mapped import mapped_rows, mapped_text
from aligner_core.formats.mapping import FieldMapping
from aligner_core.formats.mending import fenced_json, mended_json
from aligner_core.formats.notes import Note
from aligner_core.formats.office import WORD, document_stream
from aligner_core.formats.own_bundle import bundle_stream
from aligner_core.formats.own_export import OWN_EXPORT
from aligner_core.formats.reading import MAX_ITEMS, Part, Parts, Reading, Row, TextRead, TextReader
from aligner_core.formats.registry import (
    SAMPLE_ROWS,
    TEXT_READERS,
    decision_of,
    known_formats,
    refuse_nearest,
    refuse_seen,
    refuse_text,
    refuse_unknown,
)
from aligner_core.formats.row_streams import Stream, decided_stream, rows_stream
from aligner_core.formats.shapes import Misfit, at
from aligner_core.formats.sights import sight_of_bytes, sight_of_text
from aligner_core.formats.slack import SLACK
from aligner_core.formats.slack_archive import slack_stream

_SAMPLE_LINES = 2
"""How many lines show whether a file is JSON in lines."""
_NAMES_SHOWN = 3
_MARK = BOM_UTF8.decode("latin-1")


def read(
    data: bytes | str,
    *,
    name: str | None = None,
    wanted: str | None = None,
    max_parts: int = MAX_ITEMS,
    mapping: FieldMapping | None = None,
) -> Reading:
    """Return what a file holds: sessions, extractions, claims without quotes, and notes on what is left out.

    The name of the file decides nothing; it is the title of a table or a transcript. The texts of messages are those of
    the file. Offsets are not taken: those that are wrong are noted. With the name of a *wanted* format, one of
    `known_formats`, the file is read as that or refused, whatever else it may look like; with a *mapping* its rows are
    read by that. One with more than *max_parts* conversations, extractions and lines that cannot be read is refused.

    Raises:
        FormatError: no reader knows the file, something in it cannot be read, or it exceeds a limit; what is known and
            the place are in the error.

    >>> reading = read('[{"role": "user", "content": "How long?"}, {"role": "assistant", "content": null}]')
    >>> reading.rule, [message.content for message in reading.sessions[0].messages]
    ('OpenAI chat: a list of messages with the roles of OpenAI', ['How long?', ''])

    """
    require_type(data, (bytes, str), "data")
    require_type(name, (str, NoneType), "name")
    require_type(wanted, (str, NoneType), "wanted")
    require_type(max_parts, int, "max_parts")
    require_type(mapping, (FieldMapping, NoneType), "mapping")
    title = PurePath(name or "").stem
    try:
        if mapping is not None:
            return _whole(_mapped(data, title, mapping), max_parts)
        document = document_stream(data, title) if isinstance(data, bytes) and wanted is None else None
        if document is not None:
            return _whole(document, max_parts)
        if isinstance(data, bytes) and data.startswith(ZIP):
            return _archive(data, title, wanted, max_parts)
        return _whole(_told_stream(data, title, wanted=wanted), max_parts)
    except ExtractionError as error:
        raise _with_known(error) from error


def read_stream(file: IO[bytes], *, name: str | None = None, mapping: FieldMapping | None = None) -> Stream:
    r"""Return what a file that is open for reading bytes holds, part by part.

    JSON in lines is read line by line, a JSON array item by item, an archive as it is unpacked: a file of any size
    needs no more memory than its longest lines or items. A log of Claude Code is one conversation, and its
    words are kept; so are those of rows that are read by a *mapping*. Other files are read whole, within the limit of
    `read`. The file must stay open, and in place, while parts are read. A part without a session or an extraction has
    the notes on what could not be read. The notes on the whole file are those of the stream, and of its first part.

    Raises:
        FormatError: no reader knows the file, something in it cannot be read, or it exceeds a limit; also while parts
            are read.

    >>> lines = b'{"sessionId": "a", "messages": ["One."]}\n{"sessionId": "b", "messages": ["Two."]}'
    >>> [part.session.session_id for part in read_stream(BytesIO(lines)).parts]
    ['a', 'b']

    """
    require_type(name, (str, NoneType), "name")
    require_type(file.read(0), bytes, "what is read from file")
    title = PurePath(name or "").stem
    require_type(mapping, (FieldMapping, NoneType), "mapping")
    start = file.tell() if file.seekable() else None
    looked = looked_into(file.read)
    try:
        if mapping is not None:
            stream = _mapped_file(looked, title, mapping)
        elif not looked.peek().startswith(ZIP):
            stream = _file_stream(looked, title)
        elif start is None:
            stream = _packed_stream(BytesIO(_all_of(looked)), title)
        else:
            file.seek(start)
            stream = _packed_stream(file, title)
    except ExtractionError as error:
        raise _with_known(error) from error
    first = [Part(notes=stream.notes)] if stream.notes else []
    return replace(stream, parts=_read_on(chain(first, stream.parts)))


def _mapped(data: bytes | str, title: str, mapping: FieldMapping) -> Stream:
    """Return the stream of a file that is read by a mapping; of an archive, of the file that can be read."""
    if not isinstance(data, bytes) or not data.startswith(ZIP):
        text, encoding = told(data)
        return replace(mapped_text(text, title, mapping), notes=notes_on_encoding(encoding))
    files, left = unpacked(BytesIO(data))
    streams = [_mapped(content, title, mapping) for content in files.values()]
    parts = chain.from_iterable(stream.parts for stream in streams)
    notes = (*_left_in_archive(left), *(note for stream in streams for note in stream.notes))
    return replace(streams[0], parts=parts, notes=notes)


def _mapped_file(file: BufferedReader, title: str, mapping: FieldMapping) -> Stream:
    """Return the stream of an open file that is read by a mapping; rows in an array or in lines are read one by one."""
    start = file.peek()
    if mapping.layout == "rows" and begins_as_json_array(start):
        return mapped_rows(_until_broken(iter(JsonArray(file))), title, mapping)
    lines = numbered_lines(file)
    head = _first_lines(lines) if begins_as_json(start.decode("latin-1").removeprefix(_MARK)) else []
    sample = [line for _, line in head if line.strip()]
    if mapping.layout == "rows" and len(sample) == _SAMPLE_LINES and are_json_lines(*sample):
        return mapped_rows(json_rows(chain(head, lines)), title, mapping)
    return _mapped(b"".join(line for _, line in head) + _all_of(file), title, mapping)


def _file_stream(file: BufferedReader, title: str, where: str = "") -> Stream:
    """Return the stream of one file that is no archive."""
    start = file.peek()
    if sight_of_bytes(start) is not None:
        data = _all_of(file)
        return document_stream(data, title) or _told_stream(data, title, where)
    if is_legacy(start):
        return _told_stream(_all_of(file), title, where)
    if begins_as_json_array(start):
        return _array_stream(file, where)
    if marked(start) is not None:
        return _told_stream(_all_of(file), title, where)
    lines = numbered_lines(file)
    head = _first_lines(lines) if begins_as_json(start.decode("latin-1").removeprefix(_MARK)) else []
    sample = [line for _, line in head if line.strip()]
    if len(sample) == _SAMPLE_LINES and are_json_lines(*sample):
        return rows_stream(json_rows(chain(head, lines), where))
    return _told_stream(b"".join(line for _, line in head) + _all_of(file), title, where)


def _told_stream(data: bytes | str, title: str, where: str = "", *, wanted: str | None = None) -> Stream:
    """Return the stream of the text of a file, with a note on its encoding where that is not UTF-8."""
    text, encoding = told(data)
    stream = _text_stream(text, title, where, wanted=wanted)
    return replace(stream, notes=(*notes_on_encoding(encoding, where), *stream.notes))


def _first_lines(lines: Iterator[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Return the first lines, up to the two that show whether a file is JSON in lines."""
    head, filled = list[tuple[int, bytes]](), 0
    for number, line in lines:
        head.append((number, line))
        filled += bool(line.strip())
        if filled == _SAMPLE_LINES:
            break
    return head


def _all_of(file: BufferedReader) -> bytes:
    """Return the rest of a file; one that is too large is cut just past the limit."""
    return file.read(MAX_FILE_BYTES + 1)


def _array_stream(file: BufferedReader, where: str) -> Stream:
    """Return the stream of the items of an array; of one that is a single value, such as a list of messages, all of it.

    An array that is broken ends with a note once its format is known.
    """
    array = JsonArray(file, where)
    rows = iter(array)
    sample = list(islice(rows, SAMPLE_ROWS))
    decision = decision_of(sample, (_joined(sample, where),))
    if len(sample) < SAMPLE_ROWS or (decision is not None and decision.is_whole):
        held = [*sample, *_bounded(rows, array)]
        return rows_stream(iter(held), whole=(_joined(held, where),))
    if decision is None:
        refuse_unknown((_joined(sample, where), *sample))
    return decided_stream(decision._replace(rows=chain(sample, _until_broken(rows))))


def _joined(rows: list[Row], where: str) -> Row:
    return Row(where, [row.value for row in rows])


def _bounded(rows: Iterator[Row], array: JsonArray) -> Iterator[Row]:
    for row in rows:
        if array.bytes_read > MAX_FILE_BYTES:
            refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
        yield row


def _until_broken(rows: Iterator[Row]) -> Iterator[Row]:
    """Yield rows, and a note where they cannot be read any further."""
    try:
        yield from rows
    except FormatError as error:
        yield Row(error.where, None, Note(code="unreadable_rest", where=error.where, params={"value": error.message}))


def _packed_stream(archive: IO[bytes], title: str) -> Stream:
    """Return the stream of an archive, or of a Word document, which is packed as one."""
    if WORD not in names_in(archive):
        return _archive_stream(archive, title)
    archive.seek(0)
    document = document_stream(archive.read(MAX_FILE_BYTES + 1), title)
    return document or _archive_stream(archive, title)


def _archive_stream(archive: IO[bytes], title: str) -> Stream:
    """Return the stream of the files of an archive, of which each is unpacked as it is read."""
    exported = bundle_stream(archive) or slack_stream(archive)
    if exported is not None:
        return exported
    members = opened(archive)
    first = _member_stream(next(members.files), title)

    def parts() -> Parts:
        yield from first.parts
        for member in members.files:
            stream = _member_stream(member, title)
            _check_same_format(member.name, stream, first)
            yield from (Part(notes=(note,)) for note in stream.notes)
            yield from stream.parts
        yield from (Part(notes=(note,)) for note in _left_in_archive(members.left))

    return Stream(first.format, _archive_rule(first.rule, members.names), first.counting, parts(), first.notes)


def _member_stream(member: Member, title: str) -> Stream:
    return _file_stream(member.file, title, f"{member.name}: ")


def _whole(stream: Stream, max_parts: int, notes: tuple[Note, ...] = ()) -> Reading:
    parts = tuple(islice(stream.parts, max_parts + 1))
    if len(parts) > max_parts:
        refuse_file("too_many_items", parts[-1].where, {"limit": max_parts})
    noted = (*stream.notes, *notes)
    return Reading(format=stream.format, rule=stream.rule, counting=stream.counting, parts=parts, file_notes=noted)


def _archive(data: bytes, title: str, wanted: str | None, max_parts: int) -> Reading:
    """Return what the files of an archive hold: conversations may be in several."""
    exported = bundle_stream(BytesIO(data)) if wanted in {None, OWN_EXPORT.name} else None
    exported = exported or (slack_stream(BytesIO(data)) if wanted in {None, SLACK.name} else None)
    if exported is not None:
        return _whole(exported, max_parts)
    files, left = unpacked(BytesIO(data))
    streams = {name: _told_stream(content, title, f"{name}: ", wanted=wanted) for name, content in files.items()}
    first = next(iter(streams.values()))
    for name, stream in streams.items():
        _check_same_format(name, stream, first)
    parts = chain.from_iterable(stream.parts for stream in streams.values())
    rule = _archive_rule(first.rule, list(files))
    notes = tuple(note for stream in streams.values() for note in stream.notes)
    return _whole(Stream(first.format, rule, first.counting, parts, notes), max_parts, _left_in_archive(left))


def _check_same_format(name: str, stream: Stream, first: Stream) -> None:
    if stream.format != first.format:
        refuse_file("files_differ", name)


def _archive_rule(rule: str, names: list[str]) -> str:
    return f"{rule}, in {', '.join(f'`{name}`' for name in names[:_NAMES_SHOWN])} of the archive"


def _left_in_archive(count: int) -> tuple[Note, ...]:
    params = {"kind": "file of the archive", "count": count}
    return (Note(code="left_out", where="", params=params),) if count else ()


def _text_stream(text: str, title: str, where: str = "", *, wanted: str | None = None) -> Stream:
    if not text.strip():
        refuse_file("empty_file")
    if any(reader.name == wanted for reader in TEXT_READERS):
        return _other_text(text, title, wanted)
    if not begins_as_json(text):
        return _wrapped_or_other(text, title, where, wanted)
    if is_jsonl(text):
        return rows_stream(json_rows(enumerate(StringIO(text), start=1), where), wanted=wanted)
    return _json_stream(text, where, wanted)


def _json_stream(text: str, where: str, wanted: str | None) -> Stream:
    """Return the stream of one JSON document; one that is broken as people break it is mended, and noted."""
    try:
        return _value_stream(json_value(text), where, wanted)
    except FormatError as error:
        mended = mended_json(text) if error.code == "not_json" else None
        if mended is None:
            refuse_seen(sight_of_text(text))
            raise
        try:
            value = json_value(mended.text)
        except FormatError:
            raise error from None
        note = Note(code="json_mended", where=where, params={"value": mended.without})
        return replace(_value_stream(value, where, wanted), notes=(note,))


def _value_stream(value: object, where: str, wanted: str | None) -> Stream:
    items = value if isinstance(value, list) else []
    rows = (Row(at(where, place), item) for place, item in enumerate(items))
    return rows_stream(rows, whole=(Row(where, value),), wanted=wanted)


def _wrapped_or_other(text: str, title: str, where: str, wanted: str | None) -> Stream:
    """Return the stream of events that make an answer, of another text, or of JSON in a code block."""
    answer = answer_in(text)
    if answer is not None:
        note = Note(code="from_events", where=where, params={"count": answer.events})
        return replace(_value_stream(answer.value, where, wanted), notes=(note,))
    fenced = fenced_json(text)
    if fenced is None:
        return _other_text(text, title, wanted)
    try:
        return _other_text(text, title, wanted)
    except FormatError:
        stream = _text_stream(fenced.text, title, where, wanted=wanted)
        params = {"kind": "line around the code block", "count": fenced.around}
        left = (Note(code="left_out", where=where, params=params),) if fenced.around else ()
        return replace(stream, notes=(Note(code="from_code_block", where=where), *left, *stream.notes))


def _other_text(text: str, title: str, wanted: str | None) -> Stream:
    misfits = list[tuple[TextReader, Misfit]]()
    for reader in TEXT_READERS:
        if wanted not in {None, reader.name}:
            continue
        found = reader.read(text, title)
        if isinstance(found, TextRead):
            return Stream(reader.name, f"{reader.title}: {found.rule}", found.counting, iter((found.part,)))
        misfits.append((reader, found))
    nearest = max(misfits, key=lambda pair: pair[1].depth, default=None)
    return refuse_nearest(nearest) if wanted is not None else refuse_text(text, nearest)


def _read_on(parts: Parts) -> Parts:
    """Yield parts; what cannot be read is an error of the file."""
    try:
        yield from parts
    except ExtractionError as error:
        raise _with_known(error) from error


def _with_known(error: ExtractionError) -> FormatError:
    known = {one.title: one.example for one in known_formats()}
    return FormatError(error.message, error.code, error.where, error.params, known)
