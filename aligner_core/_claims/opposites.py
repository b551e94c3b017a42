"""Opposites: a claim has *hates* where the words about the same have *loves*, or *next week* for *last week*.

The pairs are in the files of the languages. A word of a claim is held against its opposite only where the evidence has
neither the word nor one that says nearly the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from aligner_core._claims.clauses import best_clauses, clauses_sharing, most_shared, shared_starts
from aligner_core._claims.comparisons import Compared, are_swapped, swapped_in
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import negations_in
from aligner_core._claims.models import FactKind
from aligner_core._claims.reading import Clause, Reading, kept
from aligner_core._claims.voices import voices_of, words_in
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon, words_at
from aligner_core._language.stemming import stems
from aligner_core._language.terms import is_general
from aligner_core._text.hangul import final_consonant, has_hangul

CODES = ("en", "ko")
TABLES: Mapping[str, FactKind] = {"words": "opposite", "kinds": "opposite", "comparisons": "comparison"}
"""The tables of what excludes each other, and the kind of fact that each states."""
_CLOSE = frozenset({"kinds", "comparisons"})
"""The tables of which only the clauses count that share most: things of one kind, and things that are compared."""
MAX_WORDS_OF_ANSWER = 6
"""A text of this many words or fewer may name a thing of a kind without repeating what it is about."""
MIN_STEM = 3
MAX_ENDING = 4
"""How many syllables may follow the beginning of a Korean word by which it is listed."""


def opposites_in(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the words and periods of a claim of which the evidence has the opposite."""
    for clause in claim.clauses:
        for word, start, end in words_in(clause, claim):
            for table in _tables_of(word):
                instead = _opposite_of((word, start, end), table, clause, claim, evidence)
                if instead:
                    yield Contrary(TABLES[table], (start, end), instead)
    yield from swapped_in(claim, evidence)
    yield from _other_expressions("periods", "date", claim, evidence)
    yield from _other_expressions("rates", "rate", claim, evidence)


