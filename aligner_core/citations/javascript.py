"""Numbers and days written as JavaScript writes them, as the first version's citation traces were."""

import math
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

from aligner_core.errors import require_type

MAX_DATE_MS = 8.64e15
"""The last moment of a JavaScript date, and negated the first, in milliseconds since 1970 (ECMA-262, 21.4.1.1)."""
_PLAIN = 1e21
"""Numbers from here on are written with an exponent (ECMA-262, 6.1.6.1.20)."""
_SMALLEST_PLAIN = 1e-6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CYCLE = timedelta(days=146_097)
"""The days of 400 years, after which the calendar repeats itself."""
_CYCLE_YEARS = 400
_FIRST, _LAST = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
"""The first and the last day that Python can express in every time zone."""


def to_fixed(value: float) -> str:
    """Return a number with two decimals, rounded half up on the double itself, as `toFixed(2)` writes it.

    Raises:
        InvalidTypeError: *value* is not a number.

    >>> to_fixed(0.125), to_fixed(1.005), to_fixed(-0.125), to_fixed(-0.001)
    ('0.13', '1.00', '-0.13', '-0.00')

    """
    require_type(value, (int, float), "value")
    if not abs(value) < _PLAIN:
        return number_text(value)
    hundredths = Decimal(abs(value)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"-{hundredths}" if value < 0 else f"{hundredths}"


def number_text(value: float) -> str:
    """Return a number as `String(value)` writes it.

    >>> number_text(180.0), number_text(1e21), number_text(1e-7), number_text(0.00001)
    ('180', '1e+21', '1e-7', '0.00001')
    """
    number = float(value)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or _SMALLEST_PLAIN <= abs(number) < _PLAIN:
        written = f"{Decimal(repr(abs(number))):f}"
        whole = written.rstrip("0").rstrip(".") if "." in written else written
        return f"-{whole}" if number < 0 else whole
    mantissa, exponent = repr(number).split("e")
    return f"{mantissa}e{int(exponent):+d}"


def is_date(value: object) -> bool:
    """Return whether a value is a JavaScript time in milliseconds: a number in range, neither a bool nor NaN."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_DATE_MS


def day(milliseconds: float, zone: str) -> str:
    """Return the day of a moment in a time zone.

    >>> day(1_714_521_600_000, "UTC"), day(1_714_521_599_999, "UTC"), day(-62_198_755_200_000, "UTC")
    ('2024-05-01', '2024-04-30', '-1-01-01')
    """
    since = timedelta(milliseconds=math.trunc(milliseconds))
    cycles = 0
    while since < _FIRST - _EPOCH:
        since, cycles = since + _CYCLE, cycles - 1
    while since > _LAST - _EPOCH:
        since, cycles = since - _CYCLE, cycles + 1
    there = (_EPOCH + since).astimezone(UTC if zone == "UTC" else ZoneInfo(zone))
    return f"{there.year + cycles * _CYCLE_YEARS}-{there:%m-%d}"
