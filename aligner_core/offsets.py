"""The way back from folded text to its source: only what did not fold one to one is kept."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Knots = NDArray[np.uint32]
"""One column a knot: where its folded characters begin and end, and where its source range begins and ends.

A *knot* is an original character that is longer than one, or did not fold to one, or does not follow directly on the
one before it. From its end on, up to the next knot, each folded character is the next character of the source. A knot
of no folded characters ends what was dropped.
"""
Places = NDArray[np.intp]

NO_KNOTS: Knots = np.empty((4, 0), np.uint32)
_WIDTH = 4 * NO_KNOTS.itemsize


def knots_at(firsts: Places, lasts: Places, starts: Places, ends: Places) -> Knots:
    """Give one knot for each folded range and its source range."""
    knots = np.empty((4, len(firsts)), np.uint32)
    for row, numbers in zip(knots, (firsts, lasts, starts, ends), strict=True):
        row[:] = numbers
    return knots


def unpacked(packed: Sequence[bytes], firsts: Places, starts: Places) -> tuple[Knots, Places]:
    """Give the knots of segments, and how many each has; they count from where the segment is, *first* and *start*."""
    counts = np.array([len(one) // _WIDTH for one in packed], np.intp)
    knots = np.frombuffer(b"".join(packed), np.uint32).reshape(-1, 4).T.copy()
    return moved(knots, np.repeat(firsts, counts), np.repeat(starts, counts)), counts


def moved(knots: Knots, folded: Places | int, source: Places | int) -> Knots:
    """Move knots on by so many characters of the folded text and of the source, in place."""
    knots[:2] += np.asarray(folded, np.uint32)
    knots[2:] += np.asarray(source, np.uint32)
    return knots


def without_first(knots: Knots) -> Knots:
    """Give the knots of a text whose first folded character, a space, is cut off."""
    if not knots.size or knots[0, 0] > 0:
        knots = np.concatenate((np.array([[0], [1], [0], [1]], np.uint32), knots), axis=1)
    knots[:2] -= np.minimum(knots[:2], 1)
    return knots


class Offsets:
    """Where the source range behind each folded character begins and ends.

    Positions are asked for one by one, so the columns are arrays of Python: numpy would take four times as long.
    """

    __slots__ = ("_ends", "_firsts", "_lasts", "_starts")

    def __init__(self, knots: Knots) -> None:
        columns: list[array[int]] = [array("I", column.tobytes()) for column in knots]
        self._firsts, self._lasts, self._starts, self._ends = columns

    def start(self, position: int) -> int:
        """Give where the source range behind a folded character begins."""
        knot = bisect_right(self._firsts, position) - 1
        if knot < 0:
            return position
        if position < self._lasts[knot]:
            return self._starts[knot]
        return self._ends[knot] + position - self._lasts[knot]

    def end(self, position: int) -> int:
        """Give where the source range behind a folded character ends."""
        knot = bisect_right(self._firsts, position) - 1
        if knot < 0:
            return position + 1
        return self._ends[knot] + max(0, position + 1 - self._lasts[knot])

    def parts(self, position: int) -> bool:
        """Say whether the source ranges before and behind a position are those of two characters."""
        knot = bisect_left(self._firsts, position)
        if knot == 0:
            return True
        if position < self._lasts[knot - 1]:
            return False
        return knot == len(self._starts) or self._ends[knot - 1] <= self._starts[knot]
