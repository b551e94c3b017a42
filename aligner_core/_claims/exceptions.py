"""What the evidence leaves out of all that it tells: a claim that tells it too says otherwise."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from aligner_core._claims.contrary import Contrary, Range
from aligner_core._claims.denials import JUDGED, denials_in
from aligner_core._claims.facts import AffirmationFact
from aligner_core._claims.reading import Reading, Word, kept
from aligner_core._language.lexicon import words_at

Stems = frozenset[str]


def exceptions_told_in(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Contrary]:
    """Yield the clauses of a claim that tell what the evidence leaves out of all: *everything except shrimp*."""
    for clause in claim.clauses:
        if denials_in(clause, claim) or any(_exceptions_in(claim)):
            continue
        claim.work.spend(sum(len(_exceptions_in(text)) for text in evidence))
        if claim.work.is_exceeded:
            return
        stems = frozenset().union(*(word.stems for word in clause.words))
        instead = tuple(
            (text, place)
            for text in evidence
            for left_out, rest, place in _exceptions_in(text)
            if left_out & stems and (rest - left_out) & stems
        )
        if instead:
            yield Contrary("negation", AffirmationFact(claim, clause).span, instead)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one) for code in JUDGED for one in words_at("claims.exceptions.of_all", code))


@kept
def _exceptions_in(text: Reading) -> tuple[tuple[Stems, Stems, Range], ...]:
    """Return the stems of what a text leaves out of all, those of its other words about that, and where it says so."""
    found = list[tuple[Stems, Stems, Range]]()
    for match in (match for pattern in _patterns() for match in pattern.finditer(text.text)):
        clauses = text.clauses[text.clause_at(match.start()).number : text.clause_at(match.end() - 1).number + 1]
        words = [word for clause in clauses for word in clause.words]
        left_out = [word for word in words if match.start("left_out") <= word.start < match.end("left_out")]
        found.append((_stems(left_out), _stems(words), match.span()))
    return tuple(found)


def _stems(words: Sequence[Word]) -> Stems:
    return frozenset().union(*(word.stems for word in words))
