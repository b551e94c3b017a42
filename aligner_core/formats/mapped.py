"""Files of an unknown shape, read by a mapping: rows become messages, and quotes with their claims."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from aligner_core.errors import require_type
from aligner_core.formats.decoding import decoded, refuse_file
from aligner_core.formats.mapping import FieldMapping
from aligner_core.formats.moments import iso_moment
from aligner_core.formats.notes import MAX_SHOWN_TEXT, Note
from aligner_core.formats.reading import (
    MAX_ITEMS,
    Counting,
    Omissions,
    Part,
    Parts,
    Reading,
    Row,
    conversation_of,
    note_on_empty,
    part_of,
)
from aligner_core.formats.row_streams import Stream
from aligner_core.formats.unknown_rows import (
    MAX_ROWS_LOOKED_AT,
    Fields,
    fields_in,
    key_names,
    rows_in,
    text_of,
    value_at,
)
from aligner_core.formats.words import words_of

MAPPED = "mapped"
"""The name of what is read by a mapping, among the formats."""
_MAX_SPEAKER_CHARS = 60
_MAX_DIGITS = 10
_SAMPLES = 3


def mapped_text(text: str, title: str, mapping: FieldMapping) -> Stream:
    """Return the stream of a text that is read by a mapping.

    Raises:
        FormatError: it is empty or no JSON, or holds no rows that the mapping fits.

    """
    if not text.strip():
        refuse_file("empty_file")
    if mapping.layout == "text":
        return Stream(MAPPED, "By a mapping: the text is one message", Counting.ONE_TEXT, iter((_one(text, title),)))
    if mapping.layout == "lines":
        messages = [_turn(line) for line in text.splitlines() if line.strip()]
        part = part_of({"title": title, "messages": messages})
        return Stream(MAPPED, "By a mapping: every line is one message", Counting.MESSAGES, iter((part,)))
    rows = rows_in(text)
    if rows is None:
        refuse_file("no_rows")
    return mapped_rows(rows, title, mapping)


def mapped_rows(rows: Iterator[Row], title: str, mapping: FieldMapping) -> Stream:
    """Return the stream of rows that are read by a mapping.

    Raises:
        FormatError: while parts are read, where no row has what the mapping names.

    """
    named = ", ".join(f"{purpose} from `{key}`" for purpose, key in mapping.keys.items())
    counting = Counting.MESSAGES if mapping.words or mapping.message else Counting.NO_NUMBERS
    return Stream(MAPPED, f"By a mapping: {named}", counting, _parts(rows, title, mapping))


def read_sample(data: bytes | str, mapping: FieldMapping) -> Reading:
    """Return what a mapping makes of the beginning of a file: enough to see whether it is right.

    Raises:
        FormatError: as `mapped_text`.

    """
    require_type(mapping, FieldMapping, "mapping")
    text = decoded(data)
    if mapping.layout == "rows":
        rows = rows_in(text)
        if rows is None:
            refuse_file("no_rows")
        stream = mapped_rows(islice(rows, MAX_ROWS_LOOKED_AT), "", mapping)
    else:
        stream = mapped_text("".join(text.splitlines(keepends=True)[:MAX_ROWS_LOOKED_AT]), "", mapping)
    parts = tuple(stream.parts)
    return Reading(format=stream.format, rule=stream.rule, counting=stream.counting, parts=parts)


def _one(text: str, title: str) -> Part:
    return part_of({"title": title, "messages": [text]})


def _turn(line: str) -> dict[str, str]:
    """Return a line as a message; what stands before its first colon is who speaks, where that is short."""
    name, colon, words = line.partition(":")
    if colon and words.strip() and 0 < len(name.strip()) <= _MAX_SPEAKER_CHARS and not words.startswith("//"):
        return {"name": name.strip(), "content": words.strip()}
    return {"content": line.strip()}


class _Session:
    """The messages and the entries of one session while its rows are read."""

    def __init__(self, name: str, where: str) -> None:
        self.name, self.where = name, where
        self.messages: list[dict[str, str]] = []
        self.places: dict[tuple[str, ...], int] = {}
        self.entries: dict[str, dict[str, Any]] = {}


def _parts(rows: Iterator[Row], title: str, mapping: FieldMapping) -> Parts:
    """Yield the parts of rows: one for each session, and the notes on what was not taken."""
    sessions, unused, unread, count = dict[str, _Session](), _Unused(mapping), list[Note](), 0
    for row in fields_in(rows, mapping.rows):
        if isinstance(row, Row):
            unread.append(row.note or _no_keys(row))
        elif not any(text_of(value_at(row.values, key)) for key in mapping.keys.values()):
            unread.append(_no_keys(row))
        else:
            unused.add(row)
            _take(_session_of(row, sessions, mapping), row, mapping)
            count += 1
        if count + len(unread) > MAX_ITEMS:
            refuse_file("too_many_items", row.where.removesuffix(": "), {"limit": MAX_ITEMS})
    if not sessions:
        refuse_file("mapping_fits_nothing", params={"keys": ", ".join(mapping.keys.values())})
    notes = [*unused.notes(), *unread]
    for session in sessions.values():
        yield _part(session, title, mapping, notes)
        notes = []


def _session_of(row: Fields, sessions: dict[str, _Session], mapping: FieldMapping) -> _Session:
    """Return the session of a row: the one that it names, else that of the list in which it stands."""
    name = _text(row, mapping.session)
    group = "" if mapping.has_quotes else row.group
    return sessions.setdefault(name or group, _Session(name, group or row.where.removesuffix(": ")))


def _no_keys(row: Row | Fields) -> Note:
    where = row.where.removesuffix(": ")
    return Note(code="unreadable_item", where=where, params={"value": "It has none of the keys of the mapping."})


def _take(session: _Session, row: Fields, mapping: FieldMapping) -> None:
    """Add the message of a row, and its claim and quotes, to a session."""
    place = _add_message(session, row, mapping) if mapping.words else None
    if not mapping.has_quotes:
        return
    claim, name = _text(row, mapping.claim), _text(row, mapping.id)
    entry = session.entries.setdefault(name or claim or row.where, _entry(claim, name, row, mapping))
    number = _number(_text(row, mapping.message)) if place is None else place
    for quote in _quotes(row, mapping):
        entry["evidence"].append({"quote": quote} | ({} if number is None else {"messageIndex": number}))


def _add_message(session: _Session, row: Fields, mapping: FieldMapping) -> int | None:
    """Add the message of a row; beside quotes, one that is there already is not added again."""
    content = words_of(value_at(row.values, mapping.words), row.where, Omissions())
    message = {"content": content, **_said(row, mapping)}
    key = tuple(message.values())
    if mapping.has_quotes:
        if not content:
            return None
        if key in session.places:
            return session.places[key]
    session.places[key] = len(session.messages)
    session.messages.append({name: value for name, value in message.items() if value or name == "content"})
    return session.places[key]


def _said(row: Fields, mapping: FieldMapping) -> dict[str, str]:
    given = value_at(row.values, mapping.time) if mapping.time else None
    is_count = isinstance(given, int | float) or (
        isinstance(given, str) and given.strip().replace(".", "", 1).isdigit()
    )
    time = (iso_moment(given) if is_count else "") or text_of(given)
    return {"role": _text(row, mapping.role), "name": _text(row, mapping.speaker), "timestamp": time}


def _entry(claim: str, name: str, row: Fields, mapping: FieldMapping) -> dict[str, Any]:
    """Return an entry without its quotes yet; what it says of its message stands below the claim where that is lost."""
    beside = {purpose: _text(row, getattr(mapping, purpose)) for purpose in ("speaker", "role", "time", "message")}
    if mapping.words:
        beside = {}
    elif _number(beside["message"]) is not None:
        beside["message"] = ""
    beside["session"] = "" if mapping.words else _text(row, mapping.session)
    body = "\n".join(f"{purpose}: {value}" for purpose, value in beside.items() if value)
    return {"entryId": name or None, "type": _text(row, mapping.type), "title": claim, "body": body, "evidence": []}


def _quotes(row: Fields, mapping: FieldMapping) -> Iterator[str]:
    """Yield the quotes of a row: one, or those of a list."""
    given = value_at(row.values, mapping.quote) if mapping.quote else None
    for one in given if isinstance(given, list) else [given]:
        if words := text_of(one):
            yield words


def _text(row: Fields, key: str) -> str:
    return text_of(value_at(row.values, key)).strip() if key else ""


def _number(cell: str) -> int | None:
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < _MAX_DIGITS else None


def _part(session: _Session, title: str, mapping: FieldMapping, notes: Iterable[Note]) -> Part:
    """Return what the rows of one session make."""
    extraction: dict[str, Any] = {"entries": list(session.entries.values())}
    quotes = [quote for entry in session.entries.values() for quote in entry["evidence"]]
    if not all("messageIndex" in quote for quote in quotes):
        extraction["index"] = "none"
    if not mapping.words:
        return part_of(extraction, where=session.where, notes=(*notes, *_on_numbers(quotes)))
    upload: dict[str, Any] = {"title": session.name or title, "messages": session.messages}
    upload |= {"sessionId": session.name} if session.name else {}
    upload |= {"extraction": extraction} if mapping.has_quotes else {}
    where = session.where if session.name or "[" in session.where else ""
    return conversation_of(upload, where=where, notes=(*notes, *note_on_empty(session.messages, "")))


def _on_numbers(quotes: Iterable[Mapping[str, Any]]) -> Iterator[Note]:
    numbers = {quote.get("messageIndex") for quote in quotes}
    if 1 in numbers and 0 not in numbers:
        yield Note(code="counted_from_one", where="")


class _Unused:
    """The keys that a mapping does not use, with how many values they have and some of them."""

    def __init__(self, mapping: FieldMapping) -> None:
        self._used = set(mapping.keys.values())
        self._counts = Counter[str]()
        self._samples: dict[str, list[str]] = {}
        self._first: dict[str, str] = {}

    def add(self, row: Fields) -> None:
        """Count the values of a row that are not taken."""
        for key in set(key_names(row.values)) - self._used:
            value = text_of(value_at(row.values, key))
            if value.strip() and not self._is_within_used(key):
                self._counts[key] += 1
                self._first.setdefault(key, row.where.removesuffix(": "))
                samples = self._samples.setdefault(key, [])
                if len(samples) < _SAMPLES and value not in samples:
                    samples.append(value)

    def _is_within_used(self, key: str) -> bool:
        """Whether a key belongs to one that is used, whose whole value is taken."""
        return any(key.startswith(f"{used}.") for used in self._used)

    def notes(self) -> Iterator[Note]:
        """Yield a note for each key, with some of its values."""
        for key, count in sorted(self._counts.items()):
            shown = " | ".join(islice(self._samples[key], _SAMPLES))[:MAX_SHOWN_TEXT]
            params = {"kind": key, "count": count, "value": shown}
            yield Note(code="key_unused", where=self._first[key], params=params)
