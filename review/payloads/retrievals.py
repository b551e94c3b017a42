"""Check a JSON value as a retrieval that can be stored, within the limits of sessions."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from aligner_core import ExtractionError, MessageUpload, Note, first_unstorable
from aligner_core.retrieval import ChunkUpload, RetrievalUpload, parse_retrieval
from review.domain.errors import Problem, UploadRefusedError
from review.domain.limits import MAX_SESSION_NAME_CHARS
from review.payloads.checks import problem_of, storable_notes

ROLE = "document"
MAX_MOMENT = 8_640_000_000_000_000
"""The last moment of JavaScript's calendar, in milliseconds since 1970; a date beyond it counts as none."""


@dataclass(frozen=True, slots=True)
class CheckedChunk:
    """One chunk as it will be stored."""

    chunk_id: str
    title: str
    content: str
    file_name: str
    source: str
    score: float | None
    relevance: str
    matched_tags: tuple[str, ...]
    last_updated: int | None


@dataclass(frozen=True, slots=True)
class CheckedRetrieval:
    """A retrieval that can be stored, and the answer sent with it."""

    retrieval_id: str | None
    query: str
    chunks: tuple[CheckedChunk, ...]
    events: tuple[str, ...]
    answer: str | None
    notes: tuple[Note, ...]

    @property
    def title(self) -> str:
        """The title of the session: the question."""
        return self.query

    @property
    def messages(self) -> tuple[MessageUpload, ...]:
        """The chunks as messages: each with the role of a document, and its title as the name."""
        return tuple(MessageUpload(role=ROLE, name=chunk.title, content=chunk.content) for chunk in self.chunks)


def check_retrieval(payload: object) -> CheckedRetrieval:
    """Return a retrieval upload with a valid shape, within the limits, and with texts that can be stored as they are.

    Raises:
        UploadRefusedError: it is not valid; every problem is listed.

    """
    try:
        upload = parse_retrieval(payload)
    except ExtractionError as error:
        raise UploadRefusedError(problem_of(error)) from error
    problems = list(_problems(upload))
    if problems:
        raise UploadRefusedError(*problems)
    return CheckedRetrieval(
        retrieval_id=upload.retrieval_id,
        query=upload.query,
        chunks=tuple(_checked(chunk) for chunk in upload.chunks),
        events=tuple(upload.events),
        answer=upload.answer,
        notes=storable_notes(upload.notes),
    )


def _checked(chunk: ChunkUpload) -> CheckedChunk:
    updated = chunk.metadata.last_updated
    return CheckedChunk(
        chunk_id=chunk.chunk_id,
        title=chunk.title,
        content=chunk.content,
        file_name=chunk.file_name,
        source=chunk.source,
        score=None if chunk.score is None else float(chunk.score) + 0.0,  # databases need not keep the sign of a zero
        relevance=chunk.relevance or "",
        matched_tags=tuple(chunk.matched_tags),
        last_updated=None if updated is None or abs(updated) > MAX_MOMENT else int(updated),
    )


def _problems(upload: RetrievalUpload) -> Iterator[Problem]:
    if len(upload.chunks) > settings.REVIEW_MAX_MESSAGES:
        yield Problem("too_many_messages", "chunks", {"limit": settings.REVIEW_MAX_MESSAGES})
        return
    if upload.retrieval_id is not None and len(upload.retrieval_id) > MAX_SESSION_NAME_CHARS:
        yield Problem("text_too_long", "retrievalId", {"limit": MAX_SESSION_NAME_CHARS})
    for where, text in _texts(upload):
        position = first_unstorable(text)
        if position is not None:
            yield Problem("unstorable_text", where, {"position": position})
        elif len(text.encode()) > settings.REVIEW_MAX_MESSAGE_BYTES:
            yield Problem("message_too_large", where, {"limit": settings.REVIEW_MAX_MESSAGE_BYTES})


def _texts(upload: RetrievalUpload) -> Iterator[tuple[str, str]]:
    """Yield every text that will be stored, with its place; the answer is checked later, as an entry."""
    yield "retrievalId", upload.retrieval_id or ""
    yield "query", upload.query
    yield from ((f"events[{number}]", event) for number, event in enumerate(upload.events))
    for index, chunk in enumerate(upload.chunks):
        where = f"chunks[{index}]"
        texts = {
            "chunkId": chunk.chunk_id,
            "title": chunk.title,
            "content": chunk.content,
            "fileName": chunk.file_name,
            "source": chunk.source,
        }
        yield from ((f"{where}.{name}", text) for name, text in texts.items())
        yield from ((f"{where}.matchedTags[{number}]", tag) for number, tag in enumerate(chunk.matched_tags))
