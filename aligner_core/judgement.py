"""Whether one word for another is a slip of the keyboard or another fact."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA, Levenshtein

from aligner_core.alignments import DifferenceKind
from aligner_core.hangul import is_hangul, letters_apart
from aligner_core.lexicon import (
    FUNCTION_WORDS,
    INFLECTIONS,
    NEGATIVE_PREFIXES,
    OBJECT_PARTICLES,
    PARTICLES,
    PREFIXES,
    SAME_ENDINGS,
    SCOPE,
    SUBJECT_PARTICLES,
    UNITS,
    opposed,
    same_unit,
)

GAP = 0.6
"""What leaving a word without a partner costs, beside 0 to 1 for a pair of words that differ."""
SHORTEST_STEM = 4


class Judgement(NamedTuple):
    """What kind of difference it is, and whether it changes a fact."""

    kind: DifferenceKind
    critical: bool


SLIP = Judgement("spelling", critical=False)
OTHER_WORD = Judgement("word", critical=True)


def judge_words(said: Sequence[str], stands: Sequence[str]) -> Judgement:
    """Judge the words of a quote against the words of its source: the first critical pair decides."""
    judged = [_judge(*pair) for pair in _pairs(said, stands)]
    return next((one for one in judged if one.critical), next((one for one in judged if one != SLIP), SLIP))


def is_slip(one: str, other: str) -> bool:
    """Say whether two words are one keystroke apart and no two words of the grammar."""
    return OSA.distance(one, other) <= 1 and not {one, other} <= FUNCTION_WORDS


def _judge(said: str, stands: str) -> Judgement:
    if said == stands:
        return SLIP
    if not said:
        return Judgement("word", critical=stands in SCOPE)
    if not stands:
        return Judgement("word", critical=said in SCOPE or (len(said) > 1 and said not in FUNCTION_WORDS))
    if {said, stands} <= UNITS:
        return SLIP if same_unit(said, stands) else Judgement("unit", critical=True)
    if {said, stands} <= FUNCTION_WORDS or opposed(said, stands):
        return OTHER_WORD
    return _korean(said, stands) if is_hangul(said) and is_hangul(stands) else _alphabetic(said, stands)


def _alphabetic(said: str, stands: str) -> Judgement:
    """Inflections and a typo or two are slips; another prefix on the same stem is another word."""
    head, tail = _shared(said, stands)
    if head >= SHORTEST_STEM - 1 and {_inflection(said, head), _inflection(stands, head)} <= INFLECTIONS:
        return SLIP
    for length in range(tail, SHORTEST_STEM - 1, -1):
        prefixes = {said[: len(said) - length], stands[: len(stands) - length]}
        if prefixes <= PREFIXES:
            return Judgement("negation", critical=True) if "" in prefixes else OTHER_WORD
    longest = max(len(said), len(stands))
    allowed = 1 + (longest > 5) + (longest > 9)  # noqa: PLR2004 - about one typo in five letters
    return SLIP if OSA.distance(said, stands) <= allowed else OTHER_WORD


def _inflection(word: str, head: int) -> str:
    """Give what a word has behind its stem, less a doubled consonant."""
    return word[head + 1 :] if word[head - 1 : head] == word[head : head + 1] else word[head:]


def _korean(said: str, stands: str) -> Judgement:
    """Particles and endings are slips, but for subject and object; a syllable of other letters is another word."""
    said, stands = _plain_ending(said), _plain_ending(stands)
    (stem, particle), (other_stem, other_particle) = _parted(said), _parted(stands)
    if stem == other_stem:
        roles = {_role(particle), _role(other_particle)}
        return Judgement("role", critical=True) if roles == {"subject", "object"} else SLIP
    head, tail = _shared(said, stands)
    one, other = said[head : len(said) - tail], stands[head : len(stands) - tail]
    if opposed(one, other):
        return OTHER_WORD
    if not one or not other:
        return _added(one or other, at_start=head == 0)
    return SLIP if _is_mistyped(one, other) else OTHER_WORD


def _added(syllables: str, *, at_start: bool) -> Judgement:
    if at_start and syllables in NEGATIVE_PREFIXES:
        return Judgement("negation", critical=True)
    return SLIP if len(syllables) == 1 else OTHER_WORD


def _is_mistyped(one: str, other: str) -> bool:
    """Say whether syllables are swapped, or differ in one letter."""
    if len(one) != len(other):
        return False
    return sorted(one) == sorted(other) or sum(map(letters_apart, one, other)) <= 1


def _plain_ending(word: str) -> str:
    for formal, plain in SAME_ENDINGS:
        word = word.replace(formal, plain)
    return word


def _parted(word: str) -> tuple[str, str]:
    for particle in PARTICLES:
        if word.endswith(particle) and len(word) > len(particle):
            return word.removesuffix(particle), particle
    return word, ""


def _role(particle: str) -> str:
    if particle in SUBJECT_PARTICLES:
        return "subject"
    return "object" if particle in OBJECT_PARTICLES else ""


def _shared(one: str, other: str) -> tuple[int, int]:
    """Count the characters two words share at the beginning, and at the end of the rest."""
    shortest = min(len(one), len(other))
    head = next((at for at in range(shortest) if one[at] != other[at]), shortest)
    rest = shortest - head
    tail = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    return head, tail


def _pairs(said: Sequence[str], stands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pair each word with its likeliest partner; a word without one is paired with nothing."""
    if len(said) == len(stands):
        yield from zip(said, stands, strict=True)
    elif OSA.distance("".join(said), "".join(stands)) <= 1:
        yield "".join(said), "".join(stands)
    else:
        yield from reversed(list(_cheapest(said, stands)))


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
    for row, word in enumerate(said, start=1):
        line = [row * GAP]
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
