"""The outcomes of aligning, and their verification.

>>> from aligner_core import EvidenceAligner
>>> found = EvidenceAligner().align_quote("cache lives", "The cache lives for one hour.")
>>> found.span, found.match_method, found.confidence
(Span(start=4, end=15), 'exact', 1.0)
>>> verify(found, "The cache lives for one hour.")
>>> AlignedEvidence.from_wire(found.model_dump(by_alias=True)) == found
True
"""

from aligner_core.evidence.differences import Alternative, Difference, DifferenceKind, Rewrite
from aligner_core.evidence.figures import shortfall, three_digits, two_digits
from aligner_core.evidence.judgement import NO, YES, Judgement, Unjudged, unjudged
from aligner_core.evidence.models import (
    MAX_ALTERNATIVES,
    MAX_FUZZY_CONFIDENCE,
    MIN_FUZZY_SIMILARITY,
    NORMALIZED_CONFIDENCE,
    AlignedEvidence,
    FailedEvidence,
    FailureReason,
    Method,
    Place,
    Verdict,
    confidence_of,
)
from aligner_core.evidence.proofs import measure, verify
from aligner_core.evidence.results import (
    AlignedOutcome,
    AlignmentResult,
    AlignResult,
    EntryOutcome,
    FailedOutcome,
    Outcome,
    V1Span,
)

__all__ = [
    "MAX_ALTERNATIVES",
    "MAX_FUZZY_CONFIDENCE",
    "MIN_FUZZY_SIMILARITY",
    "NO",
    "NORMALIZED_CONFIDENCE",
    "YES",
    "AlignResult",
    "AlignedEvidence",
    "AlignedOutcome",
    "AlignmentResult",
    "Alternative",
    "Difference",
    "DifferenceKind",
    "EntryOutcome",
    "FailedEvidence",
    "FailedOutcome",
    "FailureReason",
    "Judgement",
    "Method",
    "Outcome",
    "Place",
    "Rewrite",
    "Unjudged",
    "V1Span",
    "Verdict",
    "confidence_of",
    "measure",
    "shortfall",
    "three_digits",
    "two_digits",
    "unjudged",
    "verify",
]
