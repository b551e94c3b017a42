"""Where in many texts most of the 3-grams of a quote stand close together, each counting more the rarer it is.

Nothing is proven here, unlike in `grams`: a paraphrase keeps some of the rare words, wherever they stand.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aligner_core.grams import STEP, hashes

_HASHES = 1 << 16

FINENESS = 16
"""Weights are whole numbers up to 255: a 3-gram that is once in eight million characters has the largest."""

Sums = NDArray[np.int64]


class Neighbourhood(NamedTuple):
    """The stretch [start, end) of a numbered text, around the place that is most like a quote."""

    number: int
    start: int
    end: int


class WeighedGrams:
    """The 3-grams of texts that stand in one joined text, with how rare each is there."""

    def __init__(self, text: str, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._hashes = hashes(text, 1)
        counts = np.bincount(self._hashes, minlength=_HASHES)
        rarity = np.log(1 + len(self._hashes) / np.maximum(1, counts))
        self._weights = np.minimum(255, FINENESS * rarity).astype(np.uint8)
        self._starts, self._ends = np.asarray(starts, np.intp), np.asarray(ends, np.intp)

    def likest(self, quote: str, most: int) -> Iterator[Neighbourhood]:
        """Yield the neighbourhoods of the texts that share something with a quote, the most like it first."""
        width = max(1, len(quote) - STEP + 1)
        sums = self._sums(quote)
        best = self._best(sums, width)
        for index in np.argsort(-best, kind="stable")[:most].tolist():
            if best[index] > 0:
                yield self._around(index, sums, width)

    def _sums(self, quote: str) -> Sums:
        """Sum the weights of the 3-grams that the quote has too, up to each place of the text and beyond its end."""
        table = np.zeros(_HASHES, np.uint8)
        grams = hashes(quote, 1)
        table[grams] = self._weights[grams]
        sums = np.zeros(1 + len(self._hashes) + STEP, np.int64)
        np.cumsum(table.take(self._hashes), out=sums[1:-STEP])
        sums[-STEP:] = sums[-STEP - 1]
        return sums

    def _best(self, sums: Sums, width: int) -> Sums:
        """Give for each text the most that *width* of its 3-grams in a row share with the quote."""
        firsts, lasts = self._starts, np.maximum(self._starts, self._ends - STEP + 1)
        best: Sums = sums[lasts] - sums[firsts]
        longer = np.flatnonzero(lasts - firsts > width)
        if len(longer):
            rises = np.append(sums[width:] - sums[:-width], 0)
            bounds = np.column_stack((firsts[longer], lasts[longer] - width + 1))
            best[longer] = np.maximum.reduceat(rises, bounds.ravel())[::2]
        return best

    def _around(self, index: int, sums: Sums, width: int) -> Neighbourhood:
        """Give the place that shares most, and half of its length more on either side."""
        start, end = int(self._starts[index]), int(self._ends[index])
        last = max(start, end - STEP + 1 - width)
        rises = sums[start + width : last + width + 1] - sums[start : last + 1] if last > start else [0]
        at, beside = int(np.argmax(rises)), width // 2 + STEP
        return Neighbourhood(index, max(0, at - beside), min(end - start, at + width + beside))
