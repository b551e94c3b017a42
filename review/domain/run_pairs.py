"""Pair the entries of two runs that state the same: kept, reworded, lost and new. Pure.

Two entries are a pair when their claims have the same words, most of their words, or some words and the same evidence.
Of all possible pairs the best is taken first, then the best of what is left.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from aligner_core import NormalizedText

MIN_SHARED_WORDS = 0.6
"""The share of common words from which two claims are a pair, whatever they quote."""
MIN_SHARED_WORDS_OF_SAME_EVIDENCE = 0.2
"""The share of common words from which two claims with the same evidence are a pair."""
MIN_SHARED_EVIDENCE = 0.5
"""The share of the shorter evidence that both must quote for the evidence to be the same."""
COMMON_WORDS = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "by",
        "for",
        "from",
        "has",
        "have",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "this",
        "to",
        "was",
        "we",
        "were",
        "will",
        "with",
    )
)
"""English words that carry no meaning for the comparison of claims."""
_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[.,:/][\p{N}]+)*")
_HANGUL = regex.compile(r"\p{Hangul}")

Place = tuple[int, int, int]
"""A message and the half-open range of code points in it."""


@dataclass(frozen=True, slots=True)
class RunEntry:
    """The part of an entry that pairing needs: its key, its claim, and where its quotes were found."""

    key: int
    claim: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class RunPairs:
    """The keys of the entries of two runs by outcome, each entry once; in pairs, that of the first run comes first."""

    kept: tuple[tuple[int, int], ...]
    reworded: tuple[tuple[int, int], ...]
    lost: tuple[int, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    words: tuple[str, ...]
    parts: Counter[str]
    places: Mapping[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class _Likeness:
    is_same: bool
    score: float


def pair_runs(first: Sequence[RunEntry], second: Sequence[RunEntry]) -> RunPairs:
    """Return the outcome of pairing the entries of two runs, in the order of the runs.

    Swapping the runs swaps lost and new and mirrors the pairs. Linear where few claims share words; every claim with
    every other at worst.
    """
    left, right = [_read(entry) for entry in first], [_read(entry) for entry in second]
    found = {(i, j): like for i, j in _candidates(left, right) if (like := _likeness(left[i], right[j])) is not None}
    partner: dict[int, int] = {}
    taken: set[int] = set()
    # Pairs that share an entry never have the same sum of positions, so ties are broken alike in both directions.
    for i, j in sorted(found, key=lambda pair: (not found[pair].is_same, -found[pair].score, sum(pair))):
        if i not in partner and j not in taken:
            partner[i] = j
            taken.add(j)
    pairs = [(found[i, j].is_same, (first[i].key, second[j].key)) for i, j in sorted(partner.items())]
    return RunPairs(
        kept=tuple(keys for is_same, keys in pairs if is_same),
        reworded=tuple(keys for is_same, keys in pairs if not is_same),
        lost=tuple(entry.key for i, entry in enumerate(first) if i not in partner),
        new=tuple(entry.key for j, entry in enumerate(second) if j not in taken),
    )


def _read(entry: RunEntry) -> _Reading:
    words = tuple(_WORDS.findall(NormalizedText(entry.claim).text))
    telling = [word for word in words if word not in COMMON_WORDS] or list(words)
    places: dict[int, set[int]] = defaultdict(set)
    for message, start, end in entry.places:
        places[message].update(range(start, end))
    return _Reading(
        words=words,
        parts=Counter(part for word in telling for part in _parts(word)),
        places={message: frozenset(points) for message, points in places.items()},
    )


def _parts(word: str) -> Iterator[str]:
    """Yield a word, or the pairs of syllables of a Korean one, since its endings and particles change."""
    if not _HANGUL.search(word[1:]):
        yield word
        return
    for one, next_one in pairwise(word):
        yield one + next_one


def _candidates(left: Sequence[_Reading], right: Sequence[_Reading]) -> Iterator[tuple[int, int]]:
    """Yield the positions of entries that have a part of a word in common, or no words at all; each pair once."""
    having: dict[str, list[int]] = defaultdict(list)
    for j, reading in enumerate(right):
        for part in reading.parts or ("",):
            having[part].append(j)
    for i, reading in enumerate(left):
        for j in sorted({j for part in reading.parts or ("",) for j in having[part]}):
            yield i, j


def _likeness(left: _Reading, right: _Reading) -> _Likeness | None:
    """Return how alike two entries are; None if they are no pair."""
    words, evidence = _shared_words(left.parts, right.parts), _shared_evidence(left.places, right.places)
    is_same = left.words == right.words
    has_same_evidence = evidence >= MIN_SHARED_EVIDENCE and words >= MIN_SHARED_WORDS_OF_SAME_EVIDENCE
    if not (is_same or words >= MIN_SHARED_WORDS or has_same_evidence):
        return None
    return _Likeness(is_same, words + evidence)


def _shared_words(left: Counter[str], right: Counter[str]) -> float:
    """Return twice the shared parts through all parts (Dice)."""
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0


def _shared_evidence(left: Mapping[int, frozenset[int]], right: Mapping[int, frozenset[int]]) -> float:
    """Return the share of the shorter evidence that both quote."""
    shorter = min(sum(map(len, left.values())), sum(map(len, right.values())))
    shared = sum(len(points & right[message]) for message, points in left.items() if message in right)
    return shared / shorter if shorter else 0.0
