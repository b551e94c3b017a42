"""A lossless filter for the regions of a long text that can contain a quote, on every third 3-gram of the text.

The sampled 3-grams do not overlap, so one edit destroys at most one of them. A window of length *L* holds at least
``(L - 2) // 3`` of them whole; all but one per edit are 3-grams of the quote too, and none has moved from its place in
the quote by more characters than there are edits. Hashes may collide by chance, which only adds regions.

A *run* is a number of consecutive samples, here as many as every window of some length holds.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from aligner_core._lazy import lazy_module

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

GRAM_SIZE = 3
"""Characters of a 3-gram, and from one sampled 3-gram to the next."""
MAX_RUN_SAMPLES = 255
"""The longest run with hits that fit an 8-bit sum."""
SECTIONS = 8
"""Parts of the quote that are distinguished: one bit each."""
MIN_SAMPLES_PER_RUN = 4
"""When more than one run is left for this many samples, the text repeats itself and the filter is of no use."""
RUNS_PER_BATCH = 1 << 14
"""Runs looked at together, so that intermediate arrays stay small."""
_FACTORS = (0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35)
_SHIFT = 16
_HASH_COUNT = 1 << 16

Sections: TypeAlias = "NDArray[np.uint8]"
"""A bit set for each section of the quote in which a 3-gram may be."""
Positions: TypeAlias = "NDArray[np.intp]"


class Region(NamedTuple):
    """A range [start, end) of the text, each window of which has *min_edits* edits or more."""

    min_edits: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WindowLimits:
    """How long a window within the ratio can be, and how many edits it can have.

    A window no longer than the quote has at least `min_length` characters and at most `max_edits` edits; a longer one
    at most `max_length` and `max_edits_longer`, since ``L - m <= d <= r L``.
    """

    min_length: int
    max_edits: int
    max_length: int
    max_edits_longer: int


def window_limits(quote_length: int, max_ratio: Fraction) -> WindowLimits:
    """Return the limits of the windows within a ratio of edits to a quote (specification 3.4).

    >>> window_limits(100, Fraction(15, 100))
    WindowLimits(min_length=85, max_edits=15, max_length=117, max_edits_longer=17)
    """
    max_edits = quote_length * max_ratio.numerator // max_ratio.denominator
    max_length = quote_length * max_ratio.denominator // (max_ratio.denominator - max_ratio.numerator)
    max_edits_longer = max_length * max_ratio.numerator // max_ratio.denominator
    return WindowLimits(quote_length - max_edits, max_edits, max_length, max_edits_longer)


class SampledNgrams:
    """The hashes of every third 3-gram of one text."""

    def __init__(self, text: str) -> None:
        self._size = len(text)
        self._hashes = gram_hashes(text, GRAM_SIZE)

    def regions(self, quote: str, max_ratio: Fraction) -> list[Region] | None:
        """Return disjoint regions that hold every window within the ratio; None when too little can be ruled out.

        The least number of edits of a region holds for the windows within the ratio only.
        """
        limits = window_limits(len(quote), max_ratio)
        short = Run(_samples_in_every_window(limits.min_length), limits.max_edits)
        long = Run(_samples_in_every_window(len(quote)), limits.max_edits_longer)
        if short.width <= short.max_misses or long.width <= long.max_misses or short.width > len(self._hashes):
            return None
        section_width = -(-long.width // SECTIONS)
        samples = self._samples(_sections_by_hash(quote, section_width, limits.max_edits_longer), long.width)
        starts = _promising_runs(samples, short, long)
        if MIN_SAMPLES_PER_RUN * len(starts) > len(samples):
            return None
        if not len(starts):
            return []
        starts, min_edits = _runs_in_order(samples, starts, short, long, section_width)
        first_characters = GRAM_SIZE * starts - GRAM_SIZE + 1
        return _merge_regions(first_characters, min_edits, GRAM_SIZE - 1 + limits.max_length, self._size)

    def _samples(self, sections_by_hash: Sections, padding: int) -> Sections:
        """Return `(samples + padding,)`: the sections in which each sample may be; a run may begin at the last."""
        size = len(self._hashes)
        samples = np.zeros(size + padding, np.uint8)
        sections_by_hash.take(self._hashes, out=samples[:size], mode="clip")
        return samples


class Run(NamedTuple):
    """Consecutive samples, *width* of them, of which all but *max_misses* are 3-grams of the quote."""

    width: int
    max_misses: int


def _samples_in_every_window(length: int) -> int:
    """Return how many samples every window of this length holds, at most as many as a sum can hold."""
    return min(MAX_RUN_SAMPLES, (length - GRAM_SIZE + 1) // GRAM_SIZE)


def gram_hashes(text: str, step: int) -> "NDArray[np.uint16]":
    """Return a hash of the 3-gram at every *step*-th position of a text of *n* characters: `(⌈(n - 2) / step⌉,)`."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    size = max(0, len(codes) - GRAM_SIZE + 1)
    mixed = np.zeros(len(range(0, size, step)), np.uint32)
    for at, factor in enumerate(_FACTORS):
        mixed += codes[at : at + size : step] * factor
    return (mixed >> _SHIFT).astype(np.uint16)


