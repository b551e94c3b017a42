"""The spellings of chats, written out: *90 bucks*, *on friday*, 담주, 74키로.

The evidence alone is read so: a claim is written by a program, its evidence is typed.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import takewhile

from aligner_core._claims.coverage import Coverage
from aligner_core._language.lexicon import lexicon, pattern_at, table_at, word_set_at
from aligner_core._text.hangul import has_hangul

MAX_CACHED_WORDS = 16384
MAX_CACHED_TEXTS = 256
_WORD = re.compile(r"(?:(?<![\w.,])(\d[\d.,]*)(\s?))?(b4\b|[^\W\d]+(?:/o\b)?)")
_BEHIND = re.compile(r"\.?\s?\d")


class SpelledOut:
    """A text with the spellings of chats written out, and the way back to it.

    >>> text = SpelledOut("paid 90 bucks on friday")
    >>> text.text, text.source_range(5, 15)
    ('paid 90 dollars on Friday', (5, 13))
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._changed: list[tuple[int, int, int, int]] = []
        pieces, at, length, before = list[str](), 0, 0, ""
        days, amounts = (_places(name, source) for name in ("listed_days", "amounts"))
        for found in _WORD.finditer(source):
            number, space, word = found[1] or "", found[2] or "", found[3]
            is_dated = _may_be_date(word) and bool(number or _BEHIND.match(source, found.end()))
            words = _written(number, space, word, before, is_dated=is_dated)
            if days.overlaps(*found.span(3)):
                words = _days_of(word)
            elif number and amounts.overlaps(*found.span(3)):
                words = _in_ten_thousands(number, space, word, before)
            before = word.lower()
            if words != found[0]:
                pieces += [source[at : found.start()], words]
                length += found.start() - at
                self._changed.append((length, length + len(words), *found.span()))
                at, length = found.end(), length + len(words)
        self.text = "".join((*pieces, source[at:]))
        self._ends = [end for _, end, _, _ in self._changed]

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source that the range [start, end) of the text came from."""
        return self._position(start, is_end=False), self._position(end, is_end=True)

    def _position(self, position: int, *, is_end: bool) -> int:
        """Return where a position was in the source; one inside a changed word is at its edge."""
        at = bisect_right(self._ends, position - is_end)
        if at < len(self._changed) and self._changed[at][0] < position + (not is_end):
            return self._changed[at][3 if is_end else 2]
        _, end, _, source_end = self._changed[at - 1] if at else (0, 0, 0, 0)
        return source_end + position - end


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def spelled_out(source: str) -> SpelledOut:
    """Return a text with its spellings written out; one that was read before is not read again."""
    return SpelledOut(source)


def _places(name: str, source: str) -> Coverage:
    return Coverage(found.span() for found in pattern_at(f"claims.spellings.{name}", "ko").finditer(source))


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _may_be_date(word: str) -> bool:
    return word.lower() in word_set_at("claims.spellings.dates")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _written(number: str, space: str, word: str, before: str, *, is_dated: bool) -> str:
    """Return a word, and the number before it, as they are written out."""
    if has_hangul(word):
        return _written_in_korean(number, space, word)
    lower = word.lower()
    units, words, days = (_english(name) for name in ("units", "words", "days"))
    if number and (written := units.get(word) or units.get(lower)):
        return number + written.replace("{}", number)
    if lower in words:
        return number + space + words[lower]
    is_behind = before in word_set_at("claims.spellings.before_dates")
    if is_behind and lower in days:
        return number + space + days[lower]
    is_date = _may_be_date(word) and (is_dated or is_behind)
    if is_date or lower in word_set_at("claims.spellings.capitals"):
        word = word[:1].upper() + word[1:]
    return number + space + word


def _days_of(word: str) -> str:
    """Return the days of the week that a word lists by their first syllables, as 월수금 does."""
    day = table_at("dates", "ko")["of_week"]
    first = {name[0] for name in lexicon("ko").weekdays}
    listed = "".join(takewhile(first.__contains__, word))
    return " ".join(f"{one}{day}" for one in listed) + word.removeprefix(listed).removeprefix(day)


def _in_ten_thousands(number: str, space: str, word: str, before: str) -> str:
    """Return 천 of an amount that leaves 만 out: behind 억 always 천만, otherwise both, as nobody can tell."""
    more = f"{number}{space}천만{word[1:]}"
    return more if before == "억" else f"{number}{space}천 {more}"


@cache
def _english(name: str) -> Mapping[str, str]:
    return table_at(f"claims.spellings.{name}", "en")


def _written_in_korean(number: str, space: str, word: str) -> str:
    if number:
        for pattern, words in _korean("behind_numbers"):
            written, changes = pattern.subn(words.replace("{}", number), space + word, count=1)
            if changes:
                return number + written
    for pattern, words in _korean("anywhere"):
        word = pattern.sub(words, word)
    return number + space + word


@cache
def _korean(name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), words) for pattern, words in lexicon("ko").at(f"claims.spellings.{name}"))
