"""What denies in a text: negations, and words that deny without one, as *refused*, *no longer* and 금지 do.

The lists are in the files of the languages. Words of one group deny the same thing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.reading import Clause, Reading, read
from aligner_core._differences.items import spell_out
from aligner_core._language.lexicon import lexicon
from aligner_core._text.tokens import TokenKind

MAX_CACHED_TEXTS = 512
MAX_CACHED_WORDS = 4096
JUDGED = ("ko", "en")
NEGATION = "not"


class Denial(NamedTuple):
    """Words at [start, end) of a folded text that deny; those of one group deny the same thing."""

    group: str
    start: int
    end: int


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def _by_clause(source: str) -> tuple[tuple[Denial, ...], ...]:
    """Return the denials of each clause of a text, those aside that only seem to be."""
    reading = read(source)
    harmless = Coverage(found.span() for code in JUDGED for found in _harmless(code).finditer(reading.text))
    found: list[list[Denial]] = [[] for _ in reading.clauses]
    for denial in (*_negations(reading), *_other_denials(reading.text)):
        if not harmless.overlaps(denial.start, denial.end):
            found[reading.clause_at(denial.start).number].append(denial)
    return tuple(map(tuple, found))


def _negations(reading: Reading) -> Iterator[Denial]:
    for token in reading.tokens:
        if token.kind is TokenKind.WORD and _negates(token.text):
            yield Denial(NEGATION, token.start, token.end)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _negates(word: str) -> bool:
    return any(lexicon(code).negations.negates(full) for full in spell_out(word, ("en",)) for code in JUDGED)


def _other_denials(text: str) -> Iterator[Denial]:
    for group, pattern in _denials():
        yield from (Denial(group, *found.span()) for found in pattern.finditer(text))


@cache
def _denials() -> tuple[tuple[str, "re.Pattern[str]"], ...]:
    return tuple(
        (words, re.compile(rf"(?<![\w'])(?:{words})(?![\w])" if code == "en" else words))
        for code in JUDGED
        for table in ("strong", "words")
        for words in _table(code, table)
    )


@cache
def strong_groups() -> frozenset[str]:
    """Return the groups that deny as clearly as a negation."""
    return frozenset({NEGATION, *_table("en", "strong"), *_table("ko", "strong")})


@cache
def _harmless(code: str) -> "re.Pattern[str]":
    phrases = "|".join(_table(code, "harmless"))
    return re.compile(rf"\b(?:{phrases})(?!\w)" if code == "en" else phrases)


@cache
def nobody_pattern() -> "re.Pattern[str]":
    """Return the pattern of words that deny of everything, as *nobody* and 아무도 do."""
    return re.compile("|".join((*(rf"\b(?:{one})\b" for one in _table("en", "nobody")), *_table("ko", "nobody"))))


def _table(code: str, name: str) -> Sequence[str]:
    words: Sequence[str] = lexicon(code).tables["claims"]["denials"][name]
    return words


def denials_in(clause: Clause, reading: Reading) -> tuple[Denial, ...]:
    """Return what denies in one clause of a text: its negations, then words that deny without one."""
    return _by_clause(reading.source)[clause.number]


def negations_in(clause: Clause, reading: Reading) -> list[Denial]:
    """Return the negations of one clause of a text."""
    return [denial for denial in denials_in(clause, reading) if denial.group == NEGATION]
