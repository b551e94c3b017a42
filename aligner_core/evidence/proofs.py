"""Re-check evidence by reading the source; no finder is asked."""

from collections.abc import Mapping

from rapidfuzz.distance import Levenshtein

from aligner_core.alignments import AlignedEvidence
from aligner_core.canonical import text_hash
from aligner_core.errors import ProofError
from aligner_core.normalization import NormalizedText, fold
from aligner_core.spans import Span

TOLERANCE = 1e-9
_ENTRY = frozenset({"entryId", "entry_id"})
"""What an outcome has beside its evidence."""


def verify(evidence: AlignedEvidence | Mapping[str, object], source: str) -> None:
    """Raise ProofError unless *evidence* (a model, or its wire form) is really there in *source*.

    Nothing else is raised, whatever is given.
    """
    try:
        _check(_evidence(evidence), source)
    except ProofError:
        raise
    except Exception as error:
        message = "this is no evidence for a text"
        raise ProofError(message) from error


def measure(quote: str, span: Span, source: str) -> tuple[int, int]:
    """Give distance and length of "similarity 0.857 = 1 − 3/21": of the folded quote and the folded words at *span*.

    >>> measure("DuckDB JSONB 타입 제거", Span(start=0, end=21), "DuckDB에서 JSONB 타입을 제거")
    (3, 21)
    """
    return _measured(quote, span, NormalizedText(source))


def _measured(quote: str, span: Span, source: NormalizedText) -> tuple[int, int]:
    window = source.locate(span)
    if window is None:
        message = "a span does not begin and end between characters"
        raise ProofError(message)
    words, wanted = source.text[slice(*window)], fold(quote)
    return Levenshtein.distance(wanted, words), max(len(wanted), len(words))


def _evidence(given: AlignedEvidence | Mapping[str, object]) -> AlignedEvidence:
    """Validate anew even what is a model already: a copy of a model may hold anything."""
    wire = given.model_dump(by_alias=True) if isinstance(given, AlignedEvidence) else dict(given)
    return AlignedEvidence.model_validate({key: value for key, value in wire.items() if key not in _ENTRY})


def _check(evidence: AlignedEvidence, source: str) -> None:
    _require(text_hash(source) == evidence.source_hash, "the source is not the text the quote was aligned to")
    spans = [evidence.span, *(one.span for one in evidence.alternatives)]
    _require(all(span.end <= len(source) for span in spans), "a span lies outside the source")
    if evidence.match_method == "exact":
        _require(all(_words(source, span) == evidence.quote for span in spans), "the words at a span are not the quote")
        return
    _require(evidence.quote not in source, "the quote stands there word for word: the method would be exact")
    folded = NormalizedText(source)
    for span in spans:
        distance, length = _measured(evidence.quote, span, folded)
        if evidence.match_method == "normalized":
            _require(distance == 0, "the words at a span are not the quote, normalized")
        else:
            _require(distance > 0, "the words at a span are the quote, normalized")
            similarity = 1 - distance / length
            _require(abs(similarity - evidence.similarity) < TOLERANCE, "the similarity is not what was measured")


def _words(source: str, span: Span) -> str:
    return source[span.start : span.end]


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition, not a switch
    if not holds:
        raise ProofError(otherwise)
