"""Store retrievals: the chunks found for a question become a session that never changes. Private to the services.

A retrieval is named by the digest of its upload, in a form that can be rebuilt from the stored rows.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import canonical_json, digest
from review.domain import events
from review.domain.errors import Problem, UploadRefusedError
from review.models import Chunk, Message, Project, Retrieval, ReviewSession
from review.payloads import CheckedChunk, CheckedRetrieval
from review.selectors.retrievals.retrieval import retrieval_of
from review.services import _journal
from review.services.ingest._message_versions import BATCH_SIZE, store_messages
from review.services.ingest._session_plan import SessionChange, SessionPlan


def plan_retrieval(project: Project, upload: CheckedRetrieval) -> SessionPlan:
    """Return what receiving a retrieval would do.

    Raises:
        UploadRefusedError: its name is taken by another retrieval or by a conversation.

    """
    name = upload.retrieval_id or upload_digest(upload)
    session = ReviewSession.objects.filter(project=project, session_id=name).first()
    if session is None:
        return SessionPlan(SessionChange.NEW, name, len(upload.chunks), None)
    stored = retrieval_of(session)
    if stored is None or stored.digest != upload_digest(upload):
        code = "name_is_taken" if stored is None else "retrieval_changed"
        raise UploadRefusedError(Problem(code, "retrievalId", {}))
    return SessionPlan(SessionChange.IDENTICAL, name, 0, session)


def store_retrieval(session: ReviewSession, upload: CheckedRetrieval, *, actor: AbstractBaseUser | None) -> None:
    """Store the chunks of a new session and what was sent with them, in the caller's transaction."""
    messages = store_messages(session, dict(enumerate(upload.messages)))
    retrieval = Retrieval.objects.create(
        session=session, query=upload.query, events=list(upload.events), digest=upload_digest(upload)
    )
    rows = [_chunk(message, chunk) for message, chunk in zip(messages, upload.chunks, strict=True)]
    Chunk.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    hashes = [message.content_hash for message in messages]
    received = events.RetrievalReceived(query=retrieval.query, chunk_count=len(rows), retrieval_digest=retrieval.digest)
    ingested = events.SessionIngested(title=session.title, first_index=0, message_hashes=hashes)
    _journal.append_all([(ingested, None), (received, None)], session=session, actor=actor)


def upload_digest(upload: CheckedRetrieval) -> str:
    """Return the digest of a retrieval as it was sent."""
    return _digest(upload.query, upload.events, map(_sent, upload.chunks))


def stored_digest(retrieval: Retrieval, chunks: Iterable[Chunk]) -> str:
    """Return the digest of a retrieval as it is stored; *chunks* are in order."""
    return _digest(retrieval.query, retrieval.events, map(_stored, chunks))


def _chunk(message: Message, sent: CheckedChunk) -> Chunk:
    return Chunk(
        message=message,
        chunk_id=sent.chunk_id,
        file_name=sent.file_name,
        source=sent.source,
        score=sent.score,
        relevance=sent.relevance,
        matched_tags=list(sent.matched_tags),
        last_updated=sent.last_updated,
    )


def _digest(query: str, events: Sequence[str], chunks: Iterable[dict[str, Any]]) -> str:
    return digest(canonical_json({"query": query, "events": list(events), "chunks": list(chunks)}))


def _sent(chunk: CheckedChunk) -> dict[str, Any]:
    return _stored(_chunk(Message(name=chunk.title, content=chunk.content), chunk))


def _stored(chunk: Chunk) -> dict[str, Any]:
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
