"""The values of number expressions: digits, English and Korean number words, Roman numerals."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._text.tokens import Token, TokenKind

_ROMAN = re.compile(r"(?=[ivxlc]{2,})c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_TEN, _MIN_TENS, _MIN_LARGE = 10, 20, 10**4
"""From where on an English word takes ones behind it, and a Korean one multiplies all that stands before it."""

NumberValue = Fraction | str
"""A number; or the digits as written of a date, a time or a version, which has no single value."""


class _English(NamedTuple):
    """The number words of English: those that stand alone, those before ones, those that multiply."""

    ones: Mapping[str, int]
    tens: Mapping[str, int]
    scales: Mapping[str, int]
    ordinal_ends: frozenset[str]


class _Korean(NamedTuple):
    """The number words of Korean: of its own, of Chinese origin, and patterns of both before a counter."""

    native: Mapping[str, int]
    sino: Mapping[str, int]
    magnitudes: Mapping[str, int]
    counted: re.Pattern[str]
    sino_number: re.Pattern[str]
    beginnings: frozenset[str]
    """The letters that one of either may begin with."""


@cache
def _english() -> _English:
    values = lexicon("en").cardinals
    return _English(
        ones={word: value for word, value in values.items() if value < _MIN_TENS},
        tens={word: value for word, value in values.items() if value >= _MIN_TENS},
        scales=lexicon("en").scales,
        ordinal_ends=word_set_at("numbers.ordinal_ends", "en"),
    )


@cache
def _korean() -> _Korean:
    words, sino = table_at("numbers.native", "ko"), table_at("numbers.sino", "ko")
    tens = [word for word, value in words.items() if value >= _TEN]
    ones = [word for word, value in words.items() if value < _TEN]
    native = {**words, **{ten + one: words[ten] + words[one] for ten in tens for one in ones}}
    digits = "".join(word for word, value in sino.items() if value < _TEN)
    powers = "".join(word for word, value in sino.items() if value >= _TEN)
    counters = "|".join(words_at("numbers.counters", "ko"))
    behind = f"{counters}|[{''.join(words_at('numbers.particles', 'ko'))}]$"
    return _Korean(
        native=native,
        sino=sino,
        magnitudes={word: sino[word] for word in powers},
        counted=re.compile(f"({'|'.join(sorted(native, key=len, reverse=True))})(?:{counters})"),
        sino_number=re.compile(f"((?:[{digits}]?[{powers}])+[{digits}]?)(?=$|{behind})"),
        beginnings=frozenset({*sino, *(word[0] for word in native)}),
    )


def split_counters(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens with Korean number words split from the counter attached to them, as digits already are.

    >>> from aligner_core._text.tokens import tokenize
    >>> [token.text for token in split_counters(tokenize("열두시에 3시에"))]
    ['열두', '시에', '3', '시에']
    >>> [token.text for token in split_counters(tokenize("스물일곱"))]
    ['스물일곱']
    """
    known = _korean()
    native, beginnings = known.native, known.beginnings
    for token in tokens:
        may_be_cut = token.text[:1] in beginnings and token.text not in native
        found = may_be_cut and (known.counted.match(token.text) or known.sino_number.match(token.text))
        if found and found.end(1) < len(token.text):
            cut = token.start + found.end(1)
            yield Token(found[1], token.kind, token.start, cut)
            yield Token(token.text[found.end(1) :], token.kind, cut, token.end)
        else:
            yield token


def read_numbers(tokens: Sequence[Token]) -> list[tuple[NumberValue, range]]:
    """Return the number expressions among tokens: each value, and the indices of the tokens it is read from.

    >>> from aligner_core._text.tokens import tokenize
    >>> read_numbers(tokenize("twenty-five of 3만"))
    [(Fraction(25, 1), range(0, 3)), (Fraction(30000, 1), range(4, 6))]
    """
    return list(_read_numbers(tokens))


def _read_numbers(tokens: Sequence[Token]) -> Iterator[tuple[NumberValue, range]]:
    beginnings, at = _beginnings(), 0
    while at < len(tokens):
        token = tokens[at]
        may_be_number = token.kind is TokenKind.NUMBER or token.text[:1] in beginnings
        read = _read_number(tokens, at) if may_be_number else None
        if read is not None:
            value, length = read
            yield value, range(at, at + length)
            at += length
        else:
            at += 1


