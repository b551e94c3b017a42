"""The result of reading a file: sessions, their extractions, and notes on the rest."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from pydantic import Field

from aligner_core.errors import ExtractionError
from aligner_core.formats.extraction import ExtractedEntry, ParsedExtraction, parse_extraction
from aligner_core.formats.notes import Note, refuse
from aligner_core.formats.session import MessageUpload, SessionUpload, parse_session
from aligner_core.formats.shapes import Misfit, Shape, at
from aligner_core.spans import Value

MAX_ITEMS = 100_000
"""How many messages, chunks, entries or quotes a part may have."""
DOCUMENT = "document"
"""The role of a chunk that is shown as a message."""


class Counting(StrEnum):
    """The numbering by which quotes of a format name their messages."""

    MESSAGES = "messages"
    MESSAGES_WITH_WORDS = "messages_with_words"
    MESSAGES_OF_A_LOG = "messages_of_a_log"
    DOCUMENTS = "documents"
    ONE_TEXT = "one_text"
    CHUNK_IDS = "chunk_ids"
    NO_NUMBERS = "no_numbers"

    @property
    def sentence(self) -> str:
        """The rule in English."""
        return _COUNTING[self]


_COUNTING: Mapping[Counting, str] = {
    Counting.MESSAGES: "Messages are counted from 0 in the order of the file, those without words too.",
    Counting.MESSAGES_WITH_WORDS: "The messages with words of the current branch are counted from 0.",
    Counting.MESSAGES_OF_A_LOG: "The messages with words are counted from 0 in the order of the log.",
    Counting.DOCUMENTS: "Messages are counted from 0, and documents too, each in the order of the file.",
    Counting.ONE_TEXT: "Every text is one message, number 0.",
    Counting.CHUNK_IDS: "Quotes name their chunks by id.",
    Counting.NO_NUMBERS: "Quotes name no message; every message is searched.",
}


class Part(Value):
    """One session of a file with what was extracted from it, or one of the two.

    `upload` is the part in our own form, as `{"messages": ...}` or `{"chunks": ...}` with an `extraction`, or as an
    extraction alone; the app and the command line take it as it is. A part that is an alternate is another branch of a
    conversation: it is offered, not taken. A part with notes alone stands for a line that could not be read.
    """

    where: str = ""
    upload: dict[str, Any] = Field(default_factory=dict)
    session: SessionUpload | None = None
    extraction: ParsedExtraction | None = None
    notes: tuple[Note, ...] = ()
    is_alternate: bool = False

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        """The ids of the messages, where they are the chunks of a retrieval."""
        chunks = self.upload.get("chunks", ()) if self.session is not None and "messages" not in self.upload else ()
        return tuple(_text(chunk, "chunkId") for chunk in chunks)


class Reading(Value):
    """The result of reading a file: its format, the rule that decided, how indices are counted, and its parts."""

    format: str
    rule: str
    counting: Counting
    parts: tuple[Part, ...]
    file_notes: tuple[Note, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes: on the file, then on its parts but the alternates."""
        return (*self.file_notes, *chain.from_iterable(part.notes for part in self.parts if not part.is_alternate))

    @property
    def sessions(self) -> tuple[SessionUpload, ...]:
        """The sessions, without the other branches of a conversation."""
        return tuple(part.session for part in self.parts if part.session is not None and not part.is_alternate)

    @property
    def alternates(self) -> tuple[SessionUpload, ...]:
        """The other branches of the conversations, each as a session."""
        return tuple(part.session for part in self.parts if part.session is not None and part.is_alternate)

    @property
    def extractions(self) -> tuple[ParsedExtraction, ...]:
        """The extractions of all sessions."""
        return tuple(part.extraction for part in self.parts if part.extraction is not None)

    @property
    def claims(self) -> tuple[ExtractedEntry, ...]:
        """The entries without quotes."""
        entries = chain.from_iterable(extraction.entries for extraction in self.extractions)
        return tuple(entry for entry in entries if not entry.quotes)


class Row(NamedTuple):
    """One value of a file and where it stands; a line that is no JSON has a note instead."""

    where: str
    value: object
    note: Note | None = None


Parts = Iterator[Part]
_Parsed = TypeVar("_Parsed")


class Omissions:
    """Counts by kind of what is left out of a file."""

    def __init__(self) -> None:
        self._counts = Counter[str]()
        self._first: dict[str, str] = {}

    def add(self, kind: object, where: str) -> None:
        """Count one more thing of a kind that is left out."""
        name = kind if isinstance(kind, str) and kind else "unnamed"
        self._counts[name] += 1
        self._first.setdefault(name, where)

    def notes(self, code: str = "left_out") -> tuple[Note, ...]:
        """Return a note for each kind."""
        return tuple(
            Note(code=code, where=self._first[kind], params={"kind": kind, "count": count})
            for kind, count in self._counts.items()
        )


@dataclass(frozen=True, slots=True)
class Variant:
    """A shape of the values of a format, the rule for it, and how one is read.

    A file holds one such value, a list of them, or one a line.
    """

    rule: str
    shape: Shape
    read: Callable[[Any, str], Parts]
    counting: Counting = Counting.MESSAGES


