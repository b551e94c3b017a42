"""Evidence classified again at its own span: by the current rules, or at the occurrence that a person chose."""

from aligner_core._differences.beside import Beside
from aligner_core._differences.hedging import hedge_in_sentence
from aligner_core._matching.cascade import PreparedSource, differences_at, says_the_same
from aligner_core._matching.warnings import warnings_for
from aligner_core._rewriting.equal import rewrites_in
from aligner_core._text.ellipses import without_end_ellipses
from aligner_core._text.normalized_text import fold
from aligner_core.errors import ProofError, require_type
from aligner_core.evidence.differences import Alternative, Difference
from aligner_core.evidence.models import MAX_ALTERNATIVES, AlignedEvidence
from aligner_core.evidence.proofs import verify
from aligner_core.spans import Span


def reclassify(evidence: AlignedEvidence, source: str | PreparedSource) -> AlignedEvidence:
    """Return evidence with the differences and warnings that belong to its span by the current rules.

    Nothing is searched: span, method and similarity stay, and so do rewrites, which are the proof of a normalized
    quote; where the tables of today no longer allow them, what they change is judged. `verify` checks whether all is
    right.

    Raises:
        InvalidTypeError: an argument is of the wrong type.
        ProofError: the span lies outside the source, or a fuzzy one does not begin and end at character boundaries.

    """
    require_type(evidence, AlignedEvidence, "evidence")
    prepared = _prepared(source)
    if evidence.span_end > len(prepared.text):
        message = "a span lies outside the source"
        raise ProofError(message)
    similar = fold(without_end_ellipses(evidence.quote)) if evidence.match_method == "fuzzy" else ""
    beside = prepared.beside(evidence.span_start, evidence.span_end, similar=similar)
    hedge = hedge_in_sentence(beside)
    return evidence.model_copy(
        update={
            "differences": _differences(evidence, prepared, beside),
            "warnings": tuple(warnings_for(evidence.quote, beside, hedge)),
            "hedge": hedge,
        }
    )


def resolve_ambiguity(evidence: AlignedEvidence, span: Span, source: str | PreparedSource) -> AlignedEvidence:
    """Return ambiguous evidence at the one occurrence that a person chose, where it is no longer ambiguous.

    The other occurrences stay listed, at most MAX_ALTERNATIVES of them; differences and warnings are those of the span.

    Raises:
        InvalidTypeError: an argument is of the wrong type.
        ProofError: the quote does not occur at *span* as it does at the span of the evidence.

    >>> from aligner_core import EvidenceAligner
    >>> source = "no cache, then a cache"
    >>> found = EvidenceAligner().align_quote("cache", source)
    >>> chosen = resolve_ambiguity(found, found.alternatives[0].span, source)
    >>> chosen.span, chosen.ambiguous, chosen.alternatives
    (Span(start=17, end=22), False, (Alternative(span_start=3, span_end=8, rewrites=()),))

    """
    require_type(evidence, AlignedEvidence, "evidence")
    require_type(span, Span, "span")
    prepared = _prepared(source)
    here = Alternative(span_start=evidence.span_start, span_end=evidence.span_end, rewrites=evidence.rewrites)
    places = sorted({here, *evidence.alternatives}, key=lambda place: place.span_start)
    others = [place for place in places if place.span != span]
    rewrites = next((place.rewrites for place in places if place.span == span), ())
    changed = tuple(rewrites_in(fold(without_end_ellipses(evidence.quote)), rewrites))
    alone = {"span_start": span.start, "span_end": span.end, "ambiguous": False, "differences": changed}
    verify(evidence.model_copy(update={**alone, "alternatives": (), "alternative_count": 0}), prepared.text)
    listed = tuple(others[:MAX_ALTERNATIVES])
    return reclassify(evidence.model_copy(update={**alone, "alternatives": listed}), prepared)


def _prepared(source: str | PreparedSource) -> PreparedSource:
    require_type(source, (str, PreparedSource), "source")
    return PreparedSource(source) if isinstance(source, str) else source


def _differences(evidence: AlignedEvidence, source: PreparedSource, beside: Beside) -> tuple[Difference, ...]:
    """Return the differences between a quote and the words at its span, and what reverses these beside it."""
    rewrites = tuple(one for one in evidence.differences if one.rewrite is not None)
    if evidence.match_method != "fuzzy" and not rewrites:
        return differences_at(evidence.quote, source, beside, None)
    window = source.folded.locate(evidence.span)
    if window is None:
        message = "a span must begin and end at character boundaries"
        raise ProofError(message)
    if not rewrites:
        return differences_at(evidence.quote, source, beside, window)
    if says_the_same(evidence.quote, source, window):
        return (*rewrites, *differences_at(evidence.quote, source, beside, None))
    judged = differences_at(evidence.quote, source, beside, window)
    return (*rewrites, *(one for one in judged if one.severity != "form"))
