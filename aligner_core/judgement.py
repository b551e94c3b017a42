"""Whether one word for another is a slip of the keyboard or another fact."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA, Levenshtein

from aligner_core import english, korean
from aligner_core.alignments import DifferenceKind
from aligner_core.hangul import is_hangul
from aligner_core.lexicon import FUNCTION_WORDS, SCOPE, Counts, opposed
from aligner_core.units import unit

GAP = 0.6
"""What leaving a word without a partner costs, beside 0 to 1 for a pair of words that differ."""


class Judgement(NamedTuple):
    """What kind of difference it is, and whether it changes a fact."""

    kind: DifferenceKind
    critical: bool


SLIP = Judgement("spelling", critical=False)
OTHER_WORD = Judgement("word", critical=True)


def judge_words(said: Sequence[str], stands: Sequence[str], counts: Counts) -> Judgement:
    """Judge the words of a quote against the words of its source: the first critical pair decides."""
    judged = [_judge(*pair, counts) for pair in _pairs(said, stands)]
    return next((one for one in judged if one.critical), next((one for one in judged if one != SLIP), SLIP))


def is_slip(one: str, other: str) -> bool:
    """Say whether two words are one keystroke apart and no two words of the grammar."""
    return OSA.distance(one, other) <= 1 and not {one, other} <= FUNCTION_WORDS


def _judge(said: str, stands: str, counts: Counts) -> Judgement:
    if said == stands:
        return SLIP
    if not said:
        return Judgement("word", critical=_is_scope(stands))
    if not stands:
        return Judgement("word", critical=_is_scope(said) or (len(said) > 1 and said not in FUNCTION_WORDS))
    if (one := unit_of(said)) and (other := unit_of(stands)):
        return _judged("unit" if one != other else korean.change_of_particle(said, stands))
    if {said, stands} <= FUNCTION_WORDS or opposed(said, stands):
        return OTHER_WORD
    language = korean if is_hangul(said) and is_hangul(stands) else english
    return _judged(language.change(said, stands, counts))


def _is_scope(word: str) -> bool:
    return word in SCOPE or korean.parted(word)[0] in SCOPE


def _judged(change: DifferenceKind | None) -> Judgement:
    return Judgement(change, critical=True) if change else SLIP


def unit_of(word: str) -> str:
    """Give the one name of the unit a word is, with a particle or without; nothing when it is none."""
    return unit(word) or unit(korean.parted(word)[0])


def _pairs(said: Sequence[str], stands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pair each word with its likeliest partner; a word without one is paired with nothing."""
    if len(said) == len(stands):
        yield from zip(said, stands, strict=True)
    elif not any(map(_is_scope, (*said, *stands))) and _are_one("".join(said), "".join(stands)):
        yield "".join(said), "".join(stands)
    else:
        yield from reversed(list(_cheapest(said, stands)))


def _are_one(said: str, stands: str) -> bool:
    """Say whether words written together are one word with a slip in it, or with another particle."""
    return OSA.distance(said, stands) <= 1 or korean.parted(said)[0] == korean.parted(stands)[0]


def _cheapest(said: Sequence[str], stands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the cheapest alignment, from the last to the first."""
    cost = _costs(said, stands)
    row, column = len(said), len(stands)
    while row or column:
        here = cost[row][column]
        if row and column and here == cost[row - 1][column - 1] + _apart(said[row - 1], stands[column - 1]):
            row, column = row - 1, column - 1
            yield said[row], stands[column]
        elif row and here == cost[row - 1][column] + GAP:
            row -= 1
            yield said[row], ""
        else:
            column -= 1
            yield "", stands[column]


def _costs(said: Sequence[str], stands: Sequence[str]) -> list[list[float]]:
    cost = [[column * GAP for column in range(len(stands) + 1)]]
    for word in said:
        line = [cost[-1][0] + GAP]
        for column, other in enumerate(stands, start=1):
            line.append(
                min(
                    cost[-1][column] + GAP,
                    line[-1] + GAP,
                    cost[-1][column - 1] + _apart(word, other),
                )
            )
        cost.append(line)
    return cost


def _apart(one: str, other: str) -> float:
    return Levenshtein.normalized_distance(one, other)
