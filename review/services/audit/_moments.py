"""Compare the time of a row with that of the event that recorded it. Private to the services."""

from collections.abc import Collection
from datetime import datetime

from review.domain.limits import CLOCK_TOLERANCE


def is_told(moment: datetime | None, told: datetime | None) -> bool:
    """Return whether an event tells the moment of a row; where it tells none there is to be none."""
    if moment is None or told is None:
        return moment is told
    return abs(moment - told) <= CLOCK_TOLERANCE


def is_one_of(moment: datetime, told: Collection[datetime]) -> bool:
    """Return whether one of the events of equal decisions tells the moment of a row."""
    return not told or any(is_told(moment, one) for one in told)