def _sections_by_hash(quote: str, section_width: int, max_drift: int) -> Sections:
    """Return `(65536,)`: for each hash the sections of a run in which a 3-gram of the quote with it may be.

    The *t*-th sample of a window begins ``3 t`` to ``3 t + 2`` characters into it. Before it no more characters can
    have been inserted or deleted than there are edits, so it is at most *max_drift* away from its place in the quote.
    """
    table = np.zeros(_HASH_COUNT, np.uint8)
    hashes = gram_hashes(quote, 1)
    np.bitwise_or.at(table, hashes, _sections_by_position(len(hashes), section_width, max_drift))
    return table


@lru_cache(maxsize=1024)
def _sections_by_position(count: int, section_width: int, max_drift: int) -> Sections:
    """Return `(count,)`: for each 3-gram of a quote the sections it may be in."""
    bits = np.zeros(count, np.uint8)
    for at in range(SECTIONS):
        first, last = at * section_width, (at + 1) * section_width - 1
        bits[max(0, GRAM_SIZE * first - max_drift) : GRAM_SIZE * last + GRAM_SIZE + max_drift] |= 1 << at
    return bits


def _run_sums(hits: "NDArray[np.uint8]", width: int) -> "NDArray[np.uint8]":
    """Return the sum of each run of *width* of *n* samples, `(n - width + 1,)`, by doubling."""
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


def _promising_runs(samples: Sections, short: Run, long: Run) -> Positions:
    """Return the first samples of the runs with few enough misses, wherever in the quote their samples are."""
    hits = (samples != 0).view(np.uint8)
    counts = _run_sums(hits, short.width)
    good = counts >= short.width - short.max_misses
    if long.width > short.width:
        counts = counts[: short.width - long.width] + _run_sums(hits[short.width :], long.width - short.width)
    good[: len(counts)] |= counts >= long.width - long.max_misses
    return np.flatnonzero(good[: len(counts)])


def _runs_in_order(
    samples: Sections, starts: Positions, short: Run, long: Run, section_width: int
) -> tuple[Positions, Positions]:
    """Return the runs with samples in about the same order as in the quote, and the fewest edits there."""
    runs: Sections = np.ndarray((len(samples) - long.width + 1, long.width), np.uint8, samples, strides=(1, 1))
    kept: list[Positions] = []
    min_edits: list[Positions] = []
    for at in range(0, len(starts), RUNS_PER_BATCH):
        batch = starts[at : at + RUNS_PER_BATCH]
        hits = ((runs[batch] & _section_of_sample(long.width, section_width)) != 0).view(np.uint8)
        misses = short.width - np.einsum("ij->i", hits[:, : short.width]).astype(np.intp)
        more_misses = long.width - short.width - np.einsum("ij->i", hits[:, short.width :])
        good = (misses <= short.max_misses) | (misses + more_misses <= long.max_misses)
        kept.append(batch[good])
        min_edits.append(misses[good])
    return np.concatenate(kept), np.concatenate(min_edits)


@lru_cache(maxsize=1024)
def _section_of_sample(width: int, section_width: int) -> Sections:
    return (1 << (np.arange(width) // section_width)).astype(np.uint8)


def _merge_regions(starts: Positions, min_edits: Positions, length: int, size: int) -> list[Region]:
    """Return the ranges of this length, clipped to a text of *size*, with those joined that touch or overlap."""
    regions: list[Region] = []
    first = after = fewest = -GRAM_SIZE
    for start, edits in zip(starts.tolist(), min_edits.tolist(), strict=True):
        if start > after:
            regions.append(Region(fewest, max(0, first), after))
            first, fewest = start, edits
        after, fewest = start + length, min(fewest, edits)
    regions.append(Region(fewest, max(0, first), min(size, after)))
    return regions[1:]
