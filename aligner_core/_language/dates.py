"""Dates and times of day in a text, however they are written: ``4 March`` is ``March 4``, 오후 3시 is 15:00."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import table_at, words_at
from aligner_core._language.value_tokens import Value, ValueTokens
from aligner_core._text.hangul import has_hangul

MAX_DAY, MAX_MONTH, MAX_HOUR, MAX_MINUTE = 31, 12, 24, 59
NOON = 12
FIRST_HOUR_OF_EVENING = 6
"""Before it, the hours of a night are of the next day: 밤 12시 is midnight."""
MIN_YEAR = 1000
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")


@cache
def halves() -> Mapping[str, int]:
    """Return the words for the halves of a day: 0 for those before noon, 1 for the others."""
    return {**table_at("dates.halves"), **table_at("dates.halves_behind")}


@cache
def parts_of_hour() -> Mapping[str, int]:
    """Return the words for parts of an hour that stand before it, in minutes."""
    return table_at("dates.parts_of_hour")


@cache
def month_mark() -> str:
    """Return what stands behind the number of a month in Korean, in a word as 삼월에 too."""
    return words_at("dates.month", "ko")[0]


def read_date(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Return the date that begins at a token, and the index behind it; None for anything else."""
    return (
        _date_of_digits(tokens, at)
        or _date_with_slash(tokens, at)
        or _date_with_marks(tokens, at)
        or _date_with_month(tokens, at)
    )


