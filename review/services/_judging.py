"""Judge aligned evidence anew from its message, for the place it names. Private to the services."""

from aligner_core import AlignedEvidence, Difference, NormalizedText, ProofError
from aligner_core.advice import advice
from aligner_core.differences import differences


def judged(evidence: AlignedEvidence, content: str) -> AlignedEvidence:
    """Give evidence with the differences and the advice that belong to its own place."""
    told = advice(evidence.quote, content, evidence.span_start, evidence.span_end)
    return evidence.model_copy(update={"differences": differences_of(evidence, content), "warnings": tuple(told)})


def differences_of(evidence: AlignedEvidence, content: str) -> tuple[Difference, ...]:
    """List what differs between a quote and its words; only a fuzzy one differs."""
    if evidence.match_method != "fuzzy":
        return ()
    folded = NormalizedText(content)
    window = folded.locate(evidence.span)
    if window is None:
        message = "a span does not begin and end between characters"
        raise ProofError(message)
    return differences(evidence.quote, folded, window)
