from aligner_core.formats import unified
from review.payloads.answers import ANSWER, with_answer
from review.payloads.checks import (
    CheckedEntry,
    CheckedExtraction,
    CheckedQuote,
    check_extraction,
    check_quote,
    check_session,
    escaped,
    is_stated,
    storable,
)
from review.payloads.combined import CombinedUpload, Upload, check_combined, check_upload, extraction_of
from review.payloads.reading import read_json, read_json_text
from review.payloads.retrievals import CheckedChunk, CheckedRetrieval, check_retrieval

__all__ = [
    "ANSWER",
    "CheckedChunk",
    "CheckedEntry",
    "CheckedExtraction",
    "CheckedQuote",
    "CheckedRetrieval",
    "CombinedUpload",
    "Upload",
    "check_combined",
    "check_extraction",
    "check_quote",
    "check_retrieval",
    "check_session",
    "check_upload",
    "escaped",
    "extraction_of",
    "is_stated",
    "read_json",
    "read_json_text",
    "storable",
    "unified",
    "with_answer",
]
