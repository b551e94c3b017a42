"""Compare the time of a row with that of the event that recorded it. Private to the services."""

from collections.abc import Collection
from datetime import datetime, timedelta

TOLERANCE = timedelta(minutes=10)
"""A row and its event take the time one after the other in one transaction, which may have to wait for others."""


def is_told(moment: datetime | None, told: datetime | None) -> bool:
    """Return whether an event tells the moment of a row; where it tells none there is to be none."""
    if moment is None or told is None:
        return moment is told
    return abs(moment - told) <= TOLERANCE


def is_one_of(moment: datetime, told: Collection[datetime]) -> bool:
    """Return whether one of the events of equal decisions tells the moment of a row."""
    return not told or any(is_told(moment, one) for one in told)
