"""Checking evidence by reading its source again, without searching."""

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from aligner_core._text.ellipses import without_end_ellipses
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.short_quotes import may_be_meant_at
from aligner_core.errors import ProofError, require_type
from aligner_core.evidence.differences import Rewrite
from aligner_core.evidence.models import AlignedEvidence
from aligner_core.ledger.canonical_json import text_hash
from aligner_core.spans import Span

TOLERANCE = 1e-9
_IS_EXACT = "the quote occurs verbatim in the source, so its method must be exact"
_ENTRY = frozenset({"entryId", "entry_id"})
"""The keys of an outcome in addition to those of its evidence."""


def verify(evidence: AlignedEvidence | Mapping[str, object], source: str) -> None:
    """Check that evidence, a model or its wire form, is really there in *source*.

    Raises:
        ProofError: it is not. Nothing else is raised, whatever is given.

    >>> verify({"messageIndex": 0, "quote": "cache"}, "the cache lives")
    Traceback (most recent call last):
    aligner_core.errors.ProofError: not evidence for a text

    """
    try:
        _check(_evidence(evidence), source)
    except ProofError:
        raise
    except Exception as error:
        message = "not evidence for a text"
        raise ProofError(message) from error


def measure(quote: str, span: Span, source: str) -> tuple[int, int]:
    """Return the distance of a quote to the words at *span*, and the longer length of the two, both folded.

    Their similarity is 1 − distance / length. Ellipses at the ends of the quote count only where the words have them.

    Raises:
        InvalidTypeError: an argument is of the wrong type.
        ProofError: the span does not begin and end at character boundaries of *source*.

    >>> measure("DuckDB JSONB 타입 제거", Span(start=0, end=21), "DuckDB에서 JSONB 타입을 제거")
    (3, 21)

    """
    require_type(span, Span, "span")
    return _measured(quote, span, NormalizedText(source))


def _measured(quote: str, span: Span, source: NormalizedText) -> tuple[int, int]:
    window = source.locate(span)
    if window is None:
        message = "a span must begin and end at character boundaries"
        raise ProofError(message)
    words, wanted = source.text[slice(*window)], fold(quote)
    if words != wanted:
        wanted = fold(without_end_ellipses(quote))
    return Levenshtein.distance(wanted, words), max(len(wanted), len(words))


def rewritten(folded_quote: str, rewrites: Sequence[Rewrite]) -> str:
    """Return a folded quote with rewrites applied: what makes them harmless is no part of the proof.

    Raises:
        ProofError: they are not in order and apart, lie outside the quote, or one of them changes nothing.

    >>> rewritten("i'd go", [Rewrite(quote_start=0, quote_end=3, source_text="i would")])
    'i would go'

    """
    parts, at = list[str](), -1
    for one in rewrites:
        start, end = one.quote_start, one.quote_end
        apart = at < start and end <= len(folded_quote) and folded_quote[start:end] != one.source_text
        _require(apart, "the rewrites are not in order, or change nothing")
        parts += (folded_quote[max(at, 0) : start], one.source_text)
        at = end
    return "".join((*parts, folded_quote[max(at, 0) :]))


def _evidence(given: AlignedEvidence | Mapping[str, object]) -> AlignedEvidence:
    """Validate a model again too, since a copy of a model may hold anything."""
    wire = given.model_dump(by_alias=True) if isinstance(given, AlignedEvidence) else dict(given)
    return AlignedEvidence.model_validate({key: value for key, value in wire.items() if key not in _ENTRY})


def _occurs(quote: str, source: str) -> bool:
    """Return whether a quote stands verbatim in a source, where it may be meant."""
    length = len(quote.strip())
    start = source.find(quote)
    while start != -1 and not may_be_meant_at(length, source, start, start + len(quote)):
        start = source.find(quote, start + 1)
    return start != -1


def _occurs_folded(quote: str, source: NormalizedText) -> bool:
    """Return whether a source has a quote word for word, both folded, where it may be meant."""
    folded, length = fold(quote), len(quote.strip())
    start = source.text.find(folded)
    while start != -1:
        end = start + len(folded)
        bounds = source.is_boundary(start) and source.is_boundary(end)
        if bounds and may_be_meant_at(length, source.text, start, end):
            return True
        start = source.text.find(folded, start + 1)
    return False


def _check_rewritten(evidence: AlignedEvidence, source: NormalizedText) -> None:
    """Check that the rewrites turn the folded quote into the folded words at each span, and are needed."""
    cut = without_end_ellipses(evidence.quote)
    literal = any(_occurs_folded(quote, source) for quote in {evidence.quote, cut})
    _require(not literal, "the source has the quote word for word, so nothing is rewritten")
    folded = fold(cut)
    changed = [one for one in evidence.differences if one.rewrite is not None]
    shown = all(folded[one.quote_start : one.quote_end] == one.quote_text for one in changed)
    _require(shown, "a rewrite does not show the words it stands for")
    places = [(evidence.span, evidence.rewrites), *((one.span, one.rewrites) for one in evidence.alternatives)]
    for span, rewrites in places:
        window = source.locate(span)
        words = None if window is None else source.text[slice(*window)]
        _require(rewritten(folded, rewrites) == words, "the rewrites do not lead to the words at a span")


def _check(evidence: AlignedEvidence, source: str) -> None:
    _require(text_hash(source) == evidence.source_hash, "the source is not the text the quote was aligned to")
    spans = [evidence.span, *(one.span for one in evidence.alternatives)]
    _require(all(span.end <= len(source) for span in spans), "a span lies outside the source")
    cut = without_end_ellipses(evidence.quote)
    if evidence.match_method == "exact":
        words = {_words(source, span) for span in spans}
        is_cut = words == {cut} and not _occurs(evidence.quote, source)
        _require(words == {evidence.quote} or is_cut, "the words at a span are not the quote")
        return
    _require(not _occurs(evidence.quote, source), _IS_EXACT)
    folded = NormalizedText(source)
    if evidence.rewrites or any(one.rewrites for one in evidence.alternatives):
        _require(not _occurs(cut, source), _IS_EXACT)
        _check_rewritten(evidence, folded)
        return
    for span in spans:
        distance, length = _measured(evidence.quote, span, folded)
        is_whole = distance == 0 and length == len(fold(evidence.quote))
        _require(is_whole or not _occurs(cut, source), _IS_EXACT)
        if evidence.match_method == "normalized":
            _require(distance == 0, "the words at a span do not match the quote, both normalized")
        else:
            _require(
                distance > 0, "the words at a span match the quote, both normalized, so its method must be normalized"
            )
            similarity = 1 - distance / length
            _require(abs(similarity - evidence.similarity) < TOLERANCE, "the similarity differs from the measured one")


def _words(source: str, span: Span) -> str:
    return source[span.start : span.end]


def _require(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition, not a switch
    if not holds:
        raise ProofError(otherwise)
