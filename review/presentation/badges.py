"""Badges that show with letters, not only by colour, how a quote was found."""

from decimal import ROUND_CEILING, ROUND_DOWN, Decimal

from aligner_core.evidence import confidence_of

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


def two_digits(figure: float) -> str:
    """Return the figure of a badge: the first two of the three digits in the details, without the zero."""
    return three_digits(figure)[:-1].removeprefix("0")


def three_digits(similarity: float) -> str:
    """Return a similarity or a confidence as every page shows it: cut after three digits, never rounded up.

    So a near miss never reads like the threshold, and 0.9499 not like the 0.950 of a normalized quote.
    """
    return str(Decimal(repr(similarity)).quantize(Decimal("0.001"), rounding=ROUND_DOWN))


def shortfall(similarity: float, threshold: float) -> str:
    """Return how far a similarity is below the threshold, rounded up so that it is never zero."""
    return str(
        (Decimal(repr(threshold)) - Decimal(repr(similarity))).quantize(Decimal("0.001"), rounding=ROUND_CEILING)
    )


def badge(method: str, *, similarity: float | None = None) -> str:
    """Return the badge of a method: with the confidence of a fuzzy quote, or how similar the closest words are.

    A quote has one number, its confidence; the badge cuts it.
    """
    letters = METHOD_BADGES[method]
    if similarity is None or method not in {"fuzzy", "none"}:
        return letters
    return letters + two_digits(similarity if method == "none" else confidence_of(method, similarity))


def occurrence_badge(number: int, count: int) -> str:
    """Return the badge of an ambiguous quote, with the number of the occurrence it is aligned to."""
    return f"◆{number}/{count}"
