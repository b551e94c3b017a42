"""Similarities and confidences as every page, report and command shows them: cut, never rounded up (specification 3.5).

So a near miss never reads like the bar, and 0.9499 not like the 0.95 of a normalized quote.
"""

from decimal import ROUND_CEILING, ROUND_DOWN, Decimal

_THOUSANDTH = Decimal("0.001")


def three_digits(figure: float) -> str:
    """Return a similarity or a confidence, from 0 to 1, as details show it.

    >>> [three_digits(0.9499), three_digits(0.8499), three_digits(1)]
    ['0.949', '0.849', '1.000']

    """
    return str(_decimal(figure).quantize(_THOUSANDTH, rounding=ROUND_DOWN))


def two_digits(figure: float) -> str:
    """Return a similarity or a confidence as a badge shows it: the first two of the three digits, without the zero.

    >>> two_digits(0.9499)
    '.94'

    """
    return three_digits(figure)[:-1].removeprefix("0")


def shortfall(similarity: float, bar: float) -> str:
    """Return how far a similarity is below a bar, with three digits: never zero, for it is rounded up.

    >>> shortfall(0.8499, 0.85)
    '0.001'

    """
    return str((_decimal(bar) - _decimal(similarity)).quantize(_THOUSANDTH, rounding=ROUND_CEILING))


def _decimal(figure: float) -> Decimal:
    return Decimal(repr(figure))
