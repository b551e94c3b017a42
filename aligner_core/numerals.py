"""The values that number expressions stand for: digits, English and Korean number words, Roman numerals."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from aligner_core.hangul import is_hangul
from aligner_core.tokens import Token, TokenKind


def _numbered(groups: str, *, first: int, step: int = 1) -> dict[str, int]:
    """Give each word its value; words of one group say the same."""
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
_ROMAN = re.compile(r"(?=[ivxlc]{2,})c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_NO_ROMAN = frozenset({"mix", "civil", "li", "cv", "cc", "xl"})
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")

_ONE_DIGIT_COUNTED = re.compile(f"[일이삼사오육칠팔구](?:{_COUNTERS})")
_ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})

Value = Fraction | str


def counted_apart(stretch: Iterable[Token]) -> Iterator[Token]:
    """Part a Korean number word from the counter written onto it, as digits are parted from theirs.

    >>> from aligner_core.tokens import tokens
    >>> [token.text for token in counted_apart(tokens("열두시에 3시에"))]
    ['열두', '시에', '3', '시에']
    """
    for token in stretch:
        found = is_hangul(token.text) and (_COUNTED.match(token.text) or _SINO_NUMBER.match(token.text))
        if found and found.end(1) < len(token.text):
            cut = token.start + found.end(1)
            yield Token(found[1], token.kind, token.start, cut)
            yield Token(token.text[found.end(1) :], token.kind, cut, token.end)
        else:
            yield token


def counts_by_one_digit(digit: str, behind: str) -> bool:
    """Say whether a syllable is a digit, which it is for sure only before a counter: 삼일 are three days."""
    return _ONE_DIGIT_COUNTED.match(digit + behind) is not None


def readings(stretch: Sequence[Token]) -> list[tuple[Value, range]]:
    """Give the number expressions of a stretch of tokens: each value, and the positions of the tokens that say it.

    A date, a time or a version has no one value: its digits stand for themselves.
    """
    return list(_readings(stretch))


def _readings(stretch: Sequence[Token]) -> Iterator[tuple[Value, range]]:
    at = 0
    while at < len(stretch):
        read = _reading(stretch, at)
        if read is not None:
            value, length = read
            yield value, range(at, at + length)
            at += length
        else:
            at += 1


def _reading(stretch: Sequence[Token], at: int) -> tuple[Value, int] | None:
    token = stretch[at]
    if token.kind is TokenKind.NUMBER:
        return _digits(stretch, at)
    if token.kind is TokenKind.SIGN:
        return None
    if token.text in _ONES or token.text in _TENS:
        return _english(stretch, at)
    return _word(token.text)


def _word(text: str) -> tuple[Value, int] | None:
    """Read one word that says a number by itself."""
    if text in _NATIVE:
        return Fraction(_NATIVE[text]), 1
    if _SINO_NUMBER.fullmatch(text):
        return Fraction(_sino(text)), 1
    if _ROMAN.fullmatch(text) and text not in _NO_ROMAN:
        return Fraction(_roman(text)), 1
    return None


def _sino(text: str) -> int:
    """Read 이천오백만: ones before 십백천, and all of that before 만억조."""
    total = below = ones = 0
    for char in text:
        if char in _SINO:
            ones = _SINO[char]
        elif char in _SMALL:
            below, ones = below + max(ones, 1) * _SMALL[char], 0
        else:
            total, below, ones = total + max(below + ones, 1) * _LARGE[char], 0, 0
    return total + below + ones


def _digits(stretch: Sequence[Token], at: int) -> tuple[Value, int]:
    text = stretch[at].text.replace("。", ".")
    try:
        value = Fraction(text.replace(",", "") if _THOUSANDS.fullmatch(text) else text)
    except ValueError:
        return text, 1
    if at + 1 == len(stretch):
        return value, 1
    following = stretch[at + 1]
    if following.start == stretch[at].end and _MAGNITUDE.fullmatch(following.text):
        return value * prod(_MAGNITUDES[char] for char in following.text), 2
    if following.start == stretch[at].end and following.text in _ORDINAL_ENDS:
        return value, 2
    if following.text in _SCALES:
        return value * _SCALES[following.text], 2
    return value, 1


def _english(stretch: Sequence[Token], at: int) -> tuple[Value, int]:
    """Read "twenty-five thousand" as far as it goes: tens, then ones, then scales."""
    total = current = 0
    end = at
    while end < len(stretch):
        text = stretch[end].text
        if text in _SCALES and end > at:
            current *= _SCALES[text]
            if _SCALES[text] > 100:  # noqa: PLR2004 - a hundred goes on being multiplied
                total, current = total + current, 0
        elif text in _TENS and current % 100 == 0:
            current += _TENS[text]
        elif text in _ONES and current % 10 == 0 and (end == at or stretch[end - 1].text not in _ONES):
            current += _ONES[text]
        elif not (
            text == "-" and current and current % 10 == 0 and end + 1 < len(stretch) and stretch[end + 1].text in _ONES
        ):
            break
        end += 1
    return Fraction(total + current), end - at


def _roman(text: str) -> int:
    digits = [_ROMAN_DIGITS[char] for char in text]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))
