"""Where in a long text a quote can be at all: a lossless filter on the 3-grams at every third place.

The sampled 3-grams do not overlap, so one edit destroys at most one of them. A window of length *L* holds at least
``(L - 2) // 3`` of them whole; all but one for each edit are 3-grams of the quote too, and none has moved from its
place in the quote by more characters than there are edits. Hashes may meet by chance, which only adds regions.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STEP = 3
MOST_SUMMED = 255
"""The longest run whose hits an 8-bit sum can hold."""
SECTIONS = 8
"""Parts of the quote that are told apart: one bit each."""
DENSE = 4
"""Once more than one run in so many is left, the text repeats itself and the filter is of no use."""
AT_ONCE = 1 << 14
"""Runs looked at together, so that what is in between stays small."""
_FACTORS = (np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35))
_SHIFT = np.uint32(16)
_HASHES = 1 << 16

Samples = NDArray[np.uint8]
Places = NDArray[np.intp]


class Region(NamedTuple):
    """A stretch [start, end) of the text, each window of which has *least* edits or more."""

    least: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a window within the ratio can be from a quote.

    A window no longer than the quote has at most `edits` edits and `shortest` characters; a longer one at most
    `edits_longer` and `longest`, since ``L - m <= d <= r L``.
    """

    shortest: int
    edits: int
    longest: int
    edits_longer: int


def reach(size: int, worst: Fraction) -> Reach:
    """Give the limits of the windows within a ratio of a quote of *size* characters.

    >>> reach(100, Fraction(15, 100))
    Reach(shortest=85, edits=15, longest=117, edits_longer=17)
    """
    edits = size * worst.numerator // worst.denominator
    longest = size * worst.denominator // (worst.denominator - worst.numerator)
    return Reach(size - edits, edits, longest, longest * worst.numerator // worst.denominator)


class SampledGrams:
    """The hashes of every third 3-gram of one text."""

    def __init__(self, text: str) -> None:
        self._size = len(text)
        self._hashes = hashes(text, STEP)

    def regions(self, quote: str, worst: Fraction) -> list[Region] | None:
        """Give disjoint regions that hold every window within the ratio; None when too little can be ruled out.

        The least number of edits of a region counts for the windows within the ratio only.
        """
        limits = reach(len(quote), worst)
        early = Run(_width(limits.shortest), limits.edits)
        late = Run(_width(len(quote)), limits.edits_longer)
        if early.width <= early.edits or late.width <= late.edits or early.width > len(self._hashes):
            return None
        section = -(-late.width // SECTIONS)
        samples = self._samples(_table(quote, section, limits.edits_longer), late.width)
        firsts = _firsts(samples, early, late)
        if DENSE * len(firsts) > len(samples):
            return None
        if not len(firsts):
            return []
        firsts, least = _in_place(samples, firsts, early, late, section)
        return _merged(STEP * firsts - STEP + 1, least, STEP - 1 + limits.longest, self._size)

    def _samples(self, table: Samples, width: int) -> Samples:
        """Say of each sample in which sections it may stand; a run may begin at the last of them."""
        size = len(self._hashes)
        samples = np.zeros(size + width, np.uint8)
        table.take(self._hashes, out=samples[:size], mode="clip")
        return samples


class Run(NamedTuple):
    """Samples in a row of which all but *edits* are 3-grams of the quote."""

    width: int
    edits: int


def _width(length: int) -> int:
    """Give the samples that every window of this length holds, as many as a sum can hold."""
    return min(MOST_SUMMED, (length - STEP + 1) // STEP)


def hashes(text: str, step: int) -> NDArray[np.uint16]:
    """Give a number for the 3-gram at every so many places of a text; two 3-grams may meet in one."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    size = max(0, len(codes) - STEP + 1)
    mixed = np.zeros(len(range(0, size, step)), np.uint32)
    for at, factor in enumerate(_FACTORS):
        mixed += codes[at : at + size : step] * factor
    return (mixed >> _SHIFT).astype(np.uint16)


def _table(quote: str, section: int, drift: int) -> Samples:
    """Give for each hash the sections of a run in which a 3-gram of the quote with this hash may stand.

    The *t*-th sample of a window begins ``3 t`` to ``3 t + 2`` characters into it. Up to there no more characters can
    have been put in or left out than there are edits, so it stands in the quote at most *drift* away.
    """
    table = np.zeros(_HASHES, np.uint8)
    grams = hashes(quote, 1)
    np.bitwise_or.at(table, grams, _sections(len(grams), section, drift))
    return table


@lru_cache(maxsize=1024)
def _sections(count: int, section: int, drift: int) -> Samples:
    """Give for each 3-gram of a quote the sections it may stand in."""
    bits = np.zeros(count, np.uint8)
    for at in range(SECTIONS):
        first, last = at * section, (at + 1) * section - 1
        bits[max(0, STEP * first - drift) : STEP * last + STEP + drift] |= 1 << at
    return bits


def _sums(hits: Samples, width: int) -> Samples:
    """Sum each run of *width* samples, by doubling."""
    size = len(hits) - width + 1
    total = np.zeros(size, np.uint8)
    block, summed, at = hits, 1, 0
    while True:
        if width & summed:
            total += block[at : at + size]
            at += summed
        if at == width:
            return total
        block = block[:-summed] + block[summed:]
        summed *= 2


def _firsts(samples: Samples, early: Run, late: Run) -> Places:
    """Give the first samples of the runs with few enough misses."""
    hits = (samples != 0).view(np.uint8)
    counts = _sums(hits, early.width)
    good = counts >= early.width - early.edits
    if late.width > early.width:
        counts = counts[: early.width - late.width] + _sums(hits[early.width :], late.width - early.width)
    good[: len(counts)] |= counts >= late.width - late.edits
    return np.flatnonzero(good[: len(counts)])


def _in_place(samples: Samples, firsts: Places, early: Run, late: Run, section: int) -> tuple[Places, Places]:
    """Keep the runs whose samples stand where they do in the quote, with the fewest edits of a window there."""
    runs: Samples = np.ndarray((len(samples) - late.width + 1, late.width), np.uint8, samples, strides=(1, 1))
    kept: list[Places] = []
    fewest: list[Places] = []
    for at in range(0, len(firsts), AT_ONCE):
        some = firsts[at : at + AT_ONCE]
        hits = ((runs[some] & _wanted(late.width, section)) != 0).view(np.uint8)
        before = early.width - np.einsum("ij->i", hits[:, : early.width]).astype(np.intp)
        after = late.width - early.width - np.einsum("ij->i", hits[:, early.width :])
        good = (before <= early.edits) | (before + after <= late.edits)
        kept.append(some[good])
        fewest.append(before[good])
    return np.concatenate(kept), np.concatenate(fewest)


@lru_cache(maxsize=1024)
def _wanted(width: int, section: int) -> Samples:
    return (1 << (np.arange(width) // section)).astype(np.uint8)


def _merged(starts: Places, least: Places, length: int, size: int) -> list[Region]:
    """Join the stretches of this length that touch or overlap."""
    regions: list[Region] = []
    first = after = fewest = -STEP
    for start, misses in zip(starts.tolist(), least.tolist(), strict=True):
        if start > after:
            regions.append(Region(fewest, max(0, first), after))
            first, fewest = start, misses
        after, fewest = start + length, min(fewest, misses)
    regions.append(Region(fewest, max(0, first), min(size, after)))
    return regions[1:]
