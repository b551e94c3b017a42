"""Write down which sources an answer names, when it comes. Private to the services."""

from collections.abc import Iterable

from review.models import CitedSource, Entry, ReviewSession
from review.selectors.answers import answers_among, cited_sources
from review.selectors.retrievals import chunks_of
from review.services._revisions import BATCH


def store_cited(session: ReviewSession, entries: Iterable[Entry]) -> None:
    """Store the labels in the source lines of the answers among *entries*, inside the transaction of the caller."""
    answers = answers_among(session, entries)
    if answers:
        chunks = chunks_of(session)
        rows = [row for entry in answers for row in cited_sources(entry, chunks)]
        CitedSource.objects.bulk_create(rows, batch_size=BATCH)
