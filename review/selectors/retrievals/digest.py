"""The digest of a retrieval: it covers the question, the search trail and every chunk, but not the answer."""

from collections.abc import Iterable, Sequence
from typing import Any

from aligner_core import canonical_json, digest
from review.models import Chunk, Retrieval, ReviewSession
from review.selectors.retrievals.retrieval import ShownChunk, retrieval_of


def retrieval_digest(query: str, events: Sequence[str], chunks: Iterable[Chunk]) -> str:
    """Return the digest of a question, a search trail and chunks; the chunks are in order and need not be stored."""
    return digest(canonical_json({"query": query, "events": list(events), "chunks": list(map(_wire, chunks))}))


def stored_digest(retrieval: Retrieval) -> str:
    """Return the digest of a retrieval, computed from the stored rows."""
    chunks = Chunk.objects.filter(message__session=retrieval.session_id).select_related("message")
    return retrieval_digest(retrieval.query, retrieval.events, chunks.order_by("message__index"))


def is_retrieved_as_received(session: ReviewSession, chunks: Iterable[ShownChunk]) -> bool:
    """Return whether these *chunks* of a session, in order, are those that were received; a conversation has none."""
    retrieval = retrieval_of(session)
    rows = (chunk.row for chunk in chunks)
    return retrieval is None or retrieval_digest(retrieval.query, retrieval.events, rows) == retrieval.digest


def _wire(chunk: Chunk) -> dict[str, Any]:
    return {
        "chunkId": chunk.chunk_id,
        "title": chunk.message.name,
        "content": chunk.message.content,
        "fileName": chunk.file_name,
        "source": chunk.source,
        "score": chunk.score,
        "relevance": chunk.relevance,
        "matchedTags": chunk.matched_tags,
        "lastUpdated": chunk.last_updated,
    }
