"""The result of aligning a whole extraction, and the result in the form of the first version."""

from typing import Any

from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, Method
from aligner_core.spans import Value, made_of


class AlignedOutcome(AlignedEvidence):
    """Aligned evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> AlignedEvidence:
        """Return the evidence alone."""
        return made_of(AlignedEvidence, _evidence_fields(self), private=_private(self))


class FailedOutcome(FailedEvidence):
    """Failed evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> FailedEvidence:
        """Return the evidence alone."""
        return made_of(FailedEvidence, _evidence_fields(self), private=_private(self))


Outcome = AlignedOutcome | FailedOutcome


def with_entry(evidence: AlignedEvidence | FailedEvidence, entry_id: str | None) -> Outcome:
    """Return evidence as an outcome of the entry it belongs to."""
    fields = {**evidence.__dict__, "entry_id": entry_id}
    if isinstance(evidence, AlignedEvidence):
        return made_of(AlignedOutcome, fields, private=_private(evidence))
    return made_of(FailedOutcome, fields, private=_private(evidence))


def _evidence_fields(outcome: Outcome) -> dict[str, Any]:
    fields = {**outcome.__dict__}
    del fields["entry_id"]
    return fields


def _private(evidence: AlignedEvidence | FailedEvidence) -> dict[str, Any]:
    return {**(evidence.__pydantic_private__ or {})}


class EntryOutcome(Value):
    """One entry: aligned when it has a quote and every quote is aligned (specification 3.8)."""

    entry_id: str | None = None
    evidence_aligned: bool
    outcomes: tuple[Outcome, ...]


class AlignResult(Value):
    """The result of aligning an extraction; `outcomes` has one outcome per quote, in input order."""

    evidence_aligned: bool
    aligned_evidence: tuple[AlignedEvidence, ...]
    failed_quotes: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: tuple[FailedOutcome, ...]
    entries: tuple[EntryOutcome, ...]


class V1Span(Value):
    """A claim that was found, in the form of the first version."""

    start: int
    end: int
    confidence: float
    match_type: Method
    original_quote: str
    aligned_text: str


class AlignmentResult(Value):
    """The result of aligning claims to one source, in the form of the first version."""

    is_aligned: bool
    confidence: float
    spans: tuple[V1Span, ...]
    missing_claims: tuple[str, ...]
