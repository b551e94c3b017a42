"""What a reader finds in a file, as it is kept with a draft: each file is read once. Private to the services."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aligner_core import (
    ExtractionError,
    Note,
    ParsedExtraction,
    SessionUpload,
    parse_extraction,
    parse_session,
)
from aligner_core.formats import FieldMapping, Part, Reading
from review.domain.errors import Problem
from review.domain.mappings import SavedMapping
from review.models import UploadFile, UploadPart
from review.payloads import storable
from review.payloads.files import ASKED, read_or_mapped, reader_notes

_UNKNOWN: dict[str, Any] = {"format": "", "rule": "", "counting": "", "notes": []}


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part that is not stored yet, and the words by which an extraction finds its conversation.

    The words are the contents of the messages, or the quotes of an extraction alone.
    """

    place: int
    is_conversation: bool
    text: str = field(repr=False)
    about: dict[str, Any]
    words: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that could be read: what its reader says of it, and its parts."""

    found: dict[str, Any]
    parts: tuple[FoundPart, ...]


def found_in(
    data: bytes,
    *,
    name: str,
    wanted: str = "",
    mapping: FieldMapping | None = None,
    saved: Sequence[SavedMapping] = (),
) -> FoundFile | Problem:
    """Return what a file holds, read as the *wanted* format or by a mapping, or why it cannot be read.

    One of an unknown shape is read by the *saved* mapping of files with its keys; without one it is kept, and its
    person is asked what it holds.
    """
    given = read_or_mapped(data, name=name, wanted=wanted, mapping=mapping, saved=saved)
    if given.reading is not None:
        found = _found(given.reading, mapping if given.by is None else given.by.mapping)
        return found if given.by is None else FoundFile({**found.found, "kept": given.by.name}, found.parts)
    problem = given.problem or Problem("not_known")
    if wanted or mapping is not None or problem.code not in ASKED:
        return problem
    return FoundFile(storable({**_UNKNOWN, "asks": problem.code, "params": dict(problem.params)}), ())


def _found(reading: Reading, mapping: FieldMapping | None) -> FoundFile:
    found: dict[str, Any] = {
        "format": reading.format,
        "rule": reading.rule.partition(": ")[2],
        "counting": str(reading.counting),
        "notes": _dumped(reader_notes(reading.notes)),
    }
    if mapping is not None:
        found["mapping"] = mapping.wire
    parts = (_part(place, part, reading) for place, part in enumerate(reading.parts))
    return FoundFile(storable(found), tuple(part for part in parts if part is not None))


def words_of(part: UploadPart) -> tuple[str, ...]:
    """Return the words of a stored part; none where it is in a form that only the preview reads."""
    try:
        upload = json.loads(part.text)
        return _contents(parse_session(upload)) if part.is_conversation else _quotes(parse_extraction(upload))
    except ExtractionError:
        return ()


def store_parts(file: UploadFile, parts: Iterable[FoundPart]) -> list[UploadPart]:
    """Store the parts of a file instead of those that it had."""
    file.parts.all().delete()
    return UploadPart.objects.bulk_create(
        UploadPart(file=file, place=one.place, is_conversation=one.is_conversation, text=one.text, about=one.about)
        for one in parts
    )


def _part(place: int, part: Part, reading: Reading) -> FoundPart | None:
    """Return a part as it is kept; None for a line that could not be read."""
    if part.session is None and part.extraction is None:
        return None
    quotes = () if part.extraction is None else _quotes(part.extraction)
    entries = 0 if part.extraction is None else len(part.extraction.entries)
    notes = _dumped(reader_notes((*part.notes, *reading.file_notes)))
    about: dict[str, Any] = {
        "quotes": len(quotes),
        "entries": entries,
        "is_alternate": part.is_alternate,
        "notes": notes,
    }
    if part.session is not None:
        about |= _about_session(part.session)
    return FoundPart(
        place=place,
        is_conversation=part.session is not None,
        text=json.dumps(part.upload),
        about=storable(about),
        words=quotes if part.session is None else _contents(part.session),
    )


def _about_session(session: SessionUpload) -> dict[str, Any]:
    return {
        "title": session.title,
        "name": session.session_id or "",
        "messages": len(session.messages),
        "last_timestamp": next((one.timestamp for one in reversed(session.messages) if one.timestamp), ""),
    }


def _contents(session: SessionUpload) -> tuple[str, ...]:
    return tuple(message.content for message in session.messages)


def _quotes(extraction: ParsedExtraction) -> tuple[str, ...]:
    return tuple(quote.text for entry in extraction.entries for quote in entry.quotes)


def _dumped(notes: Iterable[Note]) -> list[dict[str, Any]]:
    return [note.model_dump(mode="json") for note in notes]
