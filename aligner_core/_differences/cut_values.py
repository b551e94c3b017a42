"""Values that a hit cuts in two: a number from its sign, its other half, its scale, its unit, its currency.

*12* of ``12 %``, ``12 km``, ``5/6`` or ``-5`` is another value.
"""

import re
from collections.abc import Iterator
from functools import cache

from aligner_core._differences.beside import BY_CHARACTER, Beside
from aligner_core._differences.severity import JUDGED, unit_of
from aligner_core._language.korean_particles import is_particle, split_particle
from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._language.units import canonical_unit, unit_signs
from aligner_core._language.values import seconds_of
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import MAGNITUDES
from aligner_core.evidence.differences import Difference, DifferenceKind

MIN_YEAR_DIGITS = 4
"""From how many digits on a number is a year, with what stands behind a year or without it."""
SPACED_LETTERS = frozenset("gml")
"""The units of one letter that may stand apart from their number: *5 g*, but not *5 a*."""

_LIST_MARK = re.compile(r"(?:^|\n)\s*[-−]\s$|\d\s?[-−]\s?$")
_MINUS = re.compile(r"(?<![\w.)])[-−]$")
_CURRENCY_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{3})\s?$")
_GROUPED = re.compile(r"\d[.,]\d{3}")
_ACCOUNTED = re.compile(r"[\d.,]+")
_OTHER_HALF = re.compile(r"/\d|\^|[\u207a\u207b]?[\u00b2\u00b3\u00b9\u2070-\u2079]")
_HALF_OF_DAY = re.compile(r"\s?[ap](?:\.\s?m\.?|m)(?![^\W_])", re.IGNORECASE)
_BEHIND = re.compile(r"(\s?)([가-힣]+|-?(?:(?![가-힣])[^\W\d_])+|[^\w\s])")
_DAY_BEHIND = re.compile(r"\.\s?([^\W\d_]+)")
_RATE = re.compile(r"/\s?([^\W\d_]+)")
_MORE = re.compile(r"\s?(?:and\s)?\d{1,2}\s?([^\W\d_]+)")
_MORE_BEFORE = re.compile(r"\d\s?([^\W\d_]+?)\s?(?:\band\s)?$")
_UNIT_AT_END = re.compile(r"\d\s?([^\W\d_]+)$")
_POINTS_BEHIND_PERCENT = re.compile(r"p(?![^\W_])|\s?([^\W\d_]+)", re.IGNORECASE)


@cache
def _currencies() -> str:
    """Return the signs of money."""
    money = word_set_at("units.currencies")
    return "".join(sorted(sign for sign in unit_signs() if len(sign) == 1 and canonical_unit(sign) in money))


@cache
def _before_number() -> re.Pattern[str]:
    """Return the pattern of the rest of a value before a number: digits, a sign, a numerator, a currency."""
    money = re.escape(_currencies())
    return re.compile(rf"\d[.,:]?$|\d/$|\^-?$|(?<![\w.)])[-−]\s?$|[△▲▽▼]\s?$|[{money}]\s?$")


@cache
def _magnitude() -> str:
    return rf"(?:\s?(?:{'|'.join(lexicon('en').scales)})|k|bn|m)\b"


@cache
def _number_behind() -> re.Pattern[str]:
    marks = f"[{MAGNITUDES}]"
    return re.compile(rf"^[.,:]?\d|^\s?{marks}(?![가-힣])|^{marks}|^{_magnitude()}", re.IGNORECASE)


@cache
def _beginning_of_number() -> re.Pattern[str]:
    marks = f"[{MAGNITUDES}]"
    return re.compile(rf"[\d.,:]*\d{marks}*|\s?{marks}+|[.,:]\d+|{_magnitude()}", re.IGNORECASE)


def cut_values(beside: Beside) -> Iterator[Difference]:
    """Yield a critical difference where a hit begins or ends inside a value.

    >>> [(one.kind, one.source_text) for one in cut_values(Beside("it rose by 12 % a year", 3, 13, "en"))]
    [('unit', '12 %')]
    """
    words = beside.words
    if words[:1].isdigit() or words[:1] in _currencies():
        yield from _cut_before(beside.before, words, beside.after)
    if words[-1:].isdigit():
        yield from _cut_after(words, beside.after, beside.language)
    elif words[-1:] == "%":
        yield from _cut_from_points(words, beside.after)
    elif words[-1:].isalpha() and (beside.after[:1] in {" ", "/"} or beside.after[:1].isdigit()):
        yield from _cut_after_word(words, beside.after)


