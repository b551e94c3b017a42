"""Where in a long text a quote can be at all: a lossless filter on the 3-grams at every third place.

The sampled 3-grams do not overlap, so one edit destroys at most one of them. A window of length *L* holds at least
``(L - 2) // 3`` of them whole; all but one for each edit are 3-grams of the quote too. Hashes may meet by chance, which
only adds regions.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

STEP = 3
MOST_SUMMED = 255
"""The longest run whose hits an 8-bit sum can hold."""
_FACTORS = (np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35))
_SHIFT = np.uint32(16)
_HASHES = 1 << 16

Region = tuple[int, int]
Hits = NDArray[np.uint8]


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
        self._hashes = _hashes(text, STEP).astype(np.intp)

    def regions(self, quote: str, worst: Fraction) -> list[Region] | None:
        """Give disjoint regions that hold every window within the ratio; None when too little can be ruled out."""
        limits = reach(len(quote), worst)
        hits: Hits | None = None
        found: list[Region] = []
        for length, edits in ((limits.shortest, limits.edits), (len(quote), limits.edits_longer)):
            width = min(MOST_SUMMED, (length - STEP + 1) // STEP)
            if width <= edits or width > len(self._hashes):
                return None
            hits = self._hits(quote) if hits is None else hits
            runs = np.flatnonzero(_sums(hits, width) >= width - edits)
            found += [(STEP * first - STEP + 1, STEP * last + limits.longest) for first, last in _groups(runs, width)]
        return _merged(found, self._size)

    def _hits(self, quote: str) -> Hits:
        """Say of each sample whether it is, by its hash, a 3-gram of the quote."""
        table = np.zeros(_HASHES, np.uint8)
        table[_hashes(quote, 1)] = 1
        return table.take(self._hashes)


def _hashes(text: str, step: int) -> NDArray[np.uint16]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    size = max(0, len(codes) - STEP + 1)
    mixed = np.zeros(len(range(0, size, step)), np.uint32)
    for at, factor in enumerate(_FACTORS):
        mixed += codes[at : at + size : step] * factor
    return (mixed >> _SHIFT).astype(np.uint16)


def _sums(hits: Hits, width: int) -> Hits:
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


def _groups(runs: NDArray[np.intp], width: int) -> list[Region]:
    """Give the first and the last of each group of runs that overlap."""
    if not len(runs):
        return []
    cuts = np.flatnonzero(np.diff(runs) > width)
    firsts = [int(runs[0]), *runs[cuts + 1].tolist()]
    return list(zip(firsts, [*runs[cuts].tolist(), int(runs[-1])], strict=True))


def _merged(found: list[Region], size: int) -> list[Region]:
    merged: list[Region] = []
    for first, last in sorted(found):
        start, end = max(0, first), min(size, last)
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