@cache
def _pairs(table: str) -> Mapping[str, frozenset[str]]:
    """Return the opposites of every listed word; what people are to each other are opposites of each other."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in words_at(f"claims.opposites.{table}"):
        for one, other in combinations([side.split() for side in line.split("/")], 2):
            _oppose(one, other, found)
    for code in CODES if table == "words" else ():
        for mine, theirs in combinations(words_at("claims.opposites.kin", code), 2):
            _oppose(mine.split(), theirs.split(), found)
    return {word: frozenset(others - _alike().get(word, frozenset())) for word, others in found.items()}


def _oppose(one: Sequence[str], other: Sequence[str], found: defaultdict[str, set[str]]) -> None:
    for word in one:
        found[word].update(other)
    for word in other:
        found[word].update(one)


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in (*words_at("claims.opposites.alike"), *words_at("claims.opposites.kin")):
        for word in line.split():
            found[word].update(line.split())
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=4096)
def _tables_of(word: str) -> tuple[str, ...]:
    return tuple(table for table in TABLES if _listed(word, table))


@lru_cache(maxsize=4096)
def _listed(word: str, table: str) -> frozenset[str]:
    """Return the listed words that a word is a form of: in Korean, those that it begins with."""
    likely = {word, word.removesuffix("'s"), *stems(word)}
    if has_hangul(word):
        likely.update((word[:end] for end in range(1, len(word))), (split_particle(word)[0],))
    return frozenset(one for one in likely & _pairs(table).keys() if _is_form(word, one))


@lru_cache(maxsize=16384)
def _is_form(word: str, listed: str) -> bool:
    """Return whether a word is a form of a listed one; a short one only as it is, with a particle in Korean."""
    if has_hangul(listed):
        if len(listed) == 1 and final_consonant(listed) != "ㅆ":
            return split_particle(word)[0] == listed
        return word.startswith(listed) and len(word) - len(listed) <= MAX_ENDING
    if word.removesuffix("'s") == listed:
        return True
    return len(listed) >= MIN_STEM and not is_general(listed) and not is_general(word) and listed in stems(word)


def _opposite_of(
    piece: tuple[str, int, int], table: str, clause: Clause, claim: Reading, evidence: Sequence[Reading]
) -> tuple[tuple[Reading, Range], ...]:
    """Return where the evidence has the opposite of a word of a claim, about the same and no less denied."""
    word, start, end = piece
    listed = _listed(word, table)
    said = frozenset().union(*(_alike().get(one, frozenset({one})) for one in listed)) | {word}
    sought = _Sought(said, stems(word), table in _CLOSE)
    if any(_says_it(sought, clause, claim, text) for text in evidence):
        return ()
    opposite = frozenset().union(*(_pairs(table)[one] for one in listed))
    if _has(claim, opposite):
        return ()
    is_denied = bool(negations_in(clause, claim))
    return tuple(
        (text, place)
        for text in evidence
        for number, place in _places_of(text, opposite)
        if bool(negations_in(text.clauses[number], text)) == is_denied
        and _is_about(number, table, clause, claim, text)
        and not are_swapped(Compared(clause, claim, (start, end)), Compared(text.clauses[number], text, place))
    )


class _Sought(NamedTuple):
    """Words that say the same as one of a claim, its stems, and whether only the clauses count that share most."""

    said: frozenset[str]
    stems: frozenset[str]
    is_close: bool


def _says_it(sought: _Sought, clause: Clause, claim: Reading, text: Reading) -> bool:
    """Return whether a text has what is sought: anywhere, or in the clauses that share most."""
    if not sought.is_close or not most_shared(clause, claim, text):
        return _has(text, sought.said) or not sought.stems.isdisjoint(_stems_in(text))
    near = [text.clauses[number] for number in _nearest(claim, clause.number, text)]
    return any(
        any(_is_form(one, listed) for listed in sought.said)
        or (not is_general(one) and not sought.stems.isdisjoint(stems(one)))
        for other in near
        for one, _, _ in words_in(other, text)
    )


@kept
def _nearest(claim: Reading, number: int, text: Reading) -> frozenset[int]:
    """Return the clauses of a text that share most words and values with one of a claim."""
    clause = claim.clauses[number]
    shared = {one.number: len(shared_starts(clause, claim, one, text)) for one in clauses_sharing(clause, claim, text)}
    most = max(shared.values(), default=0)
    return frozenset(one for one, count in shared.items() if count == most)


def _is_about(number: int, table: str, clause: Clause, claim: Reading, text: Reading) -> bool:
    """Return whether a clause of the evidence is about the same: one that shares most, or in the sentence of one.

    One that shares anything is, too, unless things are compared, or are of one kind.
    """
    if not most_shared(clause, claim, text):
        return table != "kinds" or sum(len(one.words) for one in text.clauses) <= MAX_WORDS_OF_ANSWER
    if table in _CLOSE:
        return number in _nearest(claim, clause.number, text)
    if shared_starts(clause, claim, text.clauses[number], text):
        return True
    voices = voices_of(text)
    return any(voices[one.number].sentence == voices[number].sentence for one in best_clauses(clause, claim, text))


@kept
def _stems_in(text: Reading) -> frozenset[str]:
    return frozenset(stem for word, _, _ in text.pieces if not is_general(word) for stem in stems(word))


@kept
def _words_in(text: Reading) -> Mapping[str, tuple[tuple[int, Range], ...]]:
    """Return the places of each word of a text, with the numbers of their clauses."""
    found: defaultdict[str, list[tuple[int, Range]]] = defaultdict(list)
    for clause in text.clauses:
        for word, start, end in words_in(clause, text):
            found[word].append((clause.number, (start, end)))
    return {word: tuple(places) for word, places in found.items()}


def _has(text: Reading, listed: frozenset[str]) -> bool:
    return any(_places_of(text, listed))


@kept
def _places_of(text: Reading, listed: frozenset[str]) -> tuple[tuple[int, Range], ...]:
    """Return the places of forms of listed words in a text."""
    return tuple(
        place
        for word, places in _words_in(text).items()
        if any(_is_form(word, one) for one in listed)
        for place in places
    )


# Periods and rates


@cache
def _expressions(table: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return the names of a table, each with its patterns and what they are compared by."""
    found = list[tuple[str, re.Pattern[str], str]]()
    for code in CODES:
        for name, patterns in lexicon(code).at(f"claims.{table}").items():
            pairs = [one if isinstance(one, list) else [one, table] for one in patterns]
            found += [(name, re.compile(pattern), unit) for pattern, unit in pairs]
    return tuple(found)


@kept
def expressions_in(text: Reading, table: str) -> Mapping[tuple[str, str], Range]:
    """Return where a text first has each period or rate, by its name and what it is compared by."""
    found: dict[tuple[str, str], Range] = {}
    for name, pattern, unit in _expressions(table):
        for one in pattern.finditer(text.text):
            found.setdefault((name, one.expand(unit)), one.span())
    return found


def _other_expressions(table: str, kind: FactKind, claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the periods or rates of a claim where the evidence has another one instead."""
    for (name, unit), span in expressions_in(claim, table).items():
        if any((name, unit) in expressions_in(text, table) for text in evidence):
            continue
        instead = tuple(
            (text, place)
            for text in evidence
            for (_, its_unit), place in expressions_in(text, table).items()
            if its_unit == unit
        )
        if instead:
            yield Contrary(kind, span, instead)
