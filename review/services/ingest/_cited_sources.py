"""Store the sources that an answer cites, when it is received. Private to the services."""

from collections.abc import Iterable, Mapping, Sequence

from review.models import CitedSource, Entry, ReviewSession
from review.selectors.retrievals.answers import answers_among, cited_sources
from review.selectors.retrievals.retrieval import chunks_of
from review.services.ingest._message_versions import BATCH_SIZE


def store_cited_sources(session: ReviewSession, entries: Iterable[Entry]) -> Mapping[int, Sequence[CitedSource]]:
    """Store the labels in the source lines of the answers among *entries*, in the caller's transaction.

    Return the rows of each answer by its key, none where it names no source.
    """
    answers = answers_among(session, entries)
    if not answers:
        return {}
    chunks = chunks_of(session)
    sources = {entry.pk: cited_sources(entry, chunks) for entry in answers}
    CitedSource.objects.bulk_create([row for rows in sources.values() for row in rows], batch_size=BATCH_SIZE)
    return sources
