"""The values of expressions in a text: numbers, amounts, percentages, measures, dates and times.

``$1,200`` is ``1,200 dollars``, 오후 3시 is 15:00, 3억 2천만 is 3.2억, and ``4 March`` is ``March 4``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from aligner_core._language.dates import halves, month_mark, parts_of_hour, read_date, read_time
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import Lexicon, table_at, word_set_at, words_at
from aligner_core._language.numbers import NumberValue, ends_in_magnitude, read_numbers
from aligner_core._language.units import canonical_unit, unit_signs
from aligner_core._language.value_tokens import Value, ValueTokens, magnitude
from aligner_core._text.tokens import Token, TokenKind

MAX_EXPONENT = 30
"""Powers of greater exponents are compared as they are written."""
_THOUSAND_LETTER = "k"
_KEPT_ZERO = re.compile(r"\d{1,3}\.[1-9]0")
"""A number by itself that ends in a zero may be a version or a section: 3.10 comes after 3.9."""
_GROUPED = re.compile(r"\d[\d.,]*[.,]\d{3}")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_BEGINNINGS = frozenset("-(^")
"""Signs that a value may begin with, besides those of units."""
_OPENING = frozenset("([{\"'«「『")
_SQUARE_AND_CUBE = frozenset({"2", "3"})
_DURATION = "duration"
_UNITS_OF_TIME = (3600, 60)
_FACTORS: Mapping[str, tuple[str, Fraction]] = {
    "microgram": ("mass", Fraction(1, 10**6)),
    "milligram": ("mass", Fraction(1, 1000)),
    "gram": ("mass", Fraction(1)),
    "kilogram": ("mass", Fraction(1000)),
    "millimeter": ("length", Fraction(1, 1000)),
    "centimeter": ("length", Fraction(1, 100)),
    "meter": ("length", Fraction(1)),
    "kilometer": ("length", Fraction(1000)),
    "milliliter": ("volume", Fraction(1, 1000)),
    "liter": ("volume", Fraction(1)),
    "millisecond": ("duration", Fraction(1, 1000)),
    "second": ("duration", Fraction(1)),
    "minute": ("duration", Fraction(60)),
    "hour": ("duration", Fraction(3600)),
}
"""Units of one quantity, by which measures in two of them are equal."""


def seconds_of(unit: str) -> Fraction:
    """Return how many seconds a unit of time has, by its name; 0 of any other unit.

    >>> seconds_of("hour"), seconds_of("meter")
    (Fraction(3600, 1), Fraction(0, 1))
    """
    quantity, factor = _FACTORS.get(unit, ("", Fraction(0)))
    return factor if quantity == _DURATION else Fraction(0)


def read_values(tokens: Sequence[Token], known: Lexicon | None) -> list[tuple[Value, range]]:
    """Return the values among tokens, each with the indices of the tokens it is read from.

    >>> from aligner_core._language.lexicon import lexicon
    >>> from aligner_core._text.tokens import tokenize
    >>> [value.key for value, _ in read_values(tokenize("$1,200 by march 4"), lexicon("en"))]
    [('money', Fraction(1200, 1), 'dollar'), ('date', None, 3, 4)]
    """
    return list(_values(ValueTokens(tokens, known)))


def may_be_in_value(word: str, known: Lexicon) -> bool:
    """Return whether a value can begin with a word, or go on with it where no digits are.

    >>> from aligner_core._language.lexicon import lexicon
    >>> [may_be_in_value(word, lexicon("en")) for word in ("march", "twelve", "importer")]
    [True, True, False]
    """
    return (
        any(word in words for words in (halves(), known.months, known.cardinals, known.scales))
        or month_mark() in word
        or bool(read_numbers([Token(word, TokenKind.WORD, 0, len(word))]))
    )


def _values(tokens: ValueTokens) -> Iterator[tuple[Value, range]]:
    """Yield the values, the longest expression at each place."""
    of_day, mark, at = halves(), month_mark(), 0
    while at < len(tokens.tokens):
        found = None
        if _may_begin(tokens, at, of_day, mark):
            found = (
                _power(tokens, at)
                or read_date(tokens, at)
                or _duration(tokens, at)
                or read_time(tokens, at)
                or _amount(tokens, at)
                or _amount_with_sign(tokens, at)
            )
        if found is None:
            at += 1
            continue
        value, end = found
        yield value, range(at, end)
        at = end


def _may_begin(tokens: ValueTokens, at: int, of_day: Mapping[str, int], mark: str) -> bool:
    """Return whether a value can begin with a token: most words are passed over at once."""
    token = tokens.tokens[at]
    if at in tokens.numbers or token.text in of_day or token.text in tokens.months or token.text in parts_of_hour():
        return True
    return token.text in _BEGINNINGS | unit_signs() if token.kind is TokenKind.SIGN else mark in token.text


def _amount_with_sign(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read an amount of money behind its sign, and one in parentheses, as in accounts: both are below zero."""
    if tokens.text(at) == "-" and tokens.touches(at + 1) and not (tokens.touches(at) and _is_operand(tokens, at - 1)):
        found = _amount(tokens, at + 1)
        return None if found is None else _negated(found, found[1])
    if tokens.text(at) != "(":
        return None
    found = _amount(tokens, at + 1)
    if found is None or tokens.text(found[1]) != ")":
        return None
    is_grouped = any(_GROUPED.fullmatch(tokens.text(inside)) for inside in range(at + 1, found[1]))
    has_sign = canonical_unit(tokens.text(at + 1)) in word_set_at("units.currencies")
    return _negated(found, found[1] + 1) if is_grouped or has_sign else None


