"""The letter badges that tell how a quote was found, without colour."""

from decimal import ROUND_CEILING, ROUND_DOWN, Decimal

BAR = Decimal("0.85")
DRIFTED_BADGE = "↯"
METHOD_BADGES = {"exact": "E=", "normalized": "N≈", "fuzzy": "F~", "none": "✗"}


def two_digits(similarity: float) -> str:
    """Cut a similarity to two digits, never rounding up: 0.849 is ``.84``, never the bar itself."""
    if similarity >= 1:
        return "1.00"
    return str(Decimal(repr(similarity)).quantize(Decimal("0.01"), rounding=ROUND_DOWN)).removeprefix("0")


def three_digits(similarity: float) -> str:
    """Cut a similarity to three digits, so that what fails by a hair never reads like the bar."""
    return str(Decimal(repr(similarity)).quantize(Decimal("0.001"), rounding=ROUND_DOWN))


def below_the_bar(similarity: float) -> str:
    """Say how far a similarity is below the bar, rounded up so that it is never nothing."""
    return str((BAR - Decimal(repr(similarity))).quantize(Decimal("0.001"), rounding=ROUND_CEILING))


def badge(method: str, *, similarity: float | None = None) -> str:
    """Give a method's badge; a fuzzy one and a near miss carry their similarity."""
    letters = METHOD_BADGES[method]
    if method in {"fuzzy", "none"} and similarity is not None:
        return letters + two_digits(similarity)
    return letters


def occurrence_badge(number: int, count: int) -> str:
    """Give the badge of the place an ambiguous quote was aligned to: one of several."""
    return f"◆{number}/{count}"
