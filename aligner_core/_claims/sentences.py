"""The sentences of a claim: each is judged by itself, so that none changes how another one is judged."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from aligner_core._language.lexicon import words_at
from aligner_core._text.hangul import FINAL_COUNT

_SIGNS = r"[.!?…\u3002\uff01\uff1f]"
_END = re.compile(rf"(?<!{_SIGNS}){_SIGNS}++[\"')\]”’»」』]*+(?=\s|\Z)")
_BEFORE_NUMBER = re.compile(r"(?:\d|\bno)\Z", re.IGNORECASE)
_BEFORE_STATEMENT = "".join(
    chr(code) for code in range(ord("가"), ord("힣") + 1) if (code - ord("가")) % FINAL_COUNT in {4, 6, 18, 20}
)
"""Syllables that end in the consonants before 다 at the end of a statement, as in 한다, 않다, 없다, 했다."""
_MAX_CHARS_BEFORE, _MAX_CHARS_AFTER = 12, 3


class Sentence(NamedTuple):
    """A sentence of a text, and where it begins there."""

    text: str
    start: int


def sentences_of(text: str, *, by_sign: bool) -> list[Sentence]:
    r"""Return the sentences of a text, without the white space around them.

    They end at full stops and the like; unless *by_sign*, at the ends of lines and after Korean endings too.

    >>> [sentence.text for sentence in sentences_of("Dr. Kim pays. The rest\nwaits", by_sign=False)]
    ['Dr. Kim pays.', 'The rest', 'waits']
    """
    ends = (_END if by_sign else _end_without_sign()).finditer(text)
    edges = [0, *(found.end() for found in ends if _ends_sentence(text, found)), len(text)]
    return list(_stripped(text, edges))


@cache
def _end_without_sign() -> re.Pattern[str]:
    """Return the pattern of every end of a sentence: people write without full stops, and titles have none."""
    endings = "|".join(words_at("claims.clauses.sentence_ends"))
    korean = rf"(?:(?<=[가-힣])(?:{endings})|[{_BEFORE_STATEMENT}]다)(?=\s)"
    return re.compile(rf"{_END.pattern}|[\n\r\u2028\u2029]++|{korean}")


def _stripped(text: str, edges: list[int]) -> Iterator[Sentence]:
    for start, end in pairwise(edges):
        words = text[start:end].strip()
        if words:
            yield Sentence(words, text.index(words, start))


def _ends_sentence(text: str, found: re.Match[str]) -> bool:
    """Return whether a sign ends a sentence: not after an abbreviation or initial, nor before the next of two numbers.

    Such numbers are those of *No. 5* and 2027. 2. 3.
    """
    if found[0] != ".":
        return True
    before = text[max(0, found.start() - _MAX_CHARS_BEFORE) : found.start()]
    is_before_number = text[found.end() : found.end() + _MAX_CHARS_AFTER].lstrip()[:1].isdecimal()
    return not (_abbreviation().search(before) or (is_before_number and _BEFORE_NUMBER.search(before)))


@cache
def _abbreviation() -> re.Pattern[str]:
    """Return the pattern of what a full stop may follow inside a sentence: an abbreviation, or an initial of a name."""
    words = "|".join(words_at("claims.clauses.abbreviations"))
    return re.compile(rf"(?<!\w)(?:(?:{words})|(?<![^\s(.])[^\W\d_가-힣])\Z", re.IGNORECASE)