@cache
def _beginnings() -> frozenset[str]:
    """Return the letters that number words begin with, so that most words are passed over at once."""
    english = (word[0] for words in (_english().ones, _english().tens) for word in words)
    return _korean().beginnings | _ROMAN_DIGITS.keys() | {*english}


def _read_number(tokens: Sequence[Token], at: int) -> tuple[NumberValue, int] | None:
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        return _read_digits(tokens, at)
    known = _english()
    if token.text in known.ones or token.text in known.tens:
        return _read_english(tokens, at, known)
    return _read_word(token.text)


def is_number_word(text: str) -> bool:
    """Return whether a Korean word, or the part of it before a counter, is a number.

    >>> is_number_word("열두시에"), is_number_word("회의에")
    (True, False)
    """
    known = _korean()
    return bool(known.counted.match(text) or known.sino_number.match(text) or _read_word(text) is not None)


def is_native_number(text: str) -> bool:
    """Return whether a word is a native Korean number, behind which 분 counts persons, not minutes.

    >>> is_native_number("네"), is_native_number("사")
    (True, False)
    """
    return text in _korean().native


def ends_in_magnitude(text: str) -> bool:
    """Return whether a text ends in a Korean mark of hundreds or more, as 3억 does: smaller numbers may follow it.

    >>> ends_in_magnitude("3억"), ends_in_magnitude("삼십")
    (True, False)
    """
    return _korean().magnitudes.get(text[-1:], 0) > _TEN


def _read_word(text: str) -> tuple[NumberValue, int] | None:
    """Return the value of a word that is a number by itself, and the number of tokens it takes: 1."""
    known = _korean()
    if text in known.native:
        return Fraction(known.native[text]), 1
    if text[:1] in known.sino and known.sino_number.fullmatch(text):
        return Fraction(_read_sino(text, known.sino)), 1
    if text[:1] in _ROMAN_DIGITS and _ROMAN.fullmatch(text) and text not in word_set_at("numbers.not_roman", "en"):
        return Fraction(_read_roman(text)), 1
    return None


def _read_sino(text: str, values: Mapping[str, int]) -> int:
    """Return the value of a word like 이천오백만: ones before 십백천, and all of that before 만억조."""
    total = below = ones = 0
    for char in text:
        value = values[char]
        if value < _TEN:
            ones = value
        elif value < _MIN_LARGE:
            below, ones = below + max(ones, 1) * value, 0
        else:
            total, below, ones = total + max(below + ones, 1) * value, 0, 0
    return total + below + ones


def _read_digits(tokens: Sequence[Token], at: int) -> tuple[NumberValue, int]:
    value = _value_of_digits(tokens[at].text.replace("。", "."))
    if isinstance(value, str):
        return value, 1
    if at + 1 == len(tokens):
        return value, 1
    following = tokens[at + 1]
    known = _english()
    if following.start == tokens[at].end:
        magnitudes = _korean().magnitudes
        if magnitudes.keys() >= set(following.text):
            return value * prod(magnitudes[char] for char in following.text), 2
        if following.text in known.ordinal_ends:
            return value, 2
    if following.text in known.scales:
        return value * known.scales[following.text], 2
    return value, 1


def _value_of_digits(text: str) -> NumberValue:
    try:
        if text.isdecimal():
            return Fraction(int(text))
        return Fraction(text.replace(",", "") if _THOUSANDS.fullmatch(text) else text)
    except ValueError:
        return text


def _read_english(tokens: Sequence[Token], at: int, known: _English) -> tuple[NumberValue, int]:
    """Return the value of words like "twenty-five thousand" as far as they go, and how many tokens they take."""
    total = current = 0
    end = at
    while end < len(tokens):
        text = tokens[end].text
        if text in known.scales and end > at:
            current *= known.scales[text]
            if known.scales[text] > 100:  # noqa: PLR2004 - a hundred may be multiplied further
                total, current = total + current, 0
        elif text in known.tens and current % 100 == 0:
            current += known.tens[text]
        elif text in known.ones and current % 10 == 0 and (end == at or tokens[end - 1].text not in known.ones):
            current += known.ones[text]
        elif text != "-" or not current or current % 10 or not _is_one(tokens[end + 1 : end + 2], known):
            break
        end += 1
    return Fraction(total + current), end - at


def _is_one(tokens: Sequence[Token], known: _English) -> bool:
    return any(token.text in known.ones for token in tokens)


def _read_roman(text: str) -> int:
    digits = [_ROMAN_DIGITS[char] for char in text]
    return sum(-digit if digit < after else digit for digit, after in zip(digits, [*digits[1:], 0], strict=True))
