from review.payloads.checks import (
    CheckedEntry,
    CheckedExtraction,
    CheckedQuote,
    CombinedUpload,
    check_combined,
    check_extraction,
    check_quote,
    check_session,
    escaped,
    storable,
)
from review.payloads.reading import read_json, read_json_text

__all__ = [
    "CheckedEntry",
    "CheckedExtraction",
    "CheckedQuote",
    "CombinedUpload",
    "check_combined",
    "check_extraction",
    "check_quote",
    "check_session",
    "escaped",
    "read_json",
    "read_json_text",
    "storable",
]
