"""The texts that quotes are looked for in: read from texts, messages, documents or files, each with a name to show."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from aligner_core.errors import InvalidTypeError, require_type
from aligner_core.formats.framework_documents import upload_from_documents
from aligner_core.formats.reading import DOCUMENT, Part, Reading

_LISTS = ("messages", "sessionMessages", "chunks")
_TEXTS = ("content", "page_content", "text")
_NAMES = ("fileName", "file_name", "source", "title", "chunkId")
_IDS = ("chunkId", "chunk_id")
_IS_MESSAGE = "role"


@dataclass(frozen=True, slots=True)
class Source:
    """One text that quotes are looked for in; its name is shown in reports, and quotes may name its `chunk_id`.

    Of a message, `role` and `speaker` are who said it, by role and name, and `when` the time it was written, in
    ISO 8601, as far as they are known.

    Raises:
        InvalidTypeError: one of them is not a string.

    >>> Source("returns.md", "You can return the item within 90 days.").name
    'returns.md'

    """

    name: str
    text: str
    chunk_id: str = ""
    role: str = ""
    speaker: str = ""
    when: str = ""

    def __post_init__(self) -> None:
        for field in ("name", "text", "chunk_id", "role", "speaker", "when"):
            require_type(getattr(self, field), str, field)


def read_sources(given: object) -> tuple[Source, ...]:
    """Return sources, read from one text or many, messages, a session, chunks, or documents of LangChain or LlamaIndex.

    Of a file that was read, they are the messages of all its sessions.

    Raises:
        InvalidTypeError: one of them has no text.

    >>> [source.name for source in read_sources([{"role": "user", "content": "hello"}, "hello again"])]
    ['message 0', 'source 1']

    """
    if isinstance(given, str):
        return (Source("the source", given),)
    if isinstance(given, Reading):
        return tuple(source for session in sources_of_reading(given) for source in session)
    return _with_distinct_names([_source(item, place) for place, item in enumerate(_items(given))])


def sources_of_reading(reading: Reading) -> tuple[tuple[Source, ...], ...]:
    """Return for each session of a file its messages, or its documents by their titles, as sources.

    Other branches of a conversation are left out. Of several sessions, messages are named by title, id or place, too.
    """
    held = [part for part in reading.parts if part.session is not None and not part.is_alternate]
    sources = [list(_of_session(part, label)) for part, label in zip(held, _labels(held), strict=True)]
    named = iter(_with_distinct_names([source for session in sources for source in session]))
    return tuple(tuple(islice(named, len(session))) for session in sources)


def _of_session(part: Part, label: str) -> Iterator[Source]:
    messages = part.session.messages if part.session else ()
    ids = part.chunk_ids or ("",) * len(messages)
    for place, (message, chunk_id) in enumerate(zip(messages, ids, strict=True)):
        is_document = message.role == DOCUMENT
        title, role, speaker = (message.name, "", "") if is_document else ("", message.role, message.name)
        number = "" if label and len(messages) == 1 else f"message {place}"
        name = title or ": ".join(filter(None, (label, number)))
        yield Source(name, message.content, chunk_id, role, speaker, message.timestamp)


def _labels(parts: Sequence[Part]) -> list[str]:
    """Return how to call each of several sessions: by title, id or place in the file; one alone needs no name."""
    if len(parts) == 1:
        return [""]
    named = ((part.session.title or part.session.session_id) if part.session else "" for part in parts)
    return [
        name or part.where or f"session {number}" for number, (part, name) in enumerate(zip(parts, named, strict=True))
    ]


def _with_distinct_names(named: Sequence[Source]) -> tuple[Source, ...]:
    """Return sources, those of one name with their number behind it."""
    counts = Counter(source.name for source in named)
    return tuple(
        replace(source, name=f"{source.name} ({place})") if counts[source.name] > 1 else source
        for place, source in enumerate(named)
    )


def _items(given: object) -> Iterator[object]:
    """Yield the items of a list, or of the list that something holds; anything else is one item."""
    documents = upload_from_documents(given)
    if documents is not None:
        yield from documents["chunks"]
        return
    held = next((held for name in _LISTS if _is_list(held := _field(given, name))), given)
    if _is_list(held):
        yield from held  # type: ignore[misc]  # a list by the check
    else:
        yield held


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _source(item: object, place: int) -> Source:
    """Return one item as a source; a document with its score is that document, and so is the node of a hit."""
    if isinstance(item, Source):
        return item
    if isinstance(item, str):
        return Source(f"source {place}", item)
    document = item[0] if isinstance(item, tuple) and item else item
    node = _field(document, "node")
    document = document if node is None else node
    found = next((text for name in _TEXTS if isinstance(text := _field(document, name), str)), None)
    is_message = _field(document, _IS_MESSAGE) is not None
    if found is None and not (is_message and _field(document, "content") is None):
        message = (
            f"sources[{place}] has no text: give a string, a message with `content`, "
            "or a document with `page_content` or `text`"
        )
        raise InvalidTypeError(message)
    name = _text_at(document, _NAMES) or f"{'message' if is_message else 'source'} {place}"
    role, speaker, when = (_said(document, key) if is_message else "" for key in (_IS_MESSAGE, "name", "timestamp"))
    return Source(name, found or "", _text_at(document, _IDS), role, speaker, when)


def _said(message: object, key: str) -> str:
    """Return the role or the name of who said a message; "" for anything that is no text."""
    found = _field(message, key)
    return found if isinstance(found, str) else ""


def _text_at(document: object, names: Sequence[str]) -> str:
    """Return the first text that a document, or its metadata, has under these names."""
    metadata = _field(document, "metadata")
    named = (_field(held, name) for held in (document, metadata) for name in names)
    return next((name for name in named if isinstance(name, str) and name), "")


def _field(holder: object, name: str) -> object:
    """Return a field of a mapping, or an attribute of a document or message; None without one."""
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
