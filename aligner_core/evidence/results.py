"""What aligning a whole extraction comes to, and the form of the first version."""

from aligner_core.alignments import AlignedEvidence, FailedEvidence, Method
from aligner_core.spans import Value


class AlignedOutcome(AlignedEvidence):
    """Aligned evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> AlignedEvidence:
        """Give the evidence alone."""
        return AlignedEvidence(**{name: getattr(self, name) for name in AlignedEvidence.model_fields})


class FailedOutcome(FailedEvidence):
    """Failed evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> FailedEvidence:
        """Give the evidence alone."""
        return FailedEvidence(**{name: getattr(self, name) for name in FailedEvidence.model_fields})


Outcome = AlignedOutcome | FailedOutcome


def outcome(evidence: AlignedEvidence | FailedEvidence, entry_id: str | None) -> Outcome:
    """Say which entry evidence belongs to."""
    kind = AlignedOutcome if isinstance(evidence, AlignedEvidence) else FailedOutcome
    return kind(**{name: getattr(evidence, name) for name in type(evidence).model_fields}, entry_id=entry_id)


class EntryOutcome(Value):
    """One entry: aligned when it has a quote and every quote is aligned (contract 3.8)."""

    entry_id: str | None = None
    evidence_aligned: bool
    outcomes: tuple[Outcome, ...]


class AlignResult(Value):
    """What aligning an extraction came to; `outcomes` has one outcome a quote, in input order."""

    evidence_aligned: bool
    aligned_evidence: tuple[AlignedEvidence, ...]
    failed_quotes: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: tuple[FailedOutcome, ...]
    entries: tuple[EntryOutcome, ...]


class V1Span(Value):
    """One claim found, in the form of the first version."""

    start: int
    end: int
    confidence: float
    match_type: Method
    original_quote: str
    aligned_text: str


class AlignmentResult(Value):
    """Claims against one source, in the form of the first version."""

    is_aligned: bool
    confidence: float
    spans: tuple[V1Span, ...]
    missing_claims: tuple[str, ...]
