"""Finds the clauses of evidence with the same subject as a clause of a claim, by the words and values they share."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from aligner_core._claims.reading import Clause, Reading, Word, kept, words_in_english
from aligner_core._claims.transliteration import sounds_of
from aligner_core._claims.values import value_index, values_inside
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import words_at
from aligner_core._text.hangul import has_hangul

COMPOUND_CHARS = 2
"""The fewest syllables that a Korean word shares with another one that begins or ends with it."""
MIN_SOUNDS = 2
"""The fewest consonants of a word that is recognized by its sound in another script."""
COST_OF_CLAUSE = 25
"""The cost of looking in a text for what a clause shares with it, in comparisons."""
FOCUS_WEIGHT = 2.5
"""The weight of a word that a fact is about; others have weight 1."""

MAX_CLAUSES = 50
"""How many clauses of a text are compared with one of a claim."""
PART_WEIGHT = 0.4
"""The weight of a word that is only part of a compound, as 점검 of 점검비."""
LENGTH_WEIGHT = 0.01
"""The penalty for each word of a clause: of two clauses that share as much, the shorter one is better."""

Shared = Mapping[int, Mapping[int, float]]
"""For each clause number, the positions in the claim of what both share, and its weight."""


class ClauseIndex:
    """The clauses of one text, to be found by what they are about."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._by_key: dict[str, dict[str, set[int]]] = {}
        for clause in self._reading.clauses:
            for word in clause.words:
                for key in (*_keys(word), *_sounds(word, latin="l", hangul="h")):
                    self._by_key.setdefault(key, {}).setdefault(word.text, set()).add(clause.number)

    def sharing(self, clause: Clause, claim: Reading) -> Shared:
        """Return what each clause shares with a clause of a claim."""
        shared: defaultdict[int, dict[int, float]] = defaultdict(dict)
        for word in {word.stems: word for word in clause.words}.values():
            for number, weight in self._clauses_with(word).items():
                shared[number][word.start] = weight
        for mine in values_inside(clause, claim):
            for theirs in value_index(self._reading).stating(mine.worth):
                shared[self._reading.clause_at(theirs.start).number][mine.start] = 1
        claim.work.spend(COST_OF_CLAUSE + len(shared))
        return dict(shared)

    def _clauses_with(self, word: Word) -> dict[int, float]:
        found: dict[int, float] = {}
        for key in (*_keys(word), *_sounds(word, latin="h", hangul="l")):
            is_whole = not key.startswith(("^", "$"))
            for text, numbers in self._by_key.get(key, {}).items():
                if is_whole or _is_part_of(word.text, text):
                    weight = 1 if is_whole else PART_WEIGHT
                    found.update({number: max(weight, found.get(number, 0)) for number in numbers})
        return found


def _keys(word: Word) -> Iterator[str]:
    """Yield the keys by which a word is found: its stems, its beginning and its end."""
    yield from word.stems
    noun = split_particle(word.text)[0]
    yield from _in_english(word)
    if has_hangul(noun) and len(noun) >= COMPOUND_CHARS:
        yield f"^{noun[:COMPOUND_CHARS]}"
        yield f"${noun[-COMPOUND_CHARS:]}"


def _in_english(word: Word) -> Iterator[str]:
    """Yield the stems of the English translations of a Korean word."""
    known = words_in_english()
    for stem in {*word.stems, split_particle(word.text)[0]} if has_hangul(word.text) else ():
        yield from known.get(stem, ())


def _sounds(word: Word, *, latin: str, hangul: str) -> Iterator[str]:
    """Yield how a word sounds, marked with its own script in a text, and with the other one in a claim.

    A Korean word with a translation is found by that, and one that ends a sentence was not taken from another language.
    """
    noun = split_particle(word.text)[0]
    if noun in words_in_english() or word.text.endswith(words_at("claims.clauses.last", "ko")):
        return
    mark = hangul if has_hangul(noun) else latin
    yield from (f"{mark}~{sound}" for sound in sounds_of(noun) if len(sound) >= MIN_SOUNDS)


