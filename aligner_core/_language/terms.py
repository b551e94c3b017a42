"""The terms of a text: the words and numbers that it is about, in any of their forms."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import word_set_at
from aligner_core._language.numbers import read_numbers, split_counters
from aligner_core._language.stemming import MIN_STEM_CHARS, stems
from aligner_core._language.units import canonical_unit
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import Token, tokenize

_RUNS = re.compile("[가-힣]+|[^가-힣]+")
_MIN_COMPOUND_CHARS = 3
_MAX_UNIT_CHARS = 6

Term = frozenset[str]
"""One word or number: every stem it may be a form of."""


def stop_words() -> frozenset[str]:
    """Return the words that no search is for."""
    return word_set_at("general.stop_words")


@cache
def _general_words() -> frozenset[str]:
    """Return the words that texts about anything have."""
    return frozenset().union(
        word_set_at("general.stop_words"),
        word_set_at("general.words"),
        word_set_at("general.function_words"),
        word_set_at("general.scope"),
        word_set_at("negations.words", "en", "ko"),
    )


def keywords(text: str) -> list[str]:
    """Return the words of a query without their particles, each once; no stop words and no single letters.

    >>> keywords("페트병은 어떻게 버려요? 페트병 뚜껑을!")
    ['페트병', '어떻게', '버려요', '뚜껑']
    """
    words = (_noun(token.text) for token in tokenize(fold(text)))
    return [word for word in dict.fromkeys(words) if len(word) >= MIN_STEM_CHARS and word not in stop_words()]


class Terms:
    """The terms of one text: `distinct` is each of them once, in reading order, words before numbers."""

    def __init__(self, text: str) -> None:
        tokens = list(split_counters(tokenize(fold(text))))
        numbers = dict(_numbers(tokens))
        words = [word for at, token in enumerate(tokens) if at not in numbers for word in _words(token)]
        terms = [stems(word) for word in words if not is_general(word)]
        terms += [frozenset({name}) for name in numbers.values() if name]
        self.distinct: list[Term] = list(dict.fromkeys(terms))
        joined = (left + right for left, right in pairwise(map(_noun, words)))
        self._all = frozenset[str]().union(*self.distinct, joined)
        self._compounds = [stem for stem in self._all if _may_be_compound(stem)]

    def holds(self, term: Term) -> bool:
        """Return whether a term is among these: as one word or two, or as one that begins with the other.

        >>> terms = Terms("플라스틱 용기의 라벨은 7일 안에 떼세요")
        >>> [terms.holds(term) for term in Terms("플라스틱용기, 라벨을 라면 떼어 7일간 7분").distinct]
        [True, True, False, True, True, False]
        """
        return not self._all.isdisjoint(term) or any(
            stem.startswith(compound) or compound.startswith(stem)
            for stem in term
            if _may_be_compound(stem)
            for compound in self._compounds
        )


def _numbers(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the index of every token that belongs to a number or its unit, with "" or, last, the number's name.

    The name is value and unit; it comes with the first index of the number.
    """
    for value, indices in read_numbers(tokens):
        following = tokens[indices.stop].text if indices.stop < len(tokens) else ""
        unit = _unit_at_start(following)
        name = f"{value} {unit}".strip()
        yield from ((index, "") for index in indices)
        if unit:
            yield indices.stop, ""
        if len(name) >= MIN_STEM_CHARS:
            yield indices.start, name


def _unit_at_start(text: str) -> str:
    if not has_hangul(text):
        return canonical_unit(text)
    return next((unit for length in range(_MAX_UNIT_CHARS, 0, -1) if (unit := canonical_unit(text[:length]))), "")


def _words(token: Token) -> list[str]:
    """Return a word split where its script changes, as in DuckDB에서; a particle there is not a word."""
    runs = _RUNS.findall(token.text)
    return runs if len(runs) == 1 else _RUNS.findall(split_particle(token.text)[0])


def _noun(word: str) -> str:
    """Return a word without its particle, unless too little would be left."""
    stem = split_particle(word)[0]
    return stem if len(stem) >= MIN_STEM_CHARS else word


def is_general(word: str) -> bool:
    """Return whether a folded word is one that texts about anything have, or too short to have a meaning."""
    return len(word) < MIN_STEM_CHARS or not _general_words().isdisjoint(stems(word))


def _may_be_compound(stem: str) -> bool:
    return has_hangul(stem) and len(stem) >= _MIN_COMPOUND_CHARS and not stem.endswith("다")
