"""The records of a bundle that tell of retrievals, and of the sources that answers name."""

from collections.abc import Iterator

from django.db.models import Prefetch, QuerySet

from review.models import Chunk, CitedSource, Entry, Retrieval, ReviewSession, SourceCorrection
from review.selectors.journal import moment_text
from review.selectors.naming import Record, entry_name, session_name


def retrieval_records(sessions: QuerySet[ReviewSession]) -> Iterator[Record]:
    """Tell of every retrieval among *sessions*: what was asked, the trail, and what came with each chunk."""
    rows = Retrieval.objects.filter(session__in=sessions.order_by().values("pk"))
    for retrieval in rows.select_related("session__project").order_by("session"):
        chunks = Chunk.objects.filter(message__session=retrieval.session_id).select_related("message")
        yield {
            **session_name(retrieval.session),
            "query": retrieval.query,
            "events": retrieval.events,
            "digest": retrieval.digest,
            "chunks": [_chunk(chunk) for chunk in chunks.order_by("message__index")],
        }


def citation_records(entries: QuerySet[Entry]) -> Iterator[Record]:
    """Tell of every source that the answers among *entries* name, and how people corrected it."""
    corrections = Prefetch("corrections", SourceCorrection.objects.select_related("actor").order_by("number"))
    rows = CitedSource.objects.filter(entry__in=entries.order_by().values("pk")).prefetch_related(corrections)
    joined = rows.select_related("entry__session__project", "entry__extraction").order_by("entry", "position")
    for source in joined.defer("entry__extraction__canonical", "entry__extraction__notes"):
        yield {
            **entry_name(source.entry),
            "position": source.position,
            "label": source.label,
            "is_real": source.is_real,
            "corrections": [_correction(one) for one in source.corrections.all()],
        }


def _chunk(chunk: Chunk) -> Record:
    return {
        "message_index": chunk.message.index,
        "chunk_id": chunk.chunk_id,
        "title": chunk.message.name,
        "file_name": chunk.file_name,
        "source": chunk.source,
        "score": chunk.score,
        "relevance": chunk.relevance,
        "matched_tags": chunk.matched_tags,
        "last_updated": chunk.last_updated,
    }


def _correction(correction: SourceCorrection) -> Record:
    return {
        "number": correction.number,
        "replacement": correction.replacement,
        "reason": correction.reason,
        "actor": correction.actor.get_username(),
        "created_at": moment_text(correction.created_at),
    }