def _is_part_of(word: str, other: str) -> bool:
    """Return whether one Korean word begins or ends with the other, as compounds do."""
    left, right = sorted((split_particle(word)[0], split_particle(other)[0]), key=len)
    return right.startswith(left) or right.endswith(left)


@kept
def _index_of(reading: Reading) -> ClauseIndex:
    return ClauseIndex(reading)


@kept
def _sharing(claim: Reading, number: int, evidence: Reading) -> Shared:
    return _index_of(evidence).sharing(claim.clauses[number], claim)


def shared_weights(clause: Clause, claim: Reading, other: Clause, evidence: Reading) -> Mapping[int, float]:
    """Return the positions of the words and values that a clause of a claim shares with another, and their weights."""
    return _sharing(claim, clause.number, evidence).get(other.number, {})


def shared_starts(clause: Clause, claim: Reading, other: Clause, evidence: Reading) -> frozenset[int]:
    """Return the positions of the words and values that a clause of a claim shares with a clause of the evidence."""
    return frozenset(shared_weights(clause, claim, other, evidence))


@kept
def _likeliest(claim: Reading, number: int, evidence: Reading) -> tuple[int, ...]:
    shared = _sharing(claim, number, evidence)
    ranked = sorted(shared, key=lambda other: (-sum(shared[other].values()), other))
    return tuple(sorted(ranked[:MAX_CLAUSES]))


def clauses_sharing(clause: Clause, claim: Reading, evidence: Reading) -> list[Clause]:
    """Return the clauses of the evidence that share anything with a clause of a claim: the likeliest, in order."""
    numbers = _likeliest(claim, clause.number, evidence)
    return [evidence.clauses[number] for number in numbers]


def most_shared(clause: Clause, claim: Reading, evidence: Reading) -> int:
    """Return the most that any clause of the evidence shares with a clause of a claim."""
    return _most_shared(claim, clause.number, evidence)


@kept
def _most_shared(claim: Reading, number: int, evidence: Reading) -> int:
    return max(map(len, _sharing(claim, number, evidence).values()), default=0)


def best_clauses(
    clause: Clause, claim: Reading, evidence: Reading, *, focus: frozenset[int] = frozenset()
) -> tuple[Clause, ...]:
    """Return the clauses of the evidence that share the most with a clause of a claim, or all if none shares anything.

    *focus* are the positions of the words that a fact is about.
    """
    shared = _sharing(claim, clause.number, evidence)
    claim.work.spend(len(shared))
    weights = {
        number: sum(weight * (FOCUS_WEIGHT if start in focus else 1) for start, weight in starts.items())
        - LENGTH_WEIGHT * len(evidence.clauses[number].words)
        for number, starts in shared.items()
    }
    if not weights:
        return evidence.clauses
    best = max(weights.values())
    return tuple(evidence.clauses[number] for number in sorted(weights) if weights[number] == best)


def clauses_with_more(clause: Clause, best: Sequence[Clause], claim: Reading, evidence: Reading) -> list[Clause]:
    """Return the clauses of the evidence that share with a clause of a claim what the best of them lack."""
    claim.work.spend(len(best))
    held = frozenset().union(*(shared_starts(clause, claim, other, evidence) for other in best))
    return [
        other
        for other in clauses_sharing(clause, claim, evidence)
        if not shared_starts(clause, claim, other, evidence) <= held
    ]


def words_beside(clause: Clause, start: int, end: int) -> frozenset[int]:
    """Return the positions of the words of a clause at [start, end) and right beside it."""
    before = [word.start for word in clause.words if word.end <= start][-1:]
    inside = [word.start for word in clause.words if word.start < end and start < word.end]
    after = [word.start for word in clause.words if word.start >= end][:1]
    return frozenset((*before, *inside, *after))
