"""Where a quote is highlighted in its message."""

from aligner_core import AlignedEvidence
from review.presentation.badges import badge
from review.presentation.highlights import Highlight
from review.selectors.quotes.quote_rows import QuoteRow


def highlights_of(row: QuoteRow) -> list[tuple[int, Highlight]]:
    """Return the highlights of a quote with their messages: its span and its other occurrences, or its closest words.

    A drifted quote has none: its span belongs to a version of the message that is no longer shown.
    """
    evidence, key = row.evidence, row.quote.pk
    if row.is_drifted:
        return []
    if not isinstance(evidence, AlignedEvidence):
        near = evidence.closest
        ghost = badge("none", similarity=near.similarity) if near else ""
        return (
            [(near.message_index, Highlight(key, near.span_start, near.span_end, ghost, kind="ghost"))] if near else []
        )
    method = row.current.method
    mark = Highlight(
        key,
        evidence.span_start,
        evidence.span_end,
        row.badge,
        method=method,
        ambiguous=evidence.ambiguous,
        confidence=evidence.confidence,
    )
    others = _others(row, evidence) if evidence.ambiguous else []
    return [(evidence.message_index, one) for one in (mark, *others)]


def is_drawn_in(row: QuoteRow, text: str, *, text_hash: str) -> bool:
    """Return whether a quote was searched in exactly this text: a span in an old version is invalid in a newer one."""
    evidence = row.evidence
    if isinstance(evidence, AlignedEvidence):
        return evidence.source_hash == text_hash
    near = evidence.closest
    return near is None or text[near.span_start : near.span_end] == near.text


def _others(row: QuoteRow, evidence: AlignedEvidence) -> list[Highlight]:
    spans = sorted((place.span_start, place.span_end) for place in evidence.alternatives)
    count = evidence.alternative_count + 1
    return [
        Highlight(
            row.quote.pk,
            start,
            end,
            f"{number + (start > evidence.span_start)}/{count}",
            method=row.current.method,
            kind="occurrence",
        )
        for number, (start, end) in enumerate(spans, start=1)
    ]
