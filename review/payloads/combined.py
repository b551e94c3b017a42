"""A session and possibly its extraction: the content of one line of an import file, or of one form."""

from dataclasses import dataclass

from aligner_core import SessionUpload
from aligner_core.formats import unified
from aligner_core.retrieval import upload_from_documents
from review.payloads.answers import with_answer
from review.payloads.checks import CheckedExtraction, check_extraction, check_session
from review.payloads.retrievals import CheckedRetrieval, check_retrieval

Upload = SessionUpload | CheckedRetrieval
"""An upload that becomes a session: a conversation, or the chunks found for a question."""


@dataclass(frozen=True, slots=True)
class CombinedUpload:
    """A session and its extraction, of which the answer of a retrieval is an entry."""

    session: Upload
    extraction: CheckedExtraction | None


def check_upload(payload: object) -> Upload:
    """Return a checked retrieval or conversation, whichever the payload is.

    Raises:
        UploadRefusedError: it is not valid.

    """
    return check_retrieval(payload) if _is_retrieval(payload) else check_session(payload)


def check_combined(payload: object) -> CombinedUpload:
    """Return a checked session and its checked `extraction`, in any of the forms that `unified` knows.

    Raises:
        UploadRefusedError: one of them is not valid, so neither is accepted.

    """
    given = unified(payload)
    session = check_upload(given)
    extraction = extraction_of(session, given.get("extraction") if isinstance(given, dict) else None)
    return CombinedUpload(session, None if extraction is None else check_extraction(extraction))


def is_extraction_alone(payload: object) -> bool:
    """Return whether a payload is an extraction without its session."""
    given = unified(payload)
    keys = given.keys() if isinstance(given, dict) else set()
    return bool({"entries", "evidence"} & keys) and not {"messages", "chunks"} & keys


def extraction_of(session: Upload | None, extraction: object) -> object:
    """Return the extraction of a session as it will be received: with the answer, where there is one."""
    if isinstance(session, CheckedRetrieval):
        return with_answer(extraction, query=session.query, answer=session.answer)
    return extraction


def _is_retrieval(payload: object) -> bool:
    """Return whether a payload is a retrieval; with messages it is a conversation, whatever else it has."""
    if isinstance(payload, dict) and payload.keys() & {"messages", "sessionMessages"}:
        return False
    return (isinstance(payload, dict) and "chunks" in payload) or upload_from_documents(payload) is not None
