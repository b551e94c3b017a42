"""Compare retrievals with the digest that names them, with the journal, and with what answers name. Private."""

from collections.abc import Iterator
from typing import cast

from review import events
from review.models import Chunk, Event, Retrieval
from review.payloads import ANSWER
from review.selectors.answers import cited_sources
from review.selectors.retrievals import chunks_of
from review.services._findings import Finding
from review.services._retrievals import stored_digest


def altered_retrievals() -> Iterator[Finding]:
    """Yield the retrievals whose chunks are not those that came, and the answers whose sources are not theirs."""
    told = _told()
    for retrieval in Retrieval.objects.select_related("session__project").order_by("pk"):
        chunks = Chunk.objects.filter(message__session=retrieval.session).select_related("message")
        if stored_digest(retrieval, chunks.order_by("message__index")) != retrieval.digest:
            yield Finding("retrieval_changed", "retrieval", retrieval.pk)
        if told.pop(retrieval.session_id, None) != retrieval.digest:
            yield Finding("retrieval_unaccounted", "retrieval", retrieval.pk)
        yield from _altered_sources(retrieval)
    for session in told:
        yield Finding("retrieval_missing", "session", session)


def _told() -> dict[int, str]:
    """Give the digest of every retrieval that the journal tells of, by its session; nothing that cannot be read."""
    told: dict[int, str] = {}
    rows = Event.objects.filter(event_type=events.RetrievalReceived.event_type, session__isnull=False)
    for event in rows.order_by("seq"):
        session = cast("int", event.session_id)
        try:
            told[session] = str(event.body["retrieval_digest"])
        except (ValueError, LookupError, TypeError):
            told[session] = ""
    return told


def _altered_sources(retrieval: Retrieval) -> Iterator[Finding]:
    """Yield the answers with an invented source that is not written down: the gate would let it pass.

    How a source line is read may change from version to version; other differences are no finding by themselves.
    """
    chunks = chunks_of(retrieval.session)
    answers = retrieval.session.entries.filter(type=ANSWER).prefetch_related("cited_sources")
    for entry in answers.order_by("pk"):
        invented = {row.label for row in cited_sources(entry, chunks) if not row.is_real}
        if not invented <= {row.label for row in entry.cited_sources.all() if not row.is_real}:
            yield Finding("sources_changed", "entry", entry.pk)