def _cut_before(before: str, words: str, after: str) -> Iterator[Difference]:
    if not words[0].isdigit():
        if _MINUS.search(before):
            yield _difference("number", before[-1] + words[0] + _number_at_start(words[1:]))
        return
    rest = _before_number().search(before)
    if rest and not _LIST_MARK.search(before):
        kind: DifferenceKind = "unit" if rest[0].strip() in _currencies() else "number"
        yield _difference(kind, (_number_at_end(before) + _number_at_start(words)).lstrip())
    elif before[-1:] == "(" and after[:1] == ")" and _ACCOUNTED.fullmatch(words) and _GROUPED.search(words):
        yield _difference("number", f"({words})")
    elif (code := _CURRENCY_CODE.search(before)) and canonical_unit(code[1].lower()) in word_set_at("units.currencies"):
        yield _difference("unit", code[0] + _number_at_start(words))
    elif (more := _MORE_BEFORE.search(before)) and (own := _MORE.match(words)) and _is_less(own[1], more[1]):
        yield _difference("number", more[0] + own[0])
    elif (half := _half_before(before)) is not None:
        yield _difference("number", half + _number_at_start(words))


def _half_before(before: str) -> str | None:
    """Return the half of the day that stands before an hour, with the space between; None where there is none."""
    found = None if before.isascii() else re.search(r"([^\W\d_]+)\s?$", before)
    return found[0] if found and found[1] in table_at("dates.halves") else None


def _cut_after(words: str, after: str, language: str | None) -> Iterator[Difference]:
    if not after:
        return
    number = _number_at_end(words)
    if _number_behind().search(after):
        yield _difference("number", (number + _number_at_start(after)).lstrip())
    elif half := _OTHER_HALF.match(after) or _HALF_OF_DAY.match(after):
        yield _difference("number", (number + half[0]).lstrip())
    elif (day := _DAY_BEHIND.match(after)) and _is_month_of(day[1], language):
        yield _difference("number", (number + day[0]).lstrip())
    elif found := _BEHIND.match(after):
        kind = _kind_behind(found, number, after[found.end() :], language)
        if kind is not None:
            yield _difference(kind, (number + found[0]).lstrip())


def _is_month_of(word: str, language: str | None) -> bool:
    """Return whether a word is a month in a language that may put a point behind the day, as *5. Mai*."""
    return language not in {None, *JUDGED} and word[:1].isupper() and fold(word) in lexicon(str(language)).months


def _kind_behind(found: re.Match[str], number: str, rest: str, language: str | None) -> DifferenceKind | None:
    """Return what a number lacks that ends before a word or a sign: its unit, or more of the number; None for nothing.

    *found* are the space between and the word.
    """
    space, given = found[1], found[2]
    word = fold(given).removeprefix("-")
    if given in _currencies():
        return None if space and rest[:1].isdigit() else "unit"
    if not word or not word[0].isalpha():
        return "unit" if word in unit_signs() else None
    if has_hangul(word):
        return "unit" if _is_korean_unit(word, number, is_glued=not space) else None
    if not word.isascii():
        return _kind_of_other_script(word, number, language)
    if not space and word in word_set_at("numbers.ordinal_ends", "en"):
        return "number"
    own = lexicon(language or "en")
    if word in own.scales or (space and given[:1].isupper() and word in own.months):
        return "number"
    return "unit" if _is_unit(word, number, is_glued=not space) or word in words_at("dates.clock") else None


def _is_unit(word: str, number: str, *, is_glued: bool) -> bool:
    """Return whether a word is a unit of measure behind a number; what only counts things is none, as *12 people*."""
    unit = canonical_unit(word)
    if not unit or is_glued:
        return bool(unit)
    if len(word) == 1 and word not in SPACED_LETTERS:
        return False
    if word in word_set_at("units.words_too", "en") and not _GROUPED.search(number):
        return False
    return unit not in word_set_at("units.counters", "en") | word_set_at("units.general_counters", "en")


