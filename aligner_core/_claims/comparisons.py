"""What a comparison is of: *Pro costs more than Team* says what *Team costs less than Pro* does."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from aligner_core._claims.clauses import MAX_CLAUSES, best_clauses
from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import negations_in
from aligner_core._claims.reading import Clause, Reading
from aligner_core._claims.voices import words_in
from aligner_core._language.lexicon import words_at

Stems = frozenset[str]


class _Sides(NamedTuple):
    """The stems of what is compared, and those of what it is compared with."""

    subject: Stems
    standard: Stems


class Compared(NamedTuple):
    """A clause of a text, and where the word stands by which it compares."""

    clause: Clause
    text: Reading
    how: Range


@cache
def _than() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words_at('claims.comparisons.than', 'en'))})\b")


def _sides_of(one: Compared) -> _Sides | None:
    """Return what a clause compares: by *than*, or by the particle of what it is compared with; None of nothing."""
    words = [word for word in one.clause.words if not one.how[0] <= word.start < one.how[1]]
    marked = [word for word in words if word.text.endswith(words_at("claims.comparisons.particles", "ko"))]
    if not marked:
        than = _than().search(one.text.text, one.clause.start, one.clause.end)
        if than is None:
            return None
        marked = [word for word in words if word.start >= than.end()]
    standard = frozenset().union(*(word.stems for word in marked))
    subject = frozenset().union(*(word.stems for word in words if word not in marked))
    return _Sides(subject - standard, standard - subject)


def are_swapped(one: Compared, other: Compared) -> bool:
    """Return whether two clauses compare the same two things in turn."""
    mine, theirs = _sides_of(one), _sides_of(other)
    if mine is None or theirs is None:
        return False
    return bool(mine.subject & theirs.standard) and bool(mine.standard & theirs.subject)


def swapped_in(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield how a claim compares two things that the evidence compares so in turn: each is more than the other."""
    for clause in claim.clauses:
        for mine in _comparing(clause, claim):
            instead = tuple(
                (text, theirs.how)
                for text in evidence
                for other in best_clauses(clause, claim, text)[:MAX_CLAUSES]
                for theirs in _comparing(other, text)
                if _is_same(mine, theirs) and are_swapped(mine, theirs)
            )
            if instead:
                yield Contrary("comparison", mine.how, instead)


def _is_same(one: Compared, other: Compared) -> bool:
    """Return whether two clauses compare by the same word, and both deny it, or neither."""
    is_denied = bool(negations_in(one.clause, one.text)) == bool(negations_in(other.clause, other.text))
    return is_denied and one.text.text[slice(*one.how)] == other.text.text[slice(*other.how)]


def _comparing(clause: Clause, text: Reading) -> Iterator[Compared]:
    """Yield a clause for each word by which it compares: *cheaper* or *more*, in Korean its last word."""
    than = _than().search(text.text, clause.start, clause.end)
    words = words_in(clause, text)
    if than is None:
        particles = words_at("claims.comparisons.particles", "ko")
        if any(word.endswith(particles) for word, _, _ in words):
            yield Compared(clause, text, words[-1][1:])
        return
    endings, degrees = words_at("claims.comparisons.endings", "en"), words_at("claims.comparisons.degrees", "en")
    for word, start, end in words:
        if end <= than.start() and (word in degrees or word.endswith(endings)):
            yield Compared(clause, text, (start, end))
