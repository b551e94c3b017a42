"""Compare the time of a row with that of the event that recorded it. Private to the services."""

from collections.abc import Collection
from datetime import datetime

from review.domain.limits import CLOCK_TOLERANCE


def matches_recorded_time(moment: datetime | None, recorded: datetime | None) -> bool:
    """Return whether the time of a row is that of its event; without a recorded time, the row must have none."""
    if moment is None or recorded is None:
        return moment is recorded
    return abs(moment - recorded) <= CLOCK_TOLERANCE


def matches_any_recorded_time(moment: datetime, recorded: Collection[datetime]) -> bool:
    """Return whether the time of a row is that of one of the events of equal decisions."""
    return not recorded or any(matches_recorded_time(moment, one) for one in recorded)
