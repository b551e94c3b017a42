"""Judge aligned evidence anew from its message, for the place it names. Private to the services."""

from aligner_core import AlignedEvidence, Alternative, Difference, NormalizedText, ProofError
from aligner_core.advice import advice
from aligner_core.alignments import MOST_ALTERNATIVES
from aligner_core.differences import differences


def judged(evidence: AlignedEvidence, content: str) -> AlignedEvidence:
    """Give evidence with the differences and the advice that belong to its own place."""
    told = advice(evidence.quote, content, evidence.span_start, evidence.span_end)
    return evidence.model_copy(update={"differences": differences_of(evidence, content), "warnings": tuple(told)})


def placed(evidence: AlignedEvidence, place: Alternative, content: str) -> AlignedEvidence:
    """Give evidence that means the one place a person chose; the others stay listed, and nothing is ambiguous."""
    here = Alternative(span_start=evidence.span_start, span_end=evidence.span_end)
    others = sorted({here, *evidence.alternatives} - {place}, key=lambda other: other.span_start)
    span = {"span_start": place.span_start, "span_end": place.span_end}
    rest = {"ambiguous": False, "alternatives": tuple(others[:MOST_ALTERNATIVES])}
    return judged(evidence.model_copy(update={**span, **rest}), content)


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
