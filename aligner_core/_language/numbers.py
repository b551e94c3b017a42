"""The values of number expressions: digits, English and Korean number words, Roman numerals."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from aligner_core._text.tokens import Token, TokenKind


def _numbered(groups: str, *, first: int, step: int = 1) -> dict[str, int]:
    """Return the value of each word; words of one group mean the same."""
    numbered = ((first + step * place, words) for place, words in enumerate(groups.split("|")))
    return {word: value for value, words in numbered for word in words.split()}


_ONES = _numbered(
    "zero|one first|two second|three third|four fourth|five fifth|six sixth|seven seventh|eight eighth|nine ninth|"
    "ten tenth|eleven eleventh|twelve twelfth|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen",
    first=0,
)
_TENS = _numbered("twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety", first=20, step=10)
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_NATIVE_ONES = _numbered("하나 한 첫|둘 두|셋 세|넷 네|다섯|여섯|일곱|여덟|아홉", first=1)
_NATIVE_TENS = _numbered("열|스물 스무|서른|마흔|쉰|예순|일흔|여든|아흔", first=10, step=10)
_NATIVE = {
    **_NATIVE_ONES,
    **_NATIVE_TENS,
    **{ten + one: _NATIVE_TENS[ten] + _NATIVE_ONES[one] for ten in _NATIVE_TENS for one in _NATIVE_ONES},
}
_SINO = {"일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9}
_SMALL = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10**4, "억": 10**8, "조": 10**12}
_MAGNITUDES = {**_SMALL, **_LARGE}
_MAGNITUDE = re.compile("[십백천만억조]+")
_COUNTERS = (
    "시간|달|개월|번|개|명|사람|가지|살|배|차례|군데|곳|마리|잔|병|권|장|시|주|째|편|분|점|건|팀|쪽|해|"
    "원|년|일|층|퍼센트"
)
_COUNTED = re.compile(f"({'|'.join(sorted(_NATIVE, key=len, reverse=True))})(?:{_COUNTERS})")
_SINO_NUMBER = re.compile(
    f"((?:[일이삼사오육칠팔구]?[십백천만억조])+[일이삼사오육칠팔구]?)(?=$|{_COUNTERS}|[이가은는을를의로에와과도]$)"
)
_SINO_BEGINNINGS = frozenset({*_SINO, *_MAGNITUDES})
_BEGINNINGS = _SINO_BEGINNINGS | {word[0] for word in _NATIVE}
_ROMAN = re.compile(r"(?=[ivxlc]{2,})c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_NOT_ROMAN = frozenset({"mix", "civil", "li", "cv", "cc", "xl"})
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")

_ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})

NumberValue = Fraction | str
"""A number; or the digits as written of a date, a time or a version, which has no single value."""


def split_counters(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens with Korean number words split from the counter attached to them, as digits already are.

    >>> from aligner_core._text.tokens import tokenize
    >>> [token.text for token in split_counters(tokenize("열두시에 3시에"))]
    ['열두', '시에', '3', '시에']
    >>> [token.text for token in split_counters(tokenize("스물일곱"))]
    ['스물일곱']
    """
    for token in tokens:
        may_be_cut = token.text[:1] in _BEGINNINGS and token.text not in _NATIVE
        found = may_be_cut and (_COUNTED.match(token.text) or _SINO_NUMBER.match(token.text))
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
    at = 0
    while at < len(tokens):
        read = _read_number(tokens, at)
        if read is not None:
            value, length = read
            yield value, range(at, at + length)
            at += length
        else:
            at += 1


def _read_number(tokens: Sequence[Token], at: int) -> tuple[NumberValue, int] | None:
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        return _read_digits(tokens, at)
    if token.kind is TokenKind.SIGN:
        return None
    if token.text in _ONES or token.text in _TENS:
        return _read_english(tokens, at)
    return _read_word(token.text)


def is_number_word(text: str) -> bool:
    """Return whether a Korean word, or the part of it before a counter, is a number.

    >>> is_number_word("열두시에"), is_number_word("회의에")
    (True, False)
    """
    return bool(_COUNTED.match(text) or _SINO_NUMBER.match(text) or _read_word(text) is not None)


def is_native_number(text: str) -> bool:
    """Return whether a word is a native Korean number, behind which 분 counts persons, not minutes.

    >>> is_native_number("네"), is_native_number("사")
    (True, False)
    """
    return text in _NATIVE


def _read_word(text: str) -> tuple[NumberValue, int] | None:
    """Return the value of a word that is a number by itself, and the number of tokens it takes: 1."""
    if text in _NATIVE:
        return Fraction(_NATIVE[text]), 1
    if text[:1] in _SINO_BEGINNINGS and _SINO_NUMBER.fullmatch(text):
        return Fraction(_read_sino(text)), 1
    if text[:1] in _ROMAN_DIGITS and _ROMAN.fullmatch(text) and text not in _NOT_ROMAN:
        return Fraction(_read_roman(text)), 1
    return None


def _read_sino(text: str) -> int:
    """Return the value of a word like 이천오백만: ones before 십백천, and all of that before 만억조."""
    total = below = ones = 0
    for char in text:
        if char in _SINO:
            ones = _SINO[char]
        elif char in _SMALL:
            below, ones = below + max(ones, 1) * _SMALL[char], 0
        else:
            total, below, ones = total + max(below + ones, 1) * _LARGE[char], 0, 0
    return total + below + ones


def _read_digits(tokens: Sequence[Token], at: int) -> tuple[NumberValue, int]:
    value = _value_of_digits(tokens[at].text.replace("。", "."))
    if isinstance(value, str):
        return value, 1
    if at + 1 == len(tokens):
        return value, 1
    following = tokens[at + 1]
    if following.start == tokens[at].end and _MAGNITUDE.fullmatch(following.text):
        return value * prod(_MAGNITUDES[char] for char in following.text), 2
    if following.start == tokens[at].end and following.text in _ORDINAL_ENDS:
        return value, 2
    if following.text in _SCALES:
        return value * _SCALES[following.text], 2
    return value, 1


def _value_of_digits(text: str) -> NumberValue:
    try:
        if text.isdecimal():
            return Fraction(int(text))
        return Fraction(text.replace(",", "") if _THOUSANDS.fullmatch(text) else text)
    except ValueError:
        return text


def _read_english(tokens: Sequence[Token], at: int) -> tuple[NumberValue, int]:
    """Return the value of words like "twenty-five thousand" as far as they go, and how many tokens they take."""
    total = current = 0
    end = at
    while end < len(tokens):
        text = tokens[end].text
        if text in _SCALES and end > at:
            current *= _SCALES[text]
            if _SCALES[text] > 100:  # noqa: PLR2004 - a hundred may be multiplied further
                total, current = total + current, 0
        elif text in _TENS and current % 100 == 0:
            current += _TENS[text]
        elif text in _ONES and current % 10 == 0 and (end == at or tokens[end - 1].text not in _ONES):
            current += _ONES[text]
        elif not (
            text == "-" and current and current % 10 == 0 and end + 1 < len(tokens) and tokens[end + 1].text in _ONES
        ):
            break
        end += 1
    return Fraction(total + current), end - at


def _read_roman(text: str) -> int:
    digits = [_ROMAN_DIGITS[char] for char in text]
    return sum(-digit if digit < after else digit for digit, after in zip(digits, [*digits[1:], 0], strict=True))