def _date_of_digits(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read 2026-03-04 and 2026/3/4; a full stop between makes one token, a version's."""
    year = tokens.whole(at, 9999)
    if year is None or year < MIN_YEAR:
        return None
    dash = tokens.text(at + 1)
    if dash not in {"-", "/"} or tokens.text(at + 3) != dash:
        return None
    month, day = tokens.whole(at + 2, MAX_MONTH), tokens.whole(at + 4, MAX_DAY)
    return None if month is None or day is None else (_date_value(year, month, day), at + 5)


def _date_with_slash(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read 3/4 where the language of the text puts the month first."""
    if tokens.text(at + 1) != "/" or tokens.known is None or not tokens.known.at("dates.month_slash_day"):
        return None
    month, day = tokens.whole(at, MAX_MONTH), tokens.whole(at + 2, MAX_DAY)
    is_whole = (
        tokens.touches(at + 1) and tokens.touches(at + 2) and "/" not in {tokens.text(at - 1), tokens.text(at + 3)}
    )
    return (_date_value(None, month, day), at + 3) if month and day and is_whole else None


def _date_with_marks(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read 2025년 3월 4일, 3月4日 and parts of them that have a month."""
    year, start = None, at
    if (number := tokens.whole(at, 9999)) and number >= MIN_YEAR and tokens.has_mark(tokens.after(at), "year"):
        year, start = number, tokens.after(at) + 1
    month = tokens.whole(start, MAX_MONTH)
    if month is None or not tokens.has_mark(tokens.after(start), "month"):
        return None
    behind = tokens.after(start) + 1
    day = tokens.whole(behind, MAX_DAY)
    if day is not None and tokens.has_mark(tokens.after(behind), "day"):
        return _date_value(year, month, day), tokens.after(behind) + 1
    return _date_value(year, month, None), behind


def _date_with_month(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read March 4th, 2025, 4 March 2025, 4th of March and March 2025."""
    months = tokens.months
    named = split_particle(tokens.text(at))[0]
    if has_hangul(named) and named in months:
        day = tokens.whole(at + 1, MAX_DAY)
        if day is not None and tokens.has_mark(tokens.after(at + 1), "day"):
            return _date_value(None, months[named], day), tokens.after(at + 1) + 1
        return _date_value(None, months[named], None), at + 1
    if tokens.text(at) in months:
        month, behind = months[tokens.text(at)], at + 1 + (tokens.text(at + 1) == ".")
        day = tokens.whole(behind, MAX_DAY)
        if day is not None:
            return _with_year(tokens, month, day, tokens.after(behind))
        year = _year(tokens, behind)
        return None if year is None else (_date_value(year, month, None), behind + 1)
    day = tokens.whole(at, MAX_DAY)
    if day is None:
        return None
    behind = tokens.after(at)
    behind += tokens.text(behind) in {".", *words_at("dates.of")}
    if tokens.text(behind) in months:
        return _with_year(tokens, months[tokens.text(behind)], day, behind + 1)
    return None


def _with_year(tokens: ValueTokens, month: int, day: int, at: int) -> tuple[Value, int]:
    place = at + (tokens.text(at) in {",", *words_at("dates.of")})
    year = _year(tokens, place)
    return (_date_value(month=month, day=day, year=year), place + 1 if year is not None else at)


def _year(tokens: ValueTokens, at: int) -> int | None:
    year = tokens.whole(at, 9999)
    return year if year is not None and year >= MIN_YEAR else None


def read_time(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Return the time of day that begins at a token, and the index behind it; None for anything else."""
    half = table_at("dates.halves").get(tokens.text(at))
    start = at if half is None else at + 1
    read = _clock(tokens, start) or _hour(tokens, start) or _part_of_hour(tokens, start)
    if read is None:
        return _bare_hour(tokens, at)
    minutes, end = read
    if half is None:
        half, end = _half_after(tokens, end)
    elif tokens.text(at) in words_at("dates.night", "ko") and minutes % (60 * NOON) < 60 * FIRST_HOUR_OF_EVENING:
        half = 0
    return Value("number", ("time", *_of_day(minutes, half))), end


def _clock(tokens: ValueTokens, at: int) -> tuple[int | Fraction, int] | None:
    found = _CLOCK.fullmatch(tokens.text(at))
    if found is None or int(found[1]) > MAX_HOUR or int(found[2]) > MAX_MINUTE:
        return None
    end = at + 1 + (tokens.text(at + 1) in words_at("dates.clock"))
    return 60 * int(found[1]) + int(found[2]) + Fraction(int(found[3] or 0), 60), end


def _hour(tokens: ValueTokens, at: int) -> tuple[int, int] | None:
    """Read 3시 30분, 3時半 and 15 Uhr: hours with a mark."""
    hour = tokens.whole(at, MAX_HOUR)
    if hour is None or not tokens.has_mark(tokens.after(at), "hour"):
        return None
    behind = tokens.after(at) + 1
    minute = tokens.whole(behind, MAX_MINUTE)
    if minute is not None and tokens.has_mark(tokens.after(behind), "minute"):
        return 60 * hour + minute, tokens.after(behind) + 1
    if tokens.has_mark(behind, "half"):
        return 60 * hour + 30, behind + 1
    return 60 * hour, behind


def _part_of_hour(tokens: ValueTokens, at: int) -> tuple[int, int] | None:
    """Read half past three and a quarter to three."""
    part = parts_of_hour().get(tokens.text(at))
    hour = None if part is None else tokens.whole(at + 2, NOON)
    if part is None or hour is None:
        return None
    if tokens.text(at + 1) in words_at("dates.past"):
        return 60 * hour + part, tokens.after(at + 2)
    is_before = tokens.text(at + 1) in words_at("dates.to") and part < 30  # noqa: PLR2004 - nobody says half to three
    return (60 * (hour - 1 or NOON) + 60 - part, tokens.after(at + 2)) if is_before else None


def _bare_hour(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read 3 pm: an hour that only a half of the day makes a time."""
    hour = tokens.whole(at, NOON)
    if hour is None:
        return None
    half, end = _half_after(tokens, tokens.after(at))
    return None if half is None else (Value("number", ("time", *_of_day(60 * hour, half))), end)


def _half_after(tokens: ValueTokens, at: int) -> tuple[int | None, int]:
    """Read am, pm, a.m. and p.m."""
    for name, half in table_at("dates.halves_behind").items():
        if tokens.text(at) == name:
            return half, at + 1
        if [tokens.text(at + step) for step in range(len(name) + 1)] == [*".".join(name)]:
            return half, at + 3 + (tokens.text(at + 3) == "." and tokens.touches(at + 3))
    return None, at


def _date_value(year: int | None, month: int, day: int | None) -> Value:
    return Value("number", ("date", year, month, day))


def _of_day(minutes: int | Fraction, half: int | None) -> tuple[int | Fraction, bool]:
    """Return the minutes since midnight, and whether it is known which half of the day they are in."""
    if half is None:
        return minutes, minutes >= 60 * (NOON + 1)
    return minutes % (60 * NOON) + 60 * NOON * half, True
