"""Finds where the most 3-grams of a quote occur close together in many texts, weighted by their rarity.

Nothing is proven here, unlike in `ngrams`: a paraphrase keeps some of the rare words, in whatever order.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from aligner_core._lazy import lazy_module
from aligner_core._text.ngrams import GRAM_SIZE, gram_hashes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

_HASH_COUNT = 1 << 16

MAX_WEIGHT, WEIGHT_SCALE = 255, 16
"""Weights are whole numbers; a 3-gram that occurs once in eight million characters has the greatest."""

Sums: TypeAlias = "NDArray[np.int64]"


class Neighborhood(NamedTuple):
    """The part [start, end) of one of the texts, around the place that is most like a quote."""

    text_index: int
    start: int
    end: int


class SimilarityIndex:
    """The 3-grams of *k* texts joined into one of *n* characters, with how rare each is there."""

    def __init__(self, text: str, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._hashes = gram_hashes(text, 1)
        counts = np.bincount(self._hashes, minlength=_HASH_COUNT)
        rarity = np.log(1 + len(self._hashes) / np.maximum(1, counts))
        self._weights = np.minimum(MAX_WEIGHT, WEIGHT_SCALE * rarity).astype(np.uint8)
        self._starts, self._ends = np.asarray(starts, np.intp), np.asarray(ends, np.intp)

    def most_similar(self, folded_quote: str, limit: int) -> Iterator[Neighborhood]:
        """Yield the neighborhoods of texts that share 3-grams with a quote, at most *limit*, the most similar first."""
        width = max(1, len(folded_quote) - GRAM_SIZE + 1)
        sums = self._sums(folded_quote)
        best = self._best_by_text(sums, width)
        for index in np.argsort(-best, kind="stable")[:limit].tolist():
            if best[index] > 0:
                yield self._neighborhood(index, sums, width)

    def _sums(self, folded_quote: str) -> Sums:
        """Return, `(n + 2,)`, the summed weights of the 3-grams the quote has too, before each position of the text."""
        table = np.zeros(_HASH_COUNT, np.uint8)
        hashes = gram_hashes(folded_quote, 1)
        table[hashes] = self._weights[hashes]
        sums = np.zeros(1 + len(self._hashes) + GRAM_SIZE, np.int64)
        np.cumsum(table.take(self._hashes), out=sums[1:-GRAM_SIZE])
        sums[-GRAM_SIZE:] = sums[-GRAM_SIZE - 1]
        return sums

    def _best_by_text(self, sums: Sums, width: int) -> Sums:
        """Return for each text, `(k,)`, the most that *width* of its 3-grams in a row share with the quote."""
        firsts, lasts = self._starts, np.maximum(self._starts, self._ends - GRAM_SIZE + 1)
        best: Sums = sums[lasts] - sums[firsts]
        longer = np.flatnonzero(lasts - firsts > width)
        if len(longer):
            rises = np.append(sums[width:] - sums[:-width], 0)
            bounds = np.column_stack((firsts[longer], lasts[longer] - width + 1))
            best[longer] = np.maximum.reduceat(rises, bounds.ravel())[::2]
        return best

    def _neighborhood(self, index: int, sums: Sums, width: int) -> Neighborhood:
        """Return the part of a text that shares most with the quote, extended by half its length on either side."""
        start, end = int(self._starts[index]), int(self._ends[index])
        last = max(start, end - GRAM_SIZE + 1 - width)
        rises = sums[start + width : last + width + 1] - sums[start : last + 1] if last > start else [0]
        at, margin = int(np.argmax(rises)), width // 2 + GRAM_SIZE
        return Neighborhood(index, max(0, at - margin), min(end - start, at + width + margin))
