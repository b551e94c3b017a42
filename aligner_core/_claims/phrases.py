"""Values that several words say together: 한 시간 반, half an hour, 84 m², 석 달, 2027. 2. 3., Q3."""

import re
from collections.abc import Iterator
from fractions import Fraction

from aligner_core._claims.worth import Day, Found, quantity_of
from aligner_core._language.lexicon import lexicon
from aligner_core._language.units import canonical_unit

_HALF_A = re.compile(r"\bhalf (?:an?|the) ([a-z]+)\b|\b([a-z]+|\d+) and a half ([a-z]+)\b")
_AN = re.compile(r"\b(?:an?|per|each|every) ([a-z]{2,10})\b")
_AND_A_HALF = re.compile(r"\ban? ([a-z]{3,10}) and a half\b")
_HALF_KOREAN = re.compile(
    r"(\d+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(시간|년|달|주)\s?반(?=이?나|이|을|은|만|에|쯤|정도|가량|동안|짜리|[\s.,!?)]|$)"
)
_POWER = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)\s?(mm|cm|km|m|ft)([2²3³])(?![\d\w])")
_MONTHS_KOREAN = re.compile(r"(?<![가-힣])([석넉])\s?달")
_DOTTED_DATE = re.compile(r"\b((?:19|20)\d\d)\. ?(1[0-2]|0?[1-9])\. ?(3[01]|[12]\d|0?[1-9])(?!\d)(?!\.\d)")
_QUARTER = re.compile(r"\bq([1-4])\b")
_NATIVE = {word: number for number, word in enumerate("한두세네", start=1)} | {
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
    "열": 10,
}


def phrases_in(text: str) -> Iterator[Found]:
    """Yield what phrases of a text say, not in order."""
    more_than_one = {more.start() for more in _AND_A_HALF.finditer(text)}
    for one in _AN.finditer(text):
        if one.start() not in more_than_one and (unit := canonical_unit(one[1])):
            yield Found(quantity_of(Fraction(1), unit), *one.span(), is_article=True)
    for date in _DOTTED_DATE.finditer(text):
        yield Found(Day(int(date[1]), int(date[2]), int(date[3])), *date.span())
    for half in _HALF_KOREAN.finditer(text):
        number = Fraction(half[1]) if half[1].isdecimal() else Fraction(_NATIVE[half[1]])
        yield Found(quantity_of(number + Fraction(1, 2), canonical_unit(half[2])), *half.span())
    yield from _measures(text)
    for quarter in _QUARTER.finditer(text):
        yield Found(quantity_of(Fraction(int(quarter[1])), "quarter"), *quarter.span())
    for more in _AND_A_HALF.finditer(text):
        if unit := canonical_unit(more[1]):
            yield Found(quantity_of(Fraction(3, 2), unit), *more.span())
    for half in _HALF_A.finditer(text):
        yield from _half(half)


def _measures(text: str) -> Iterator[Found]:
    for area in _POWER.finditer(text):
        power = "square" if area[3] in "2²" else "cubic"
        yield Found(quantity_of(Fraction(area[1]), f"{power} {canonical_unit(area[2])}"), *area.span())
    for months in _MONTHS_KOREAN.finditer(text):
        yield Found(quantity_of(Fraction(3 if months[1] == "석" else 4), "month"), *months.span())


def _half(half: "re.Match[str]") -> Iterator[Found]:
    unit = canonical_unit(half[1] or half[3])
    if not unit:
        return
    whole = lexicon("en").cardinals.get(half[2] or "", 0)
    number = Fraction(int(half[2]) if (half[2] or "").isdecimal() else whole) + Fraction(1, 2)
    yield Found(quantity_of(number, unit), *half.span())
