"""The messages of one session, joined for searches over all of them at once."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

import numpy as np

from aligner_core.fuzzy import BORDER, near
from aligner_core.grams import Region, SampledGrams
from aligner_core.likeness import WeighedGrams
from aligner_core.matching import SHORTEST_FUZZY, PreparedQuote, PreparedSource, Settings
from aligner_core.rows import Budget, last_row, within


class Joined:
    """Many texts as one, to be searched at once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = BORDER.join(texts)
        self.starts = [0, *accumulate(len(text) + len(BORDER) for text in texts)][:-1]
        self.ends = [start + len(text) for start, text in zip(self.starts, texts, strict=True)]

    def holding(self, wanted: str) -> set[int]:
        """Give the texts in which a string begins: it may hold a border, and end in the next one."""
        indices: set[int] = set()
        at = self.text.find(wanted) if wanted else -1
        while at != -1:
            index = bisect(self.starts, at) - 1
            indices.add(index)
            at = self.text.find(wanted, self.ends[index] + 1)
        return indices

    def parts(self, region: Region) -> Iterator[tuple[int, str]]:
        """Yield the texts that a region touches, each with its own part."""
        for index in range(bisect(self.starts, region.start) - 1, bisect(self.starts, region.end - 1)):
            yield index, self.text[max(region.start, self.starts[index]) : min(region.end, self.ends[index])]


class Corpus:
    """The messages of one session, joined for searches over all of them at once."""

    def __init__(self, sources: Sequence[PreparedSource]) -> None:
        self.sources = sources

    @cached_property
    def written(self) -> Joined:
        """All texts as they are."""
        return Joined([source.text for source in self.sources])

    @cached_property
    def folded(self) -> Joined:
        """All folded texts."""
        return Joined([source.folded.text for source in self.sources])

    @cached_property
    def grams(self) -> SampledGrams:
        """The filter over all messages at once; its regions may cross from one message to the next."""
        return SampledGrams(self.folded.text)

    @cached_property
    def likeness(self) -> WeighedGrams:
        """The 3-grams of all messages, for what is like a quote and yet does not align."""
        return WeighedGrams(self.folded.text, self.folded.starts, self.folded.ends)

    def holding(self, quote: PreparedQuote, settings: Settings, budget: Budget) -> tuple[set[int], bool]:
        """Give the indices of the messages that may hold a quote, and whether no other can: the budget may end."""
        indices = self.written.holding(quote.text) | self.folded.holding(quote.folded)
        if not settings.fuzzy or not SHORTEST_FUZZY <= quote.length <= settings.longest:
            return indices, True
        alike = self._resembling(quote.folded, settings.worst, budget)
        return indices | (alike or set()), alike is not None

    def _resembling(self, wanted: str, worst: Fraction, budget: Budget) -> set[int] | None:
        """Give the messages in which some window may be similar enough; None when the budget ended."""
        regions = self.grams.regions(wanted, worst)
        if regions is not None and 2 * sum(end - start for _, start, end in regions) <= len(self.folded.text):
            parts = [part for region in regions for part in self.folded.parts(region)]
            return {index for index, _ in near(wanted, parts, worst.numerator, worst.denominator)}
        row = last_row(wanted, self.folded.text, budget)
        if row is None:
            return None
        ends = within(row, len(wanted), worst)
        return set((np.unique(np.searchsorted(self.folded.starts, ends - 1, side="right")) - 1).tolist())
