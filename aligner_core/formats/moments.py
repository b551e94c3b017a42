"""Times as programs write them, as ISO text in UTC."""

from datetime import UTC, datetime

_LAST = 253_402_300_799
"""The last second of the year 9999."""
_MILLISECONDS = 100_000_000_000
"""From here on a number counts milliseconds: as seconds it would be later than the year 5138."""


def iso_moment(moment: object) -> str:
    """Return a time in seconds or milliseconds since 1970 as ISO text; what is no time of the calendar as nothing.

    >>> iso_moment(1772442001.5), iso_moment("1772442001000"), iso_moment("soon")
    ('2026-03-02T09:00:01.500000+00:00', '2026-03-02T09:00:01+00:00', '')
    """
    number = _number(moment)
    seconds = number / 1000 if number > _MILLISECONDS else number
    return datetime.fromtimestamp(seconds, UTC).isoformat() if 0 < seconds < _LAST else ""


def _number(moment: object) -> float:
    if isinstance(moment, bool) or not isinstance(moment, int | float | str):
        return 0.0
    try:
        return float(moment)
    except (ValueError, OverflowError):
        return 0.0
