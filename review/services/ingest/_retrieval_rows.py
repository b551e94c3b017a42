"""Store retrievals: the chunks found for a question become a session that never changes. Private to the services.

A retrieval is named by the digest of its upload, in a form that can be rebuilt from the stored rows.
"""

from django.contrib.auth.models import AbstractBaseUser

from review.domain import events
from review.domain.errors import Problem, UploadRefusedError
from review.models import Chunk, Message, Project, Retrieval, ReviewSession
from review.payloads import CheckedChunk, CheckedRetrieval
from review.selectors.retrievals.digest import retrieval_digest
from review.selectors.retrievals.retrieval import retrieval_of
from review.services import _journal
from review.services.derived.source_ages import store_age_of_session
from review.services.ingest._message_versions import BATCH_SIZE, ingested, store_messages
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
    messages = store_messages(session, dict(enumerate(upload.messages)), versions={})
    retrieval = Retrieval.objects.create(
        session=session, query=upload.query, events=list(upload.events), digest=upload_digest(upload)
    )
    rows = [_chunk(message, chunk) for message, chunk in zip(messages, upload.chunks, strict=True)]
    Chunk.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    store_age_of_session(session)
    received = events.RetrievalReceived(query=retrieval.query, chunk_count=len(rows), retrieval_digest=retrieval.digest)
    received_events: list[_journal.NewEvent] = [(ingested(session, messages, first_index=0), None), (received, None)]
    _journal.append_all(received_events, session=session, actor=actor)


def upload_digest(upload: CheckedRetrieval) -> str:
    """Return the digest of a retrieval as it was sent."""
    return retrieval_digest(upload.query, upload.events, map(_sent, upload.chunks))


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


def _sent(chunk: CheckedChunk) -> Chunk:
    return _chunk(Message(name=chunk.title, content=chunk.content), chunk)
