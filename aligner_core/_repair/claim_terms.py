"""The words and values of a claim that lead to its origin, and where a message has them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.reading import Reading, read, words_in_english
from aligner_core._claims.transliteration import sounds_of
from aligner_core._claims.values import value_index, values_of
from aligner_core._claims.worth import Found
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.stemming import stems
from aligner_core._language.terms import is_general
from aligner_core._text.hangul import has_hangul

MAX_CLAIM_CHARS = 2_000
"""How much of a claim is read."""
MAX_TERMS = 100
"""How many terms of a claim are looked for."""
MAX_CACHED_WORDS = 16_384
VALUE_WEIGHT = 1.5
"""The weight of a value relative to an equally rare word: a claim may change its words, but keeps numbers and dates."""
GENERAL_WEIGHT = 0.15
"""The weight of a word that is common in any text."""
LABEL_WEIGHT = 0.3
"""The weight of the name of a field, as in *city = Seoul*: it is the extractor's word, not the speaker's."""
LETTERS_TOGETHER = 2
"""The length of a term in a script without spaces."""
MIN_SOUNDS = 3
"""The fewest consonants of a word that is recognized by its sound in another script."""

_LABEL = re.compile(r"[\w-]+(?=\s?=(?!=)|:\s)")
_UNSPACED = re.compile(
    "[\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""A letter of a script without spaces between words: Thai, Lao, Burmese, Khmer, kana, Chinese characters."""

Piece = tuple[str, int, int]


class Term(NamedTuple):
    """A word or value of a claim: the keys that its forms have in common, and its weight."""

    keys: frozenset[str]
    value: Found | None
    weight: float


class Occurrence(NamedTuple):
    """An occurrence of a term of a claim, by the number of the term, at [start, end) of a message."""

    term: int
    start: int
    end: int


class ClaimTerms:
    """The terms of one claim, in reading order."""

    def __init__(self, claim: str) -> None:
        reading = read(claim[:MAX_CLAIM_CHARS])
        self.text = reading.text
        self.terms = tuple(_terms(reading))
        self._by_key: dict[str, list[int]] = {}
        for number, term in enumerate(self.terms):
            for key in term.keys:
                self._by_key.setdefault(key, []).append(number)
        self._by_word: dict[str, tuple[int, ...]] = {}

    def occurrences(self, message: str) -> Iterator[Occurrence]:
        """Yield where a message has a term; not in order."""
        reading = read(message)
        for text, start, end in _pieces(reading):
            for number in self._named_by(text):
                yield Occurrence(number, *reading.span(start, end))
        for number, term in enumerate(self.terms):
            if term.value is not None:
                for found in value_index(reading).stating(term.value.worth):
                    yield Occurrence(number, *reading.span(found.start, found.end))

    def _named_by(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the terms that a word of a message may be a form of."""
        if word not in self._by_word:
            keys = _keys_of_source(word)
            self._by_word[word] = tuple(sorted({number for key in keys for number in self._by_key.get(key, ())}))
        return self._by_word[word]


def _terms(claim: Reading) -> Iterator[Term]:
    """Yield the values of a claim, then its words, each once."""
    labels = Coverage(found.span() for found in _LABEL.finditer(claim.text))
    values = [value for value in values_of(claim) if not value.is_article]
    wanted: dict[tuple[frozenset[str], object], Term] = {}
    for value in values:
        wanted.setdefault((frozenset(), value.worth), Term(frozenset(), value, VALUE_WEIGHT))
    taken = Coverage((value.start, value.end) for value in values)
    for text, start, end in _pieces(claim):
        if not taken.overlaps(start, end):
            weight = LABEL_WEIGHT if labels.overlaps(start, end) else GENERAL_WEIGHT if is_general(text) else 1
            keys = _keys_of_claim(text)
            wanted.setdefault((keys, None), Term(keys, None, weight))
    yield from list(wanted.values())[:MAX_TERMS]


def _pieces(reading: Reading) -> Iterator[Piece]:
    """Yield the words of a text; in a script without spaces, every two adjacent letters."""
    for text, start, end in reading.pieces:
        if end - start > LETTERS_TOGETHER and _UNSPACED.search(text):
            for at in range(end - start + 1 - LETTERS_TOGETHER):
                yield text[at : at + LETTERS_TOGETHER], start + at, start + at + LETTERS_TOGETHER
        else:
            yield text, start, end


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _keys_of_source(word: str) -> frozenset[str]:
    is_korean = has_hangul(word)
    return stems(word) | _english(word) | _sounds(word, mark="korean" if is_korean else "latin")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _keys_of_claim(word: str) -> frozenset[str]:
    is_korean = has_hangul(word)
    return stems(word) | _english(word) | _sounds(word, mark="latin" if is_korean else "korean")


def _english(word: str) -> frozenset[str]:
    """Return the stems of the English translations of a Korean word."""
    known = words_in_english()
    return frozenset(key for stem in _forms(word) for key in known.get(stem, ())) if has_hangul(word) else frozenset()


def _forms(word: str) -> Sequence[str]:
    return (*stems(word), split_particle(word)[0])


def _sounds(word: str, *, mark: str) -> frozenset[str]:
    """Return the sounds of a word, marked with the script in which a message has it."""
    noun = split_particle(word)[0]
    return frozenset(f"{mark}~{sound}" for sound in sounds_of(noun) if len(sound) >= MIN_SOUNDS)
