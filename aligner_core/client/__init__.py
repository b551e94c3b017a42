"""A client of the API: what a program sends and takes, with retries, pages as iterators and the version that was seen.

It needs httpx (`pip install "evidence-review[client]"`), and a token from the page *API* of a project:

    with EvidenceReview("http://127.0.0.1:8000", token) as review:
        session = review.send_session({"sessionId": "talk-1", "messages": [...]})
        review.send_extraction(session["session"], {"entries": [...]})
        for quote in review.failed():
            review.retry(quote, "the words as they are", message_index=0)
        for entry in review.entries(blocked=False):
            review.promote(entry, to="candidate")
"""

from aligner_core.client.errors import ApiError, JobFailedError
from aligner_core.client.review import Bundle, Entry, EvidenceReview, Place, Quote

__all__ = ["ApiError", "Bundle", "Entry", "EvidenceReview", "JobFailedError", "Place", "Quote"]
