"""The wire form of a retrieval: a query, the chunks that were found for it, and the answer written from them."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from aligner_core.formats.framework_documents import upload_from_documents
from aligner_core.formats.notes import Note, ignored, refuse
from aligner_core.formats.quotes import MAX_SHOWN_CHARS, quote_text
from aligner_core.retrieval.models import Relevance
from aligner_core.spans import Value

_KEYS = frozenset({"retrievalId", "query", "chunks", "events", "answer", "extraction"})
_TEXTS = ("chunkId", "title", "content", "fileName", "source")
_CHUNK_KEYS = frozenset({*_TEXTS, "score", "relevance", "matchedTags", "metadata"})
_NEEDED = ("chunkId", "content")
_RELEVANCES = ("high", "medium", "low")


class ChunkMetadata(Value):
    """The source of a chunk."""

    last_updated: int | float | None = None
    """Milliseconds since 1970, as JavaScript counts."""


class ChunkUpload(Value):
    """One retrieved chunk."""

    chunk_id: str
    title: str = ""
    content: str
    file_name: str = ""
    source: str = ""
    score: int | float | None = None
    relevance: Relevance | None = None
    matched_tags: tuple[str, ...] = ()
    metadata: ChunkMetadata = ChunkMetadata()


class RetrievalUpload(Value):
    """One retrieval."""

    retrieval_id: str | None = None
    query: str = ""
    chunks: tuple[ChunkUpload, ...]
    events: tuple[str, ...] = ()
    answer: str | None = None
    notes: tuple[Note, ...] = ()


def parse_retrieval(payload: object) -> RetrievalUpload:
    """Return a retrieval, read from our own form or from documents of LangChain or LlamaIndex.

    Optional values that cannot be read are left out and noted.

    Raises:
        ExtractionError: it is not a retrieval, or one of its chunks cannot be read: quotes name a chunk by its place.

    >>> parse_retrieval([{"page_content": "라벨을 제거한다.", "metadata": {"source": "docs/병.md"}}]).chunks[0].title
    '병.md'

    """
    plain = payload.model_dump(by_alias=True) if isinstance(payload, BaseModel) else payload
    given = upload_from_documents(plain) or plain
    if not isinstance(given, Mapping) or not isinstance(given.get("chunks"), list | tuple):
        refuse("not_a_retrieval", "chunks")
    notes: list[Note] = []
    chunks = tuple(_chunk(item, f"chunks[{place}]", notes) for place, item in enumerate(given["chunks"]))
    return RetrievalUpload(
        retrieval_id=_text(given.get("retrievalId"), "retrievalId") or None,
        query=_text(given.get("query"), "query"),
        chunks=chunks,
        events=_texts(given.get("events"), "events", notes),
        answer=None if given.get("answer") is None else _text(given["answer"], "answer"),
        notes=(*_unknown(given, _KEYS, ""), *notes, *_repeated(chunks)),
    )


def _chunk(item: object, where: str, notes: list[Note]) -> ChunkUpload:
    given = item.model_dump(by_alias=True) if isinstance(item, BaseModel) else item
    if not isinstance(given, Mapping):
        refuse("not_a_chunk", where)
    for name in _NEEDED:
        if not isinstance(given.get(name), str):
            refuse("not_a_chunk", f"{where}.{name}")
    notes.extend(_unknown(given, _CHUNK_KEYS, f"{where}."))
    texts = {name: _text(given.get(name), f"{where}.{name}") for name in _TEXTS}
    metadata = given.get("metadata")
    updated = metadata.get("lastUpdated") if isinstance(metadata, Mapping) else None
    return ChunkUpload.model_validate(
        {
            **texts,
            "score": _number(given.get("score"), f"{where}.score", notes),
            "relevance": _relevance(given.get("relevance"), f"{where}.relevance", notes),
            "matchedTags": _texts(given.get("matchedTags"), f"{where}.matchedTags", notes),
            "metadata": {"lastUpdated": _number(updated, f"{where}.metadata.lastUpdated", notes)},
        }
    )


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        refuse("not_text", where, _shown(value))
    return value


def _texts(value: object, where: str, notes: list[Note]) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        notes.append(Note(code="not_a_list", where=where))
        return ()
    items = {f"{where}[{place}]": item for place, item in enumerate(value)}
    notes.extend(
        Note(code="not_text", where=at, params=_shown(item)) for at, item in items.items() if not isinstance(item, str)
    )
    return tuple(item for item in items.values() if isinstance(item, str))


def _number(value: object, where: str, notes: list[Note]) -> int | float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max:
        return value
    if value is not None:
        notes.append(Note(code="number_expected", where=where, params=_shown(value)))
    return None


def _relevance(value: object, where: str, notes: list[Note]) -> str | None:
    if isinstance(value, str) and value in _RELEVANCES:
        return value
    if value is not None:
        notes.append(Note(code="relevance_unknown", where=where, params=_shown(value)))
    return None


def _repeated(chunks: Sequence[ChunkUpload]) -> Iterator[Note]:
    counts = Counter(chunk.chunk_id for chunk in chunks)
    for place, chunk in enumerate(chunks):
        if counts[chunk.chunk_id] > 1:
            yield Note(code="repeated_chunk_id", where=f"chunks[{place}].chunkId", params=_shown(chunk.chunk_id))


def _unknown(given: Mapping[object, object], known: frozenset[str], where: str) -> Iterator[Note]:
    return (ignored(f"{where}{key}", value) for key, value in given.items() if key not in known)


def _shown(value: object) -> dict[str, Any]:
    return {"value": quote_text(value)[:MAX_SHOWN_CHARS]}