def _is_operand(tokens: ValueTokens, at: int) -> bool:
    """Return whether an amount may end with a token, so that a minus behind it is no sign: not with a bracket."""
    return tokens.text(at) not in _OPENING


def _negated(found: tuple[Value, int], end: int) -> tuple[Value, int] | None:
    """Return an amount of money or a bare number below zero; None for anything else."""
    kind, amount, *unit = found[0].key
    if not isinstance(amount, Fraction) or amount <= 0 or kind not in {"money", "number"}:
        return None
    return Value("number", (kind, -amount, *unit)), end


def _power(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read an exponent without its base, as of ``x²`` and ``x^2``."""
    found = _exponent(tokens, at)
    return None if found is None else (Value("number", ("power", found[0])), found[1])


def _exponent(tokens: ValueTokens, at: int) -> tuple[int, int] | None:
    """Return the exponent at a token, raised or behind a circumflex, and the index behind it."""
    if not tokens.touches(at):
        return None
    if raised := _raised(tokens.text(at)):
        return raised, at + 1
    is_written = tokens.text(at) == "^" and tokens.touches(at + 1)
    written = tokens.text(at + 1).removeprefix("+") if is_written else ""
    return (int(written), at + 2) if re.fullmatch(r"-?[0-9]{1,4}", written) else None


def _raised(text: str) -> int | None:
    """Return the number that raised digits are."""
    plain = text.translate(_RAISED)
    return int(plain) if plain != text and re.fullmatch(r"-?[0-9]{1,4}", plain) else None


def _amount(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read a number with its currency, unit or percent sign; a bare number too."""
    if at >= len(tokens.tokens):
        return None
    sign = canonical_unit(tokens.text(at)) if tokens.tokens[at].kind is TokenKind.SIGN else ""
    start = at + 1 if sign in word_set_at("units.currencies") else at
    read = _number(tokens, start)
    if read is None:
        return None
    value, end = read
    if start > at:
        return _money(tokens, value, sign, end)
    unit = _unit(tokens, end)
    if not unit and _is_version(tokens, at, end):
        return Value("number", ("version", tokens.text(at))), end
    if not unit:
        return Value("number", ("number", value)), end
    if unit == "percent":
        return _percentage(tokens, value, end + 1)
    if unit in word_set_at("units.currencies"):
        return Value("number", ("money", value, unit)), end + 1
    if power := _power_of_unit(tokens, end + 1):
        return Value("number", ("measure", value, unit, power[0])), power[1]
    return Value("number", _measure(value, unit)), end + 1


def _duration(tokens: ValueTokens, at: int) -> tuple[Value, int] | None:
    """Read a duration in several units, as 2 h 30 min and two hours and thirty minutes; None for one in one unit."""
    found = _amount(tokens, at) if at in tokens.numbers else None
    if found is None or found[0].key[0] != _DURATION:
        return None
    seconds, end = _seconds(found[0]), found[1]
    while more := _amount(tokens, end + (tokens.text(end) in words_at("units.joined_by"))):
        least = next((unit for unit in _UNITS_OF_TIME if seconds % unit == 0), 1)
        if more[0].key[0] != _DURATION or _seconds(more[0]) >= least:
            break
        seconds, end = seconds + _seconds(more[0]), more[1]
    return (Value("number", (_DURATION, seconds)), end) if end > found[1] else None


def _seconds(value: Value) -> Fraction:
    _, seconds = value.key
    return seconds if isinstance(seconds, Fraction) else Fraction(0)


def _is_version(tokens: ValueTokens, at: int, end: int) -> bool:
    """Return whether a number with a point is none: behind a word such as *version*, and where it keeps a zero."""
    text = tokens.text(at)
    is_named = tokens.text(at - 1) in word_set_at("numbers.version_words") and "." in text
    return is_named or (end == at + 1 and _KEPT_ZERO.fullmatch(text) is not None)


def _power_of_unit(tokens: ValueTokens, at: int) -> tuple[int, int] | None:
    """Return the power of a unit, as of m², m^2 and m2, and the index behind it."""
    if found := _exponent(tokens, at):
        return found
    is_plain = tokens.touches(at) and tokens.text(at) in _SQUARE_AND_CUBE
    return (int(tokens.text(at)), at + 1) if is_plain else None


def _number(tokens: ValueTokens, at: int) -> tuple[NumberValue, int] | None:
    """Read a number, with every part of 3억 2천만 and the magnitude in 1.5k."""
    if at not in tokens.numbers:
        return None
    value, end = tokens.numbers[at]
    if (power := _exponent(tokens, end)) and isinstance(value, Fraction) and value and abs(power[0]) <= MAX_EXPONENT:
        return value ** power[0], power[1]
    if tokens.text(end) == _THOUSAND_LETTER and tokens.touches(end) and isinstance(value, Fraction):
        return value * 1000, end + 1
    while end in tokens.numbers and _is_continued(tokens, at, end):
        more, behind = tokens.numbers[end]
        if not (isinstance(value, Fraction) and isinstance(more, Fraction) and more < magnitude(value)):
            break
        value, end = value + more, behind
    return value, end


def _is_continued(tokens: ValueTokens, at: int, end: int) -> bool:
    """Return whether a Korean number goes on after a mark of its magnitude."""
    return end > at and ends_in_magnitude(tokens.text(end - 1))


def _unit(tokens: ValueTokens, at: int) -> str:
    """Return the canonical unit that the token at an index is, a particle aside."""
    text = tokens.text(at)
    if not text:
        return ""
    return canonical_unit(text) or canonical_unit(split_particle(text)[0])


def _money(tokens: ValueTokens, value: NumberValue, currency: str, at: int) -> tuple[Value, int]:
    scale = table_at("numbers.abbreviations").get(tokens.text(at)) if tokens.touches(at) else None
    if scale is not None and isinstance(value, Fraction):
        value, at = value * scale, at + 1
    if _unit(tokens, at) == currency:
        at += 1
    return Value("number", ("money", value, currency)), at


def _percentage(tokens: ValueTokens, value: NumberValue, at: int) -> tuple[Value, int]:
    """Return the value of percent or percentage points, which are two things, and where it ends."""
    if tokens.text(at) == "p" and tokens.touches(at):
        return Value("number", ("percentage point", value)), at + 1
    if split_particle(tokens.text(at))[0] in word_set_at("units.percentage_points"):
        return Value("number", ("percentage point", value)), at + 1
    return Value("number", ("percent", value)), at


def _measure(value: NumberValue, unit: str) -> tuple[object, ...]:
    if unit in _FACTORS and isinstance(value, Fraction):
        quantity, factor = _FACTORS[unit]
        return quantity, value * factor
    return "measure", value, unit
