"""The confidence interval of a share of a small sample: the Wilson score interval."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""The quantile of the normal distribution for an interval of 95 percent."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a share, between 0 and 1."""

    low: float
    high: float


def wilson_interval(count: int, total: int) -> Interval | None:
    """Return the 95 percent interval of a share (Wilson 1927); None when *total* is 0.

    >>> interval = wilson_interval(8, 10)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.49, 0.943)
    """
    if not total:
        return None
    share, square = count / total, Z_95**2
    middle = share + square / (2 * total)
    reach = Z_95 * sqrt(share * (1 - share) / total + square / (4 * total**2))
    scale = 1 + square / total
    return Interval(max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))
