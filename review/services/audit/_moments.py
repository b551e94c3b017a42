"""Compare the time of a row with that of the event that recorded it. Private to the services."""

from collections.abc import Mapping
from datetime import datetime

from review.domain.limits import CLOCK_TOLERANCE


def matches_recorded_time(moment: datetime | None, recorded: datetime | None) -> bool:
    """Return whether the time of a row is that of its event; without a recorded time, the row must have none."""
    if moment is None or recorded is None:
        return moment is recorded
    return abs(moment - recorded) <= CLOCK_TOLERANCE


def is_as_recorded(stored: object, recorded: object) -> bool:
    """Return whether a stored value is the recorded one, in which times are those of the events.

    Mappings are compared by key, and sequences item by item.
    """
    match stored, recorded:
        case datetime(), datetime():
            return matches_recorded_time(stored, recorded)
        case Mapping(), Mapping():
            return stored.keys() == recorded.keys() and all(
                is_as_recorded(stored[key], recorded[key]) for key in stored
            )
        case ((list() | tuple()), (list() | tuple())):
            return len(stored) == len(recorded) and all(map(is_as_recorded, stored, recorded))
        case _:
            return stored == recorded
