"""Look up by position which parts of a text are taken."""

from bisect import bisect_right
from collections.abc import Iterable


class Coverage:
    """Ranges of a text, merged where they overlap.

    >>> taken = Coverage([(5, 9), (2, 6)])
    >>> taken.overlaps(8, 12), taken.overlaps(9, 12)
    (True, False)
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(ranges):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            elif start < end:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        """Return whether anything is taken."""
        return bool(self._starts)

    def overlaps(self, start: int, end: int) -> bool:
        """Return whether any of the range [start, end) is taken."""
        at = bisect_right(self._ends, start)
        return at < len(self._starts) and self._starts[at] < end
