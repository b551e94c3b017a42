"""Messages as annotated documents of LangExtract, one document a message, since intervals count within its text."""

from typing import Any, Final

from aligner_core.evidence import AlignedEvidence
from aligner_core.exports.rows import MessageRow, QuoteRow

STATUS: Final = {"exact": "match_exact", "normalized": "match_exact", "fuzzy": "match_fuzzy", "none": None}


def langextract_document(message: MessageRow) -> dict[str, Any]:
    """Return a message as a document; a quote that was not found has its place in the list and no interval.

    Intervals count code points. LangExtract's own page of a document lets markup in a text through: do not open one of
    texts that you do not trust.
    """
    version = f"@{message.version}" if message.version > 1 else ""
    return {
        "document_id": f"{message.session}#{message.index}{version}",
        "text": message.text,
        "extractions": [_extraction(row, number) for number, row in enumerate(message.quotes)],
    }


def _extraction(row: QuoteRow, number: int) -> dict[str, Any]:
    found = row.outcome
    interval = None
    if isinstance(found, AlignedEvidence):
        interval = {"start_pos": found.span_start, "end_pos": found.span_end}
    return {
        "extraction_class": row.type or "quote",
        "extraction_text": found.quote,
        "char_interval": interval,
        "alignment_status": STATUS[found.match_method],
        "extraction_index": number + 1,
        "group_index": number,
        "description": row.title or None,
        "attributes": {
            "entry": row.entry,
            "stage": row.stage,
            "method": found.match_method,
            "verdict": found.verdict.value,
        },
    }
