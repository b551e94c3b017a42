"""The way back from folded text to its source: only what did not fold one to one is kept."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from aligner_core._lazy import lazy_module

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

Knots: TypeAlias = "NDArray[np.uint32]"
"""`(4, k) uint32`, one column per knot: folded start, folded end, source start, source end, in code points.

A *knot* is an original character that is longer than one code point, or did not fold to exactly one, or does not
directly follow the one before it. From its end to the next knot, each folded character is the next character of the
source. A knot of no folded characters marks the end of characters that were dropped.
"""
Positions: TypeAlias = "NDArray[np.intp]"

_KNOT_BYTES = 4 * array("I").itemsize


@cache
def no_knots() -> Knots:
    """Return the knots of a text that folds one to one: none, `(4, 0) uint32`."""
    return np.empty((4, 0), np.uint32)


def knots_from_ranges(
    folded_starts: Positions, folded_ends: Positions, source_starts: Positions, source_ends: Positions
) -> Knots:
    """Return one knot for each folded range and its source range: `(4, k) uint32` from four arrays `(k,)`."""
    knots = np.empty((4, len(folded_starts)), np.uint32)
    for row, positions in zip(knots, (folded_starts, folded_ends, source_starts, source_ends), strict=True):
        row[:] = positions
    return knots


def unpack_knots(
    packed: Sequence[bytes], folded_starts: Positions, source_starts: Positions
) -> tuple[Knots, Positions]:
    """Return the knots of *s* segments as one array `(4, k)`, and how many each segment has, `(s,) intp`.

    *packed* holds the knots of each segment, counted from its beginning; *folded_starts* and *source_starts*, both
    `(s,)`, are where the segments begin.
    """
    counts = np.array([len(knots) // _KNOT_BYTES for knots in packed], np.intp)
    knots = np.frombuffer(b"".join(packed), np.uint32).reshape(-1, 4).T.copy()
    shift_in_place(knots, np.repeat(folded_starts, counts), np.repeat(source_starts, counts))
    return knots, counts


def shift_in_place(knots: Knots, folded_shift: "Positions | int", source_shift: "Positions | int") -> None:
    """Move knots `(4, k)` forward in the folded text and in the source, all by one shift or each by its own, `(k,)`.

    In place, since a copy makes folding a text with many knots about half as slow again.

    >>> knots = np.array([[0], [2], [0], [1]], np.uint32)
    >>> shift_in_place(knots, 10, 20)
    >>> knots.ravel().tolist()
    [10, 12, 20, 21]
    """
    knots[:2] += np.asarray(folded_shift, np.uint32)
    knots[2:] += np.asarray(source_shift, np.uint32)


def without_leading_space(knots: Knots) -> Knots:
    """Return the knots `(4, k)` of a text after its first folded character, a space, is cut off; a new array."""
    if knots.size and knots[0, 0] == 0:
        trimmed = knots.copy()
    else:
        trimmed = np.concatenate((np.array([[0], [1], [0], [1]], np.uint32), knots), axis=1)
    trimmed[:2] -= np.minimum(trimmed[:2], 1)
    return trimmed


class OffsetMap:
    """The source range of each folded character, in code points.

    Positions are asked for one by one, so the rows are arrays of Python: numpy would take four times as long.
    """

    __slots__ = ("_folded_ends", "_folded_starts", "_source_ends", "_source_starts")

    def __init__(self, knots: Knots) -> None:
        rows: list[array[int]] = [array("I", row.tobytes()) for row in knots]
        self._folded_starts, self._folded_ends, self._source_starts, self._source_ends = rows

    def source_start(self, position: int) -> int:
        """Return where the source range of the folded character at *position* begins."""
        knot = bisect_right(self._folded_starts, position) - 1
        if knot < 0:
            return position
        if position < self._folded_ends[knot]:
            return self._source_starts[knot]
        return self._source_ends[knot] + position - self._folded_ends[knot]

    def source_end(self, position: int) -> int:
        """Return where the source range of the folded character at *position* ends."""
        knot = bisect_right(self._folded_starts, position) - 1
        if knot < 0:
            return position + 1
        return self._source_ends[knot] + max(0, position + 1 - self._folded_ends[knot])

    def is_boundary(self, position: int) -> bool:
        """Return whether the folded characters before and after *position* are of two original characters."""
        knot = bisect_left(self._folded_starts, position)
        if knot == 0:
            return True
        if position < self._folded_ends[knot - 1]:
            return False
        return knot == len(self._source_starts) or self._source_ends[knot - 1] <= self._source_starts[knot]
