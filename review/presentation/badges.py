"""Badges that show with letters, not only by colour, how a quote was found."""

from decimal import ROUND_CEILING, ROUND_DOWN, Decimal

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


def two_digits(similarity: float) -> str:
    """Return the figure of a badge: the first two of the three digits in the details, without the zero."""
    return three_digits(similarity)[:-1].removeprefix("0")


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
    """Return the badge of a method; those of fuzzy quotes and near misses include the similarity."""
    letters = METHOD_BADGES[method]
    if method in {"fuzzy", "none"} and similarity is not None:
        return letters + two_digits(similarity)
    return letters


def occurrence_badge(number: int, count: int) -> str:
    """Return the badge of an ambiguous quote, with the number of the occurrence it is aligned to."""
    return f"◆{number}/{count}"
