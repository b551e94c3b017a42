"""What a claim exchanges: *3 nights in Seongsan* for 3 in Aewol and 2 in Seongsan, *from Sunday to Saturday*."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from aligner_core._claims.clauses import shared_weights
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import JUDGED, negations_in
from aligner_core._claims.other_names import are_alike
from aligner_core._claims.reading import Clause, Reading, Word, kept
from aligner_core._claims.values import value_index, values_inside, values_of
from aligner_core._claims.worth import Found, Quantity, Worth
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon
from aligner_core._text.hangul import has_hangul

MAX_VALUES = 50
"""How many values of a text are paired with words."""

Item = str | Worth
"""A stem, or a value."""


class _Pair(NamedTuple):
    """A value and the word of its clause that stands nearest to it, on one side."""

    value: Found
    word: Word
    is_before: bool

    @property
    def particle(self) -> str:
        """The Korean particle behind the word; "" in other languages."""
        return split_particle(self.word.text)[1] if has_hangul(self.word.text) else ""


class _Sides(NamedTuple):
    """The items on both sides of words such as *to* and 대신, and where these stand."""

    name: str
    left: frozenset[Item]
    right: frozenset[Item]
    place: Range


def exchanged_in(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the values that a claim has beside words of other values, and what it has on the other side of a word."""
    yield from _values_of_others(claim, evidence)
    found: dict[int, Contrary] = {}
    for mine in _all_sides(claim):
        theirs = [(text, one) for text in evidence for one in _all_sides(text) if one.name == mine.name]
        claim.work.spend(len(theirs))
        if claim.work.is_exceeded:
            break
        exchanged = tuple((text, one.place) for text, one in theirs if _are_exchanged(mine, one))
        if exchanged and not any(mine.left & one.left and mine.right & one.right for _, one in theirs):
            found.setdefault(claim.clause_at(mine.place[0]).number, Contrary("comparison", mine.place, exchanged))
    yield from found.values()


# Values


def _values_of_others(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    pairs = [(text, pair) for text in evidence for pair in _pairs_of(text)]
    for mine in _pairs_of(claim):
        claim.work.spend(len(pairs))
        if claim.work.is_exceeded:
            return
        about = [(text, one) for text, one in pairs if _is_beside_same(one, mine)]
        if any(_states(text, mine, one) for text, one in about):
            continue
        instead = tuple(
            (text, (one.value.start, one.value.end))
            for text, one in about
            if _is_rival(one.value, mine.value) and _has_for_another(text, mine, claim)
        )
        if instead:
            yield Contrary(mine.value.kind, (mine.value.start, mine.value.end), instead)


def _is_beside_same(one: _Pair, mine: _Pair) -> bool:
    return one.is_before == mine.is_before and not one.word.stems.isdisjoint(mine.word.stems)


@kept
def _pairs_of(text: Reading) -> tuple[_Pair, ...]:
    """Return the values of a text, each with the words beside it: one before it, and one behind."""
    return tuple(
        pair
        for value in values_of(text)[:MAX_VALUES]
        if not value.is_article
        for pair in _pairs(value, text.clause_at(value.start), text)
    )


def _pairs(value: Found, clause: Clause, text: Reading) -> Iterator[_Pair]:
    others = [one for one in values_inside(clause, text) if one != value]
    start = max((one.end for one in others if one.end <= value.start), default=clause.start)
    end = min((one.start for one in others if one.start >= value.end), default=clause.end)
    before = [word for word in clause.words if start <= word.start and word.end <= value.start]
    behind = [word for word in clause.words if value.end <= word.start and word.end <= end]
    yield from (_Pair(value, word, is_before=True) for word in before[-1:])
    yield from (_Pair(value, word, is_before=False) for word in behind[:1])


def _states(text: Reading, mine: _Pair, other: _Pair) -> bool:
    """Return whether the value beside a word of the evidence, or one in its clause, states that of the claim."""
    return any(one.start == other.value.start for one in value_index(text).stating(mine.value.worth))


def _is_rival(other: Found, mine: Found) -> bool:
    is_alike = type(other.worth) is type(mine.worth) and other.unit in {mine.unit, ""}
    return is_alike and other.worth != mine.worth


def _has_for_another(text: Reading, mine: _Pair, claim: Reading) -> bool:
    """Return whether a text has the value of a claim, always beside another word, in a clause about other things."""
    clause = claim.clause_at(mine.value.start)
    stems = frozenset().union(*(word.stems for word in clause.words))
    places = {one.start for one in value_index(text).stating(mine.value.worth)}
    there = [one for one in _pairs_of(text) if one.value.start in places and one.is_before == mine.is_before]
    return bool(there) and all(
        one.word.stems.isdisjoint(stems)
        and are_alike(one.particle, mine.particle)
        and (
            one.particle
            or shared_weights(clause, claim, text.clause_at(one.value.start), text).keys() <= {mine.value.start}
        )
        for one in there
    )


# Sides


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (name, re.compile(pattern))
        for code in JUDGED
        for name, patterns in lexicon(code).at("claims.exchanged").items()
        for pattern in patterns
    )


@kept
def _all_sides(text: Reading) -> tuple[_Sides, ...]:
    """Return the sides of each clause of a text that has words such as *to* and 대신, and denies nothing."""
    return tuple(
        _Sides(name, left - right, right - left, _place_of(found))
        for clause in text.clauses
        if not negations_in(clause, text)
        for name, pattern in _patterns()
        for found in [pattern.match(text.text, clause.start, clause.end)]
        if found
        for left, right in [(_items(found.span("left"), clause, text), _items(found.span("right"), clause, text))]
    )


def _place_of(found: "re.Match[str]") -> Range:
    left, right = found.span("left"), found.span("right")
    start, end = min(left, right)[0], max(left, right)[1]
    return start + len(found.string[start:end]) - len(found.string[start:end].lstrip()), end


def _items(span: Range, clause: Clause, text: Reading) -> frozenset[Item]:
    start, end = span
    stems = frozenset[Item]().union(*(word.stems for word in clause.words if start <= word.start < end))
    return stems | {_bare(value.worth) for value in values_inside(clause, text) if start <= value.start < end}


def _bare(worth: Worth) -> Worth:
    """Return a value as it compares with one whose unit is left out: *from 98 to 84 kilos*."""
    return Quantity(worth.written, "", worth.written) if isinstance(worth, Quantity) else worth


def _are_exchanged(mine: _Sides, theirs: _Sides) -> bool:
    return bool(mine.left & theirs.right) and bool(mine.right & theirs.left)
