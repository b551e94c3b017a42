"""Store the sources that an answer cites, when it is received. Private to the services."""

from collections.abc import Iterable

from review.models import CitedSource, Entry, ReviewSession
from review.selectors.retrievals.answers import answers_among, cited_sources
from review.selectors.retrievals.retrieval import chunks_of
from review.services.ingest._message_versions import BATCH_SIZE


def store_cited_sources(session: ReviewSession, entries: Iterable[Entry]) -> None:
    """Store the labels in the source lines of the answers among *entries*, in the caller's transaction."""
    answers = answers_among(session, entries)
    if answers:
        chunks = chunks_of(session)
        rows = [row for entry in answers for row in cited_sources(entry, chunks)]
        CitedSource.objects.bulk_create(rows, batch_size=BATCH_SIZE)
