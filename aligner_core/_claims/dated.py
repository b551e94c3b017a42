"""The days that a message tells by when it was written: *yesterday* of 8 May 2023 is 7 May, and *last month* April."""

import re
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, date, timedelta
from fractions import Fraction

from aligner_core._claims.contrary import Range
from aligner_core._claims.opposites import expressions_in
from aligner_core._claims.reading import Reading
from aligner_core._claims.values import values_of
from aligner_core._claims.worth import DAY, Day, Found, Quantity, Worth
from aligner_core._language.lexicon import pattern_at

SECONDS_PER_MINUTE, MONTHS, WEEK = 60, 12, 7
HALF_YEAR = timedelta(days=183)
YEARS = range(1900, 2101)
OF_MONTH = re.compile(r"\d{1,2}(?:st|nd|rd|th|일)")
"""A day of a month that is not named."""
PERIODS = {"before_last": -2, "last": -1, "this": 0, "next": 1, "after_next": 2}
CHARS_BEFORE, CHARS_BEHIND = 30, 12
"""How far from a time stands what says that it has passed or is to come."""


def day_of(when: str) -> date | None:
    """Return the day of a time in ISO 8601, where it was written; None of anything else.

    >>> day_of("2026-11-26T23:30:00+09:00"), day_of("noon")
    (datetime.date(2026, 11, 26), None)
    """
    try:
        return date.fromisoformat(when.strip()[:10])
    except ValueError:
        return None


def place_of_day(worth: Worth, text: Reading, today: date) -> Range | None:
    """Return where a text that was written *today* tells a day of a claim, or its month or year."""
    day = _day_or_year(worth)
    return next((place for told, place in _told(text, today) if _states(told, day)), None) if day else None


def is_day(worth: Worth, day: date) -> bool:
    """Return whether a value of a claim is a whole date, and that of a day."""
    return isinstance(worth, Day) and worth[:3] == (day.year, day.month, day.day)


def _day_or_year(worth: Worth) -> Day | None:
    """Return a value of a claim as a day, a number that may be a year as that."""
    match worth:
        case Day(relative=None):
            return worth
        case Quantity(unit="" | "months", written=Fraction() as number) if number in YEARS:
            return Day(int(number))
        case _:
            return None


def _states(told: Day, day: Day) -> bool:
    """Return whether a day that is told has all that a claim says of it."""
    return all(mine is None or mine == theirs for mine, theirs in zip(day, told, strict=True))


def _told(text: Reading, today: date) -> Iterator[tuple[Day, Range]]:
    for value in values_of(text):
        place = value.start, value.end
        yield from ((told, place) for told in _days_of(value, text, today))
    for (name, unit), place in expressions_in(text, "periods").items():
        yield from ((told, place) for told in _periods_of(PERIODS[name], unit, today))


def _days_of(value: Found, text: Reading, today: date) -> Iterator[Day]:
    match value.worth:
        case Day(relative=int(days)):
            yield from _whole(today, days)
        case Day(year=None, month=None, day=None, weekday=int(number)):
            ahead = (number - today.isoweekday()) % WEEK
            for days in (ahead - WEEK, ahead, ahead + WEEK):  # *next Friday* is the first one or the second
                yield from _whole(today, days)
        case Day(year=None, month=int(month), day=number):
            yield from _in_nearest_year(month, number, today)
        case Quantity(number=Fraction() as number, unit=unit, written=written) if number.denominator == 1:
            yield from _ago(int(number), unit, text, value.end, today)
            if OF_MONTH.fullmatch(text.text, value.start, value.end):
                for months in (-1, 0, 1):
                    yield from _valid(*_month_from(today, months), int(str(written)))


def _ago(number: int, unit: str, text: Reading, end: int, today: date) -> Iterator[Day]:
    """Yield the day or month that is a time ago, or ahead, by the word behind the time or before it."""
    behind, before = text.text[end : end + CHARS_BEHIND], text.text[max(0, end - CHARS_BEFORE) : end]
    sign = -1 if pattern_at("claims.dated.ago").match(behind) else 0
    sign = sign or bool(pattern_at("claims.dated.ahead").match(behind) or pattern_at("claims.dated.in").search(before))
    if not sign:
        return
    if unit == "months":
        year, month = _month_from(today, sign * number)
        yield Day(year, month)
    elif unit == "duration" and number % (SECONDS_PER_MINUTE * DAY) == 0:
        yield from _whole(today, sign * number // (SECONDS_PER_MINUTE * DAY))


def _periods_of(ahead: int, unit: str, today: date) -> Iterator[Day]:
    if unit == "year":
        yield Day(today.year + ahead)
    elif unit == "month":
        yield Day(*_month_from(today, ahead))
    elif unit == "week":
        monday = 1 - today.isoweekday() + WEEK * ahead
        yield from (told._replace(day=None, weekday=None) for days in (0, 6) for told in _whole(today, monday + days))
    elif unit in {"weekend", "주말"}:
        saturday = 6 - today.isoweekday() + WEEK * ahead
        yield from (*_whole(today, saturday), *_whole(today, saturday + 1))


def _in_nearest_year(month: int, number: int | None, today: date) -> Iterator[Day]:
    for year in (today.year - 1, today.year, today.year + 1):
        for told in _valid(year, month, number or 15):
            if abs(date(year, month, told.day or 1) - today) <= HALF_YEAR:
                yield told if number else Day(year, month)


def _valid(year: int, month: int, number: int) -> Iterator[Day]:
    try:
        yield from _whole(date(year, month, number), 0)
    except ValueError:
        return


def _whole(today: date, days: int) -> Iterator[Day]:
    """Yield the day that is some days from another one, unless it is in no calendar."""
    try:
        day = today + timedelta(days=days)
    except OverflowError:
        return
    yield Day(day.year, day.month, day.day, day.isoweekday())


def _month_from(today: date, months: int) -> tuple[int, int]:
    year, month = divmod(today.year * MONTHS + today.month - 1 + months, MONTHS)
    return min(max(year, MINYEAR), MAXYEAR), month + 1