@cache
def _copulas() -> tuple[str, ...]:
    return tuple(word for word in words_at("stems.copulas", "ko") if len(word) > 1)


def _is_korean_unit(word: str, number: str, *, is_glued: bool) -> bool:
    """Return whether a word of Hangul behind a number is a unit, or begins with one; a particle is none."""
    if is_particle(word) or word.startswith(_copulas()):
        return False
    if word[0] in word_set_at("dates.year", "ko") and len(number.strip()) >= MIN_YEAR_DIGITS:
        return False
    units = {word[size:]: unit for size in range(1, len(word) + 1) if (unit := canonical_unit(word[:size]))}
    if is_glued:
        return bool(units)
    counting = word_set_at("units.counters") | word_set_at("units.general_counters")
    return any(
        unit not in counting and (not rest or is_particle(rest) or rest.startswith(_copulas()))
        for rest, unit in units.items()
    )


def _kind_of_other_script(word: str, number: str, language: str | None) -> DifferenceKind | None:
    """Return what a number lacks before a word of another script, the first characters of it where none is spaced."""
    own = lexicon(language) if language else None
    heads = [word[:size] for size in range(1, 3)] if language in BY_CHARACTER else [word]
    if own is not None and any(head in own.scales for head in heads):
        return "number"
    if own is not None and word in own.months:
        return "number"
    if any(head in word_set_at("dates.year") for head in heads) and len(number.strip()) >= MIN_YEAR_DIGITS:
        return None
    marks = [mark for part in ("year", "month", "day", "hour", "minute") for mark in word_set_at(f"dates.{part}")]
    return "unit" if any(canonical_unit(head) or head in marks for head in heads) else None


def _cut_from_points(words: str, after: str) -> Iterator[Difference]:
    """Yield a difference where percent stand for percentage points."""
    found = _POINTS_BEHIND_PERCENT.match(after)
    if found and (found[1] is None or fold(found[1]).startswith(words_at("units.percentage_points"))):
        yield _difference("unit", _number_at_end(words[:-1]).lstrip() + "%" + found[0])


def _cut_after_word(words: str, after: str) -> Iterator[Difference]:
    """Yield a difference where a hit ends in a number word before its unit, or in a unit before *per* another one."""
    if (rate := _RATE.match(after)) and (unit := _UNIT_AT_END.search(words)) and unit_of(fold(unit[1])):
        yield _difference("unit", unit[0] + rate[0])
        return
    if rest := _rest_of_duration(words, after):
        yield _difference("number", rest)
        return
    number = fold(words[words.rfind(" ") + 1 :])
    is_number = number in lexicon("en").scales or number in table_at("numbers.cardinals", "en").keys() - {"one"}
    found = _BEHIND.match(after) if is_number else None
    if found and found[1] and _is_unit(fold(found[2]), number, is_glued=False):
        yield _difference("unit", number + found[0])


def _rest_of_duration(words: str, after: str) -> str:
    """Return a duration of which a hit has the greater unit alone, as 2 h of *2 h 30 min*; "" where it has not."""
    own, rest = _UNIT_AT_END.search(words), _MORE.match(after)
    return own[0] + rest[0] if own and rest and _is_less(rest[1], own[1]) else ""


def _is_less(word: str, other: str) -> bool:
    """Return whether one word is a unit of time that is less than another one; a Korean particle may follow it."""
    one, than = (
        seconds_of(canonical_unit(text) or canonical_unit(split_particle(text)[0])) for text in map(fold, (word, other))
    )
    return 0 < one < than


@cache
def _rest_before() -> re.Pattern[str]:
    return re.compile(rf"[-−△▲▽▼{re.escape(_currencies())}]?\s?[\d.,:]*(?:\d/|\^-?)?$")


def _number_at_end(text: str) -> str:
    found = _rest_before().search(text)
    return found[0] if found else ""


def _number_at_start(text: str) -> str:
    found = _beginning_of_number().match(text)
    return found[0] if found else ""


def _difference(kind: DifferenceKind, source_text: str) -> Difference:
    return Difference(kind=kind, quote_text="", source_text=source_text, severity="critical")
