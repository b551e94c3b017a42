"""Unlisted names in the place of another: *prescribed loratadine* where *cetirizine* was prescribed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from aligner_core._claims.clauses import clauses_sharing, shared_starts
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.coverage import Coverage
from aligner_core._claims.denials import all_stems
from aligner_core._claims.people import People
from aligner_core._claims.reading import Clause, Reading, Word
from aligner_core._claims.transliteration import sounds_of
from aligner_core._claims.values import values_inside
from aligner_core._language import english, korean
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import table_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._text.hangul import has_hangul

MIN_CHARS = 2
MIN_CHARS_OF_LOAN = 3
MIN_SHARED = 1
"""How many other words a clause shares with one of a claim that has a name of another clause."""


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
        yield from _of_one_kind(clause, claim, evidence)
        for slot in _slots(clause, claim):
            word = slot.word
            if word.start in called:
                continue
            is_said = word.start in shared or not word.stems.isdisjoint(said)
            here = frozenset().union(*(one.stems for one in clause.words)) if is_said else mine
            instead = tuple(
                (text, other.place)
                for text in evidence
                for near in (_about_another if is_said else _nearest)(word, clause, claim, text)
                for other in _slots(near, text, is_loose=not is_said)
                if other.word.stems.isdisjoint(here) and _is_same_slot(slot, other)
            )
            if instead:
                yield Contrary("name", slot.place, instead)


def _of_one_kind(clause: Clause, claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the Korean compounds of a clause where the evidence has another one of the kind: 국민은행, 신한은행."""
    said = frozenset().union(*map(all_stems, evidence))
    for word in clause.words:
        head = _head_of(word.text)
        if not head or split_particle(word.text)[0] in said:
            continue
        instead = tuple(
            (text, (other.start, other.end))
            for text in evidence
            for near in _nearest(word, clause, claim, text)
            for other in near.words
            if _head_of(other.text) == head and split_particle(other.text)[0] not in all_stems(claim)
        )
        if instead:
            yield Contrary("name", (word.start, word.end), instead)


@lru_cache(maxsize=4096)
def _head_of(word: str) -> str:
    """Return what a Korean compound is, as 은행 of 국민은행을; "" of any other word."""
    noun = split_particle(word)[0] if has_hangul(word) else ""
    heads = (head for head in words_at("claims.names.heads", "ko") if noun.endswith(head))
    return next((head for head in heads if len(noun) >= len(head) + MIN_CHARS), "")


def _shared(clause: Clause, claim: Reading, text: Reading) -> frozenset[int]:
    return frozenset().union(*(shared_starts(clause, claim, one, text) for one in clauses_sharing(clause, claim, text)))


def _about_another(word: Word, clause: Clause, claim: Reading, text: Reading) -> list[Clause]:
    """Return the clauses of a text that share most with one of a claim but for a word that only others have."""
    shared = {one.number: shared_starts(clause, claim, one, text) for one in clauses_sharing(clause, claim, text)}
    values = values_inside(clause, claim)
    units = {one.start for one in clause.words if any(value.start < one.start < value.end for value in values)}
    rest = {number: len(starts - units - {word.start}) for number, starts in shared.items()}
    most = max(rest.values(), default=0)
    best = [number for number, count in rest.items() if count == most >= MIN_SHARED]
    has_it = any(word.start in shared[number] for number in best)
    return [] if has_it else [text.clauses[number] for number in best]


def _nearest(_: Word, clause: Clause, claim: Reading, text: Reading) -> list[Clause]:
    """Return the clauses of a text that share most with one of a claim; none where nothing is shared."""
    found = {one.number: len(shared_starts(clause, claim, one, text)) for one in clauses_sharing(clause, claim, text)}
    most = max(found.values(), default=0)
    return [text.clauses[number] for number, count in found.items() if count == most > 0]


def _slots(clause: Clause, text: Reading, *, is_loose: bool = False) -> Iterator[_Slot]:
    """Yield the words of a clause that no list has, or that are places, with what stands beside them.

    In Korean a particle shows that they are nouns; read *loosely*, that is enough, or that no list has them.
    """
    values = Coverage((found.start, found.end) for found in values_inside(clause, text))
    words: list[Word | None] = [None, *clause.words, None]
    for (before, word), (_, behind) in pairwise(pairwise(words)):
        if (
            word is not None
            and not values.overlaps(word.start, word.end)
            and _may_be_name(word.text, is_loose=is_loose)
        ):
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


def are_alike(one: str, other: str) -> bool:
    """Return whether two particles mark the same part of a sentence; those of topics stand for any other one."""
    both = {one, other}
    if len(both) == 1 or not both.isdisjoint(words_at("claims.names.free_particles", "ko")):
        return True
    return any(both.issubset(line.split()) for line in words_at("claims.names.alike_particles", "ko"))


def _are_one_word(one: _Slot, other: _Slot) -> bool:
    """Return whether two Korean words are spellings of one from another language, as 렌터카 and 렌트카."""
    mine, theirs = (split_particle(slot.word.text)[0] for slot in (one, other))
    is_long = has_hangul(mine) and len(mine) == len(theirs) >= MIN_CHARS_OF_LOAN
    return is_long and not sounds_of(mine).isdisjoint(sounds_of(theirs))


def _is_same_slot(one: _Slot, other: _Slot) -> bool:
    """Return whether two words stand in the same place: by their particle, or the words beside them."""
    if has_hangul(one.word.text) != has_hangul(other.word.text) or _are_one_word(one, other):
        return False
    if one.particle and other.particle:
        is_alike = are_alike(one.particle, other.particle)
        return is_alike and not (one.before | one.behind).isdisjoint(other.before | other.behind)
    return not one.before.isdisjoint(other.before) or not one.behind.isdisjoint(other.behind)
