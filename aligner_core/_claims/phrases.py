"""Values of several words: 한 시간 반, half an hour, 84 m², 석 달, 2027. 2. 3., Q3."""

import re
from collections.abc import Iterator
from fractions import Fraction

from aligner_core._claims.worth import Day, Found, Name, quantity_of
from aligner_core._language.lexicon import lexicon, pattern_at, table_at
from aligner_core._language.units import canonical_unit

LAST_YEAR = 40
"""The greatest year of two digits that is of this century."""
_POWER = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s?(mm|cm|km|m|ft)([2²3³])(?![\d\w])")
_DOTTED_DATE = re.compile(r"\b((?:19|20)\d\d)\. ?(1[0-2]|0?[1-9])\. ?(3[01]|[12]\d|0?[1-9])(?!\d)(?!\.\d)")
_TEMPERATURE = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s?(?:[°º]|degrees?)\s?(celsius|centigrade|fahrenheit|[cf])\b")
_QUARTER = re.compile(r"\bq([1-4])\b")


def phrases_in(text: str) -> Iterator[Found]:
    """Yield the values of phrases in a text, not in order."""
    and_a_half = list(pattern_at("claims.phrases.one_and_a_half", "en").finditer(text))
    more_than_one = {more.start() for more in and_a_half}
    for one in pattern_at("claims.phrases.one", "en").finditer(text):
        if one.start() not in more_than_one and (unit := canonical_unit(one[1])):
            yield Found(quantity_of(Fraction(1), unit), *one.span(), is_article=True)
    for date in _DOTTED_DATE.finditer(text):
        yield Found(Day(int(date[1]), int(date[2]), int(date[3])), *date.span())
    native = table_at("numbers.native", "ko")
    for half in pattern_at("claims.phrases.half", "ko").finditer(text):
        number = Fraction(half[1] if half[1].isdecimal() else native[half[1]])
        yield Found(quantity_of(number + Fraction(1, 2), canonical_unit(half[2])), *half.span())
    yield from _measures(text)
    yield from _lettered(text)
    yield from _years(text)
    for quarter in _QUARTER.finditer(text):
        yield Found(quantity_of(Fraction(int(quarter[1])), "quarter"), *quarter.span())
    for more in and_a_half:
        if unit := canonical_unit(more[1]):
            yield Found(quantity_of(Fraction(3, 2), unit), *more.span())
    for half in pattern_at("claims.phrases.half", "en").finditer(text):
        yield from _half(half)


def _years(text: str) -> Iterator[Found]:
    """Yield years without their century, as '52 and '08."""
    for year in pattern_at("claims.phrases.years", "en").finditer(text):
        yield Found(Day(int(year[1]) + (1900 if int(year[1]) > LAST_YEAR else 2000)), *year.span())


def _lettered(text: str) -> Iterator[Found]:
    for code in ("ko", "en"):
        for lettered in pattern_at("claims.phrases.lettered", code).finditer(text):
            yield Found(Name(lettered[1]), *lettered.span())


def _measures(text: str) -> Iterator[Found]:
    for area in _POWER.finditer(text):
        power = "square" if area[3] in "2²" else "cubic"
        yield Found(quantity_of(Fraction(area[1]), f"{power} {canonical_unit(area[2])}"), *area.span())
    for heat in _TEMPERATURE.finditer(text):
        yield Found(quantity_of(Fraction(heat[1]), canonical_unit(heat[2])), *heat.span())
    scales = table_at("claims.phrases.scales", "ko")
    for heat in pattern_at("claims.phrases.temperature", "ko").finditer(text):
        yield Found(quantity_of(Fraction(heat[2]), scales[heat[1]]), *heat.span())
    counted = table_at("claims.phrases.counted_months", "ko")
    native = table_at("numbers.native", "ko")
    for age in pattern_at("claims.phrases.ages", "ko").finditer(text):
        number = sum(native[part] for part in age.groups() if part)
        yield Found(quantity_of(Fraction(number), canonical_unit("살")), *age.span())
    for few in pattern_at("claims.phrases.few", "ko").finditer(text):
        yield Found(quantity_of(Fraction(counted[few[1]]), canonical_unit(few[2])), *few.span())
    for months in pattern_at("claims.phrases.months", "ko").finditer(text):
        yield Found(quantity_of(Fraction(counted[months[1]]), "month"), *months.span())


def _half(half: "re.Match[str]") -> Iterator[Found]:
    unit = canonical_unit(half[1] or half[3])
    if not unit:
        return
    whole = lexicon("en").cardinals.get(half[2] or "", 0)
    number = Fraction(int(half[2]) if (half[2] or "").isdecimal() else whole) + Fraction(1, 2)
    yield Found(quantity_of(number, unit), *half.span())
