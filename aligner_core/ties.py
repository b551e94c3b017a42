"""Windows of the same ratio: which of them is the answer (contract 3.4), and which others are told."""

import unicodedata
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """A window [start, end) of the folded source, at *distance* from the quote."""

    start: int
    end: int
    distance: int


@dataclass(frozen=True, slots=True)
class Best:
    """The best window, and the others just as good that do not overlap it, in reading order."""

    window: Window
    others: tuple[Window, ...]


def decide(windows: Iterable[Window], text: str, size: int) -> Best | None:
    """Choose among windows of the same ratio for a quote of *size* characters; None when there are none.

    Fewer ends on a space, fewer ends that cut a word, length closest to the quote, earliest start, shorter.
    """
    chosen = _apart(sorted(windows, key=lambda window: _rank(text, window, size)))
    if not chosen:
        return None
    return Best(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def cuts_word(text: str, position: int) -> bool:
    """Say whether a position lies between two letters, marks or digits.

    >>> cuts_word("결정했다", 3), cuts_word("결정 완료", 2)
    (True, False)
    """
    return 0 < position < len(text) and _in_word(text[position - 1]) and _in_word(text[position])


def _rank(text: str, window: Window, size: int) -> tuple[int, int, int, int, int]:
    start, end = window.start, window.end
    spaces = (text[start] == " ") + (text[end - 1] == " ")
    cuts = cuts_word(text, start) + cuts_word(text, end)
    return (spaces, cuts, abs(end - start - size), start, end - start)


def _apart(ranked: Iterable[Window]) -> list[Window]:
    """Keep each window that overlaps none kept before it."""
    chosen: list[Window] = []
    starts: list[int] = []
    ends: list[int] = []
    for window in ranked:
        place = bisect(starts, window.start)
        if (place == 0 or ends[place - 1] <= window.start) and (place == len(starts) or window.end <= starts[place]):
            chosen.append(window)
            starts.insert(place, window.start)
            ends.insert(place, window.end)
    return chosen


def _in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"
