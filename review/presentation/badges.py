"""Badges that show with letters, not only by colour, how a quote was found."""

from aligner_core import AlignedEvidence
from aligner_core.evidence import confidence_of, two_digits

DRIFTED_BADGE = "↯"
METHOD_BADGES = {"exact": "E=", "normalized": "N≈", "fuzzy": "F~", "none": "✗"}


PROVENANCE_SIGNS = {
    "edited_quote": "⌨",
    "selected_by_hand": "✎",
    "source_text": "⇄",
    "split_part": "÷",
    "restored": "↺",
    "moved_message": "→",
    "occurrence_chosen": "◆",
    "place_confirmed": "✓",
    "looked_again": "⟳",
}
"""The signs for choices of people in an attempt, on cards, in lists and in the help."""


def badge(method: str, *, similarity: float | None = None) -> str:
    """Return the badge of a method: with the confidence of a fuzzy quote, or how similar the closest words are.

    A quote has one number, its confidence; the badge cuts it.
    """
    letters = METHOD_BADGES[method]
    if similarity is None or method not in {"fuzzy", "none"}:
        return letters
    return letters + two_digits(similarity if method == "none" else confidence_of(method, similarity))


def occurrence_badge(evidence: AlignedEvidence) -> str:
    """Return the badge of an ambiguous quote: which of its occurrences it is aligned to, counted from one."""
    number = 1 + sum(place.span_start < evidence.span_start for place in evidence.alternatives)
    return f"◆{number}/{evidence.alternative_count + 1}"


def card_badge(state: str, letters: str, confidence: str) -> str:
    """Return the badge of a card: it has the confidence even where that follows from the method.

    >>> card_badge("exact", "E=", "1.000"), card_badge("fuzzy", "F~.94", "0.949")
    ('E= 1.00', 'F~.94')
    """
    is_plain = letters == METHOD_BADGES.get(state) and state in {"exact", "normalized"}
    return f"{letters} {two_digits(float(confidence))}" if is_plain and confidence else letters
