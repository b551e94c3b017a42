"""A text as a reader sees it, without hidden characters, and the way back to the source."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby, pairwise

from aligner_core._text.invisible import has_hidden_characters, hidden_runs


class SeenText:
    r"""A source without its hidden characters; *gap* takes the place of each run of them.

    White space that is hidden as well, such as a line separator, stays: folding makes a space of it.

    >>> SeenText("pay\u200b\u3164 100\u2028now").text, SeenText("do\u200bnot", gap=" ").source_range(3, 6)
    ('pay 100\u2028now', (3, 6))
    """

    def __init__(self, source: str, *, gap: str = "") -> None:
        self.source = source
        self._kept = list(_kept_ranges(source))
        self._gap = gap
        self.text = gap.join(source[start:end] for start, end in self._kept)

    @property
    def has_gaps(self) -> bool:
        """Whether anything is left out."""
        return len(self.text) != len(self.source) or len(self._kept) > 1

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source that the range [start, end) of the text came from."""
        return self._position(start), self._position(end - 1) + 1

    @cached_property
    def _starts(self) -> list[int]:
        """Where each kept range begins in the text."""
        starts = [0]
        for start, end in self._kept[:-1]:
            starts.append(starts[-1] + end - start + len(self._gap))
        return starts

    def _position(self, position: int) -> int:
        at = bisect_right(self._starts, position) - 1
        return self._kept[at][0] + position - self._starts[at]


def _kept_ranges(source: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a source between its hidden characters."""
    runs = list(_left_out(source)) if has_hidden_characters(source) else []
    edges = [0, *(edge for run in runs for edge in run), len(source)]
    ranges = list(pairwise(edges))[::2]
    yield from [(start, end) for start, end in ranges if start < end] or [(0, 0)]


def _left_out(source: str) -> Iterator[tuple[int, int]]:
    """Yield the runs of hidden characters that are no white space."""
    for start, end in hidden_runs(source):
        for is_space, places in groupby(range(start, end), key=lambda at: source[at].isspace()):
            if not is_space:
                found = list(places)
                yield found[0], found[-1] + 1
