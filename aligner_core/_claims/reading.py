"""A text prepared for reading facts: folded, with its language, its clauses, and a map back to the source."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from aligner_core._claims.work import Work
from aligner_core._language.detection import language_of
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.korean_predicates import forms_of, spell_out_quotes
from aligner_core._language.lexicon import pattern_at, word_set_at, words_at
from aligner_core._language.numbers import split_counters
from aligner_core._language.stemming import stems
from aligner_core._language.terms import is_general
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText
from aligner_core._text.tokens import Token, TokenKind, tokenize

MAX_CACHED_TEXTS = 256
"""How many texts are kept as they were read: a page compares the claims of one session with the same messages."""

MAX_CACHED_WORDS = 4096
MIN_SHORT_FORM = 2
_CLAUSE_END = r"[.!?…](?=[\s\"')\]]|$)|[;|\n\r\u3002]|:(?=\s)|,(?=\s)|\s[-–—]+\s|\s(?=\(?\d{1,2}\)\s)"
"""Signs that end a clause; the words that do are in the files of the languages."""
_SCRIPTS = re.compile(r"[가-힣]+|[^가-힣\W]+(?:'[a-z]+)?")


ArgumentsT = ParamSpec("ArgumentsT")
ResultT = TypeVar("ResultT")


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile("|".join((_CLAUSE_END, *words_at("claims.clauses.ends", "en", "ko"))))


@cache
def words_in_english() -> Mapping[str, frozenset[str]]:
    """Return what frequent Korean words are in English, as stems."""
    lines = [line.split() for line in words_at("claims.english.words", "ko")]
    known: dict[str, frozenset[str]] = {}
    for korean, *english in lines:
        known[korean] = known[f"{korean}다"] = frozenset(stem for word in english for stem in stems(word))
    return known


class Word(NamedTuple):
    """One word with a meaning of its own, at [start, end) of the folded text, and the stems it may have."""

    text: str
    start: int
    end: int
    stems: frozenset[str]


class Clause(NamedTuple):
    """A clause at [start, end) of a folded text: one predicate and the words that belong to it."""

    number: int
    start: int
    end: int
    words: tuple[Word, ...]


class Reading:
    """One text, read once: `text` is folded, and `span` maps positions in it to the source.

    `kept` holds what was found out about it. That of a claim counts its comparisons in *work*.
    """

    def __init__(self, source: str, work: Work | None = None) -> None:
        self.source = source
        self.normalized = NormalizedText(source)
        self.text = self.normalized.text
        self.work = work or Work()
        self.kept: dict[tuple[object, ...], Any] = {}

    @cached_property
    def language(self) -> str | None:
        """The ISO 639-1 code of its language; None when it is not known."""
        return language_of(self.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens, Korean number words apart from their counters."""
        return tuple(split_counters(tokenize(self.text)))

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses, in reading order."""
        ends = [(found.start(), found.end()) for found in _clause_end().finditer(self.text)]
        starts = [0, *(end for _, end in ends)]
        stops = [*(start for start, _ in ends), len(self.text)]
        words = iter([*self._words(), None])
        word = next(words)
        clauses: list[Clause] = []
        for start, stop in zip(starts, stops, strict=True):
            inside = []
            while word is not None and word.start < stop:
                inside.append(word)
                word = next(words)
            if self.text[start:stop].strip():
                clauses.append(Clause(len(clauses), start, stop, tuple(inside)))
        return tuple(clauses)

    @cached_property
    def pieces(self) -> tuple[tuple[str, int, int], ...]:
        """Every word with its place, apart where its script changes, as in *DuckDB에서*."""
        return tuple(
            (found[0], token.start + found.start(), token.start + found.end())
            for token in self.tokens
            if token.kind is TokenKind.WORD
            for found in _SCRIPTS.finditer(token.text)
        )

    @cached_property
    def piece_starts(self) -> list[int]:
        """Where each word begins."""
        return [start for _, start, _ in self.pieces]

    @cached_property
    def piece_ends(self) -> list[int]:
        """Where each word ends."""
        return [end for _, _, end in self.pieces]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source that a range of the folded text came from."""
        return self.normalized.source_range(start, end)

    def as_written(self, start: int, end: int) -> str:
        """Return the words of the source that a range of the folded text came from."""
        first, last = self.span(start, end)
        return self.source[first:last]

    @cached_property
    def _clause_ends(self) -> list[int]:
        return [clause.end for clause in self.clauses]

    def clause_at(self, position: int) -> Clause:
        """Return the clause around a position of the folded text."""
        return self.clauses[min(bisect_right(self._clause_ends, position), len(self.clauses) - 1)]

    def _words(self) -> Iterator[Word]:
        verbs, empty = word_set_at("claims.clauses.general_verbs"), pattern_at("claims.denials.empty")
        for text, start, end in self.pieces:
            noun = split_particle(text)[0]
            if text in verbs:
                continue
            is_known = noun in words_in_english() and len(text) > 1
            is_known = is_known or bool(_short_predicates(text))
            if (is_known or not (is_general(text) or is_general(noun))) and not empty.search(text):
                yield Word(text, start, end, _stems(text))


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _stems(word: str) -> frozenset[str]:
    """Return the stems a word may have; a word of hearsay, as 끝냈대요, those of its full form too."""
    full = spell_out_quotes(word)[0] if has_hangul(word) else word
    return stems(word) | stems(full) | _short_predicates(full) | _kin_of(word)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _kin_of(word: str) -> frozenset[str]:
    """Return the first name of what a word calls somebody's mother, brother and so on: 엄마 and 어머니 are one."""
    called = {split_particle(word)[0], word.removesuffix("'s")}
    return frozenset(line.split()[0] for line in words_at("claims.opposites.kin") if called & {*line.split()})


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _short_predicates(word: str) -> frozenset[str]:
    """Return the predicates of one syllable that a Korean word may be a form of."""
    if not has_hangul(word) or len(word) < MIN_SHORT_FORM:
        return frozenset()
    short = word_set_at("claims.clauses.short_predicates")
    return frozenset(f"{form.stem}다" for form in forms_of(word) if form.stem in short)


def kept(
    function: Callable[Concatenate[Reading, ArgumentsT], ResultT],
) -> Callable[Concatenate[Reading, ArgumentsT], ResultT]:
    """Keep what a function finds out about a reading as long as the reading is kept."""

    @wraps(function)
    def found(reading: Reading, /, *args: ArgumentsT.args, **kwargs: ArgumentsT.kwargs) -> ResultT:
        key = (function, *args, *kwargs.values())
        if key not in reading.kept:
            reading.kept[key] = function(reading, *args, **kwargs)
        result: ResultT = reading.kept[key]
        return result

    return found


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def read(source: str) -> Reading:
    """Return a text as it is read; a text that was read before is not read again."""
    return Reading(source)
