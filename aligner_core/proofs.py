"""Re-check evidence by reading the source; no finder is asked."""

from collections.abc import Mapping

from rapidfuzz.distance import Levenshtein

from aligner_core.alignments import FUZZY_BAR, AlignedEvidence
from aligner_core.canonical import text_hash
from aligner_core.errors import ProofError
from aligner_core.normalization import NormalizedText, fold
from aligner_core.spans import Span

TOLERANCE = 1e-9


def verify(evidence: AlignedEvidence | Mapping[str, object], source: str) -> None:
    """Raise ProofError unless *evidence* (a model, or its wire form) is really there in *source*.

    Nothing else is raised, whatever is given.
    """
    try:
        _check(_evidence(evidence), source)
    except ProofError:
        raise
    except Exception as error:
        message = f"this is no evidence for a text: {error}"
        raise ProofError(message) from error


def measure(quote: str, span: Span, source: str) -> tuple[int, int]:
    """Give distance and length of "similarity 0.857 = 1 − 3/21": of the folded quote and the folded words at *span*."""
    folded = NormalizedText(source)
    window = folded.locate(span)
    if window is None:
        message = "the span does not begin and end between characters"
        raise ProofError(message)
    words, wanted = folded.text[slice(*window)], fold(quote)
    return Levenshtein.distance(wanted, words), max(len(wanted), len(words))


def _evidence(given: AlignedEvidence | Mapping[str, object]) -> AlignedEvidence:
    if isinstance(given, AlignedEvidence):
        return given
    return AlignedEvidence.model_validate(dict(given))


def _check(evidence: AlignedEvidence, source: str) -> None:
    if text_hash(source) != evidence.source_hash:
        _refuse("the source is not the text the quote was aligned to")
    places = [evidence.span, *(Span(start=one.span_start, end=one.span_end) for one in evidence.alternatives)]
    if any(place.end > len(source) for place in places):
        _refuse("a span lies outside the source")
    words = source[evidence.span_start : evidence.span_end]
    if evidence.match_method == "exact":
        _require(words == evidence.quote, "the words at the span are not the quote")
        return
    _require(words != evidence.quote, "the words are the quote: the method would be exact")
    distance, length = measure(evidence.quote, evidence.span, source)
    if evidence.match_method == "normalized":
        _require(distance == 0, "the words at the span are not the quote, normalized")
        return
    similarity = 1 - distance / length
    _require(distance > 0, "the words are the quote, normalized")
    _require(similarity >= FUZZY_BAR, "the words at the span are not similar enough")
    _require(abs(similarity - evidence.similarity) < TOLERANCE, "the similarity is not what was measured")


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition, not a switch
    if not holds:
        _refuse(otherwise)


def _refuse(message: str) -> None:
    raise ProofError(message)
