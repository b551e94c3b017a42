"""Unlisted names in the place of another: *prescribed loratadine* where *cetirizine* was prescribed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from aligner_core._claims.clauses import clauses_sharing, shared_starts
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import all_stems
from aligner_core._claims.people import People
from aligner_core._claims.reading import Clause, Reading, Word
from aligner_core._claims.values import values_inside
from aligner_core._language import english, korean
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import table_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._text.hangul import has_hangul

MIN_CHARS = 2


class _Slot(NamedTuple):
    """A word that may be a name, the particle behind it, and the stems of the words before and behind it."""

    word: Word
    particle: str
    before: frozenset[str]
    behind: frozenset[str]

    @property
    def place(self) -> Range:
        """Where the word stands, without its particle."""
        return self.word.start, self.word.end - len(self.particle)


def names_in_place_of_others(claim: Reading, people: People, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield what may be a name in a claim where the words about the same have another in its place."""
    called = {mention.start for mention in people.mentions_in(claim)}
    said = frozenset().union(*map(all_stems, evidence))
    mine = all_stems(claim)
    for clause in claim.clauses:
        shared = frozenset().union(*(_shared(clause, claim, text) for text in evidence))
        for slot in _slots(clause, claim):
            word = slot.word
            if word.start in called or word.start in shared or not word.stems.isdisjoint(said):
                continue
            instead = tuple(
                (text, other.place)
                for text in evidence
                for near in _nearest(clause, claim, text)
                for other in _slots(near, text, is_loose=True)
                if other.word.stems.isdisjoint(mine) and _is_same_slot(slot, other)
            )
            if instead:
                yield Contrary("name", slot.place, instead)


def _shared(clause: Clause, claim: Reading, text: Reading) -> frozenset[int]:
    return frozenset().union(*(shared_starts(clause, claim, one, text) for one in clauses_sharing(clause, claim, text)))


def _nearest(clause: Clause, claim: Reading, text: Reading) -> list[Clause]:
    """Return the clauses of a text that share most with one of a claim; none where nothing is shared."""
    found = {one.number: len(shared_starts(clause, claim, one, text)) for one in clauses_sharing(clause, claim, text)}
    most = max(found.values(), default=0)
    return [text.clauses[number] for number, count in found.items() if count == most > 0]


def _slots(clause: Clause, text: Reading, *, is_loose: bool = False) -> Iterator[_Slot]:
    """Yield the words of a clause that no list has, or that are places, with what stands beside them.

    In Korean a particle shows that they are nouns; read *loosely*, that is enough, or that no list has them.
    """
    values = {found.start for found in values_inside(clause, text)}
    words: list[Word | None] = [None, *clause.words, None]
    for (before, word), (_, behind) in pairwise(pairwise(words)):
        if word is not None and word.start not in values and _may_be_name(word.text, is_loose=is_loose):
            particle = split_particle(word.text)[1] if has_hangul(word.text) else ""
            yield _Slot(word, particle, _stems_of(before), _stems_of(behind))


def _stems_of(word: Word | None) -> frozenset[str]:
    return word.stems if word else frozenset()


@lru_cache(maxsize=4096)
def _may_be_name(word: str, *, is_loose: bool) -> bool:
    if not has_hangul(word):
        is_listed = any(map(english.is_word, (word, *stems(word))))
        return len(word) > MIN_CHARS and word.isalpha() and not is_listed
    noun, particle = split_particle(word)
    if noun in table_at("claims.places", "ko") or (particle and is_loose):
        return True
    return (
        bool(particle or is_loose) and len(noun) >= MIN_CHARS and not (korean.is_word(noun) or korean.is_compound(noun))
    )


def _are_alike(one: str, other: str) -> bool:
    """Return whether two particles mark the same part of a sentence; those of topics stand for any other one."""
    both = {one, other}
    if len(both) == 1 or not both.isdisjoint(words_at("claims.names.free_particles", "ko")):
        return True
    return any(both.issubset(line.split()) for line in words_at("claims.names.alike_particles", "ko"))


def _is_same_slot(one: _Slot, other: _Slot) -> bool:
    """Return whether two words stand in the same place: by their particle, or the words beside them."""
    if has_hangul(one.word.text) != has_hangul(other.word.text):
        return False
    if one.particle and other.particle:
        is_alike = _are_alike(one.particle, other.particle)
        return is_alike and not (one.before | one.behind).isdisjoint(other.before | other.behind)
    return not one.before.isdisjoint(other.before) or not one.behind.isdisjoint(other.behind)
