"""Folded text, and the range of the source behind each folded character."""

from bisect import bisect_left, bisect_right
from functools import cached_property

from aligner_core.grams import SampledGrams
from aligner_core.offsets import Offsets, without_first
from aligner_core.segments import fold_source
from aligner_core.spans import Span


def fold(text: str) -> str:
    r"""Give the form in which two texts are the same but for case, width, white space and typography.

    >>> fold(" ＤｕｃｋＤＢ의\n “JSONB” ")
    'duckdb의 "jsonb"'
    """
    return fold_source(text)[0].strip(" ")


class NormalizedText:
    """One source folded, with the way back: `text` is what is searched, `span` gives the place in the source."""

    def __init__(self, source: str) -> None:
        text, knots = fold_source(source)
        self.text = text.strip(" ")
        self._offsets = Offsets(without_first(knots) if text.startswith(" ") else knots)

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def grams(self) -> SampledGrams:
        """The filter of the fuzzy search, made when first needed."""
        return SampledGrams(self.text)

    def is_boundary(self, position: int) -> bool:
        """Say whether a window may begin or end before folded character *position*: never inside one folding."""
        return position in {0, len(self.text)} or self._offsets.parts(position)

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Give where the source range of the folded window [start, end) begins and ends."""
        return self._offsets.start(start), self._offsets.end(end - 1)

    def span(self, start: int, end: int) -> Span:
        """Give the source range of the folded window [start, end)."""
        first, last = self.source_range(start, end)
        return Span(start=first, end=last)

    def locate(self, span: Span) -> tuple[int, int] | None:
        """Give the folded window of a source range; None when it does not begin and end between characters."""
        start = bisect_left(range(len(self)), span.start, key=self._offsets.start)
        end = bisect_right(range(len(self)), span.end, key=self._offsets.end)
        if start >= end or not (self.is_boundary(start) and self.is_boundary(end)):
            return None
        return (start, end) if self.source_range(start, end) == (span.start, span.end) else None
