"""Compare what was aligned with a known truth, for import files that carry one."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from aligner_core import AlignedEvidence, FailedEvidence
from review.models import Alignment, Extraction

NEAR = 2
"""Code points by which both ends of an edited quote may differ from the true span and still be the right place."""
EXACT = "exact"
"""The truth class of unedited quotes: their spans are right to the code point."""

Cell = tuple[str, str]


def truth_cells(extraction: Extraction, truth: Iterable[Mapping[str, Any]]) -> Counter[Cell]:
    """Count the outcomes of an extraction's quotes by truth class; the outcome names the place where it is right."""
    first = Alignment.objects.filter(quote__entry__extraction=extraction, attempt=1, quote__position=0)
    by_entry = {one.quote.entry.entry_id: one for one in first.select_related("quote__entry")}
    known = [(row, by_entry.get(str(row.get("entryId")))) for row in truth]
    return Counter((str(row.get("cls", "")), outcome_of(one, row)) for row, one in known if one is not None)


def outcome_of(alignment: Alignment, row: Mapping[str, Any]) -> str:
    """Name one outcome: the method or the reason, and whether it points at the true place."""
    evidence = alignment.evidence
    if isinstance(evidence, AlignedEvidence):
        return f"{evidence.match_method}, {'right' if _is_right(evidence, row) else 'other'} place"
    if evidence.found_in:
        first = "true" if evidence.found_in[0].message_index == row.get("actual_index") else "other"
        return f"{evidence.failure_reason}, {first} message first"
    return f"{evidence.failure_reason}{_closest(evidence)}"


def _closest(evidence: FailedEvidence) -> str:
    return ", closest given" if evidence.closest is not None else ""


def _is_right(evidence: AlignedEvidence, row: Mapping[str, Any]) -> bool:
    start, end = row.get("start"), row.get("end")
    if not isinstance(start, int) or not isinstance(end, int) or evidence.message_index != row.get("actual_index"):
        return False
    near = 0 if row.get("cls") == EXACT else NEAR
    return abs(evidence.span_start - start) <= near and abs(evidence.span_end - end) <= near