@dataclass(frozen=True, slots=True)
class RowVariant:
    """A shape of the rows of a format, the rule for it, and how all rows of a file are read together.

    With `is_of_lines` they are the lines of a file, never the items of an array.
    """

    rule: str
    shape: Shape
    gather: Callable[[Iterator[Row]], Parts]
    counting: Counting = Counting.MESSAGES
    is_of_lines: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of the JSON of one format: its variants, the most particular first, and a short example.

    By its variants a file is known to be of the format; `others` are what further values of such a file may be.
    """

    name: str
    title: str
    example: str
    variants: tuple[Variant | RowVariant, ...]
    others: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class TextReader:
    """The reader of texts of one format that are not JSON, and the rules by which they are recognized."""

    name: str
    title: str
    example: str
    rules: tuple[str, ...]
    read: Callable[[str, str], "TextRead | Misfit"]


@dataclass(frozen=True, slots=True)
class TextRead:
    """The result of reading a text."""

    rule: str
    part: Part
    counting: Counting


def part_of(
    upload: Mapping[str, Any], *, where: str = "", notes: Iterable[Note] = (), is_alternate: bool = False
) -> Part:
    """Return the part of an upload in our own form, parsed.

    Raises:
        ExtractionError: the upload cannot be read; `where` is its place in the file.

    """
    is_alone = not upload.keys() & {"messages", "chunks"}
    _check_size(upload, where)
    inside = where if is_alone else at(where, "extraction")
    session = _at(where, lambda: _session(upload))
    extraction = _at(inside, lambda: _extraction(upload if is_alone else upload.get("extraction")))
    placed = [
        *notes,
        *(_moved(note, at(where, note.where)) for note in (session.notes if session else ())),
        *(_moved(note, at(inside, note.where)) for note in (extraction.notes if extraction else ())),
    ]
    return Part(
        where=where.removesuffix(": "),
        upload=dict(upload),
        session=session,
        extraction=extraction,
        notes=tuple(_moved(note, note.where.removesuffix(": ")) for note in placed),
        is_alternate=is_alternate,
    )


def conversation_of(
    upload: Mapping[str, Any], *, where: str = "", notes: Iterable[Note] = (), is_alternate: bool = False
) -> Part:
    """Return the part of a conversation in our own form; of one in which nobody says anything, only the notes.

    Raises:
        ExtractionError: as `part_of`.

    """
    if upload["messages"]:
        return part_of(upload, where=where, notes=notes, is_alternate=is_alternate)
    given = (*notes, Note(code="empty_session", where=where))
    placed = tuple(_moved(note, note.where.removesuffix(": ")) for note in given)
    return Part(where=where.removesuffix(": "), notes=placed, is_alternate=is_alternate)


def _check_size(upload: Mapping[str, Any], where: str) -> None:
    """Refuse more items than a page could show; what stores them has limits of its own."""
    extraction = upload.get("extraction", upload)
    for holder, names in ((upload, ("messages", "chunks")), (extraction, ("entries", "evidence"))):
        for name in names:
            items = holder.get(name) if isinstance(holder, Mapping) else None
            if isinstance(items, list) and len(items) > MAX_ITEMS:
                refuse("too_many_items", at(where, name), {"limit": MAX_ITEMS})


def _at(where: str, parse: Callable[[], _Parsed]) -> _Parsed:
    """Return what is parsed; an error gets its place in the file."""
    try:
        return parse()
    except ExtractionError as error:
        refuse(error.code, at(where, error.where) if error.where else where, error.params)


def _moved(note: Note, where: str) -> Note:
    return note if note.where == where else note.model_copy(update={"where": where})


def note_on_empty(messages: Iterable[Mapping[str, Any]], where: str) -> tuple[Note, ...]:
    """Return a note on the messages without words, which are kept so that the numbers stay right."""
    empty = [place for place, message in enumerate(messages) if not message["content"]]
    if not empty:
        return ()
    return (Note(code="no_words", where=at(where, empty[0]), params={"count": len(empty)}),)


def _session(upload: Mapping[str, Any]) -> SessionUpload | None:
    if "messages" in upload:
        return parse_session({key: value for key, value in upload.items() if key != "extraction"})
    if "chunks" not in upload:
        return None
    messages = tuple(_chunk(chunk, f"chunks[{place}]") for place, chunk in enumerate(upload["chunks"]))
    return SessionUpload(
        session_id=_text(upload, "retrievalId") or None, title=_text(upload, "query"), messages=messages
    )


def _chunk(chunk: object, where: str) -> MessageUpload:
    if not isinstance(chunk, Mapping) or not all(isinstance(chunk.get(name), str) for name in ("chunkId", "content")):
        refuse("not_a_chunk", where)
    return MessageUpload(role=DOCUMENT, name=_text(chunk, "title"), content=chunk["content"])


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _extraction(extraction: object) -> ParsedExtraction | None:
    return None if extraction is None else parse_extraction(extraction)
