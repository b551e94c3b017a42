"""What programs send that is too large for a request: it is kept as a draft, and a job receives it."""

from django.conf import settings
from django.db import transaction

from review.models import Job, ReviewSession, UploadDraft
from review.payloads import CheckedExtraction, CheckedRetrieval, Upload
from review.services._jobs import Work, enqueue
from review.services.ingest.large import subject_of

RECEIVE = "receive"
"""The kind of the job."""


def is_large_session(upload: Upload) -> bool:
    """Return whether a session is too long to be stored within a request."""
    texts = upload.chunks if isinstance(upload, CheckedRetrieval) else upload.messages
    return sum(len(one.content) for one in texts) > settings.REVIEW_MAX_CHARS_AT_ONCE


def is_large_extraction(session: ReviewSession, checked: CheckedExtraction) -> bool:
    """Return whether an extraction has too many quotes, or too long a session, to be aligned within a request."""
    quotes = sum(len(entry.quotes) for entry in checked.entries)
    if quotes > settings.REVIEW_MAX_QUOTES_AT_ONCE:
        return True
    characters = sum(session.current_messages().values_list("length", flat=True))
    return bool(quotes) and characters > settings.REVIEW_MAX_CHARS_AT_ONCE


@transaction.atomic(durable=True)
def receive_later(draft: UploadDraft, *, title: str, accept_changes: bool = False) -> Job:
    """Keep what was sent as a draft, start the job that receives it, and return the job."""
    draft.is_sent = True
    draft.save()
    given = {"accept_changes": accept_changes}
    return enqueue(Work(RECEIVE, subject_of(draft), title, draft.project_id, draft.created_by_id, given))
