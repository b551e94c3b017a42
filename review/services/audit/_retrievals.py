"""Compare retrievals with their own digest, with the journal, and with the sources that answers cite. Private."""

from collections.abc import Iterator
from typing import cast

from review.domain import events
from review.models import Event, Retrieval
from review.payloads import ANSWER
from review.selectors.retrievals.answers import cited_sources
from review.selectors.retrievals.digest import stored_digest
from review.selectors.retrievals.retrieval import chunks_of
from review.services.audit._finding import Finding


def retrieval_differences() -> Iterator[Finding]:
    """Yield retrievals with other chunks than were received, and answers with other cited sources."""
    recorded = _recorded_digests()
    for retrieval in Retrieval.objects.select_related("session__project").order_by("pk"):
        if stored_digest(retrieval) != retrieval.digest:
            yield Finding("retrieval_changed", "retrieval", retrieval.pk)
        if recorded.pop(retrieval.session_id, None) != retrieval.digest:
            yield Finding("retrieval_unaccounted", "retrieval", retrieval.pk)
        yield from _source_differences(retrieval)
    for session in recorded:
        yield Finding("retrieval_missing", "session", session)


def _recorded_digests() -> dict[int, str]:
    """Return the recorded digest of every retrieval by its session; empty when the event cannot be read."""
    recorded: dict[int, str] = {}
    rows = Event.objects.filter(event_type=events.RetrievalReceived.event_type, session__isnull=False)
    for event in rows.order_by("seq"):
        session = cast("int", event.session_id)
        try:
            recorded[session] = str(event.body["retrieval_digest"])
        except (ValueError, LookupError, TypeError):
            recorded[session] = ""
    return recorded


def _source_differences(retrieval: Retrieval) -> Iterator[Finding]:
    """Yield the answers with an invented source that is not stored: the gate would let it pass.

    Other differences are no finding by themselves, since versions may read a source line differently.
    """
    chunks = chunks_of(retrieval.session)
    answers = retrieval.session.entries.filter(type=ANSWER).prefetch_related("cited_sources")
    for entry in answers.order_by("pk"):
        invented = {row.label for row in cited_sources(entry, chunks) if not row.is_real}
        if not invented <= {row.label for row in entry.cited_sources.all() if not row.is_real}:
            yield Finding("sources_changed", "entry", entry.pk)
