"""A session and, if it came along, its extraction: what one line of an import file or one form holds."""

from dataclasses import dataclass

from aligner_core import SessionUpload
from aligner_core.documents import as_upload
from review.payloads.answers import with_answer
from review.payloads.checks import CheckedExtraction, check_extraction, check_session
from review.payloads.retrievals import CheckedRetrieval, check_retrieval

Upload = SessionUpload | CheckedRetrieval
"""What becomes a session: a conversation, or the chunks that were found for a question."""


@dataclass(frozen=True, slots=True)
class CombinedUpload:
    """A session and its extraction; the answer of a retrieval is an entry of it."""

    session: Upload
    extraction: CheckedExtraction | None


def check_upload(payload: object) -> Upload:
    """Check what becomes a session, as whichever of its forms it has."""
    return check_retrieval(payload) if _is_retrieval(payload) else check_session(payload)


def check_combined(payload: object) -> CombinedUpload:
    """Check a session and what stands beside it under `extraction`; both must be right for either to be taken."""
    session = check_upload(payload)
    extraction = extraction_of(session, payload.get("extraction") if isinstance(payload, dict) else None)
    return CombinedUpload(session, None if extraction is None else check_extraction(extraction))


def extraction_of(session: Upload | None, extraction: object) -> object:
    """Give the extraction of a session as it will be received: with the answer, where one came along."""
    if isinstance(session, CheckedRetrieval):
        return with_answer(extraction, query=session.query, answer=session.answer)
    return extraction


def _is_retrieval(payload: object) -> bool:
    """Tell a retrieval from a conversation; what has messages is one, whatever else it brings."""
    if isinstance(payload, dict) and payload.keys() & {"messages", "sessionMessages"}:
        return False
    return (isinstance(payload, dict) and "chunks" in payload) or as_upload(payload) is not None
