"""The best window of a folded source for a folded quote: the exact optimum of contract 3.4.

The measure is ``1 - d / max(m, L)``: *m* the quote's length, *L* the window's, *d* their Levenshtein distance. The last
row of the matching table bounds the measure at every end. Ends are visited from the most promising one on, until the
bound is worse than the best ratio found; at each end, lengths that cannot reach the best ratio are skipped, since one
more character changes the distance by at most one.
"""

import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from rapidfuzz.distance import Levenshtein

from aligner_core.normalization import NormalizedText
from aligner_core.rows import Budget, Row, last_row, within

CALL_COST = 200
"""Work units that one distance costs whatever its length."""


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


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The work limit was reached before the optimum was proven; the best window so far, if any."""

    so_far: Best | None


def best_window(quote: str, source: NormalizedText, *, worst: Fraction, budget: Budget) -> Best | Exhausted | None:
    """Give the window of *source* with the least ``d / max(m, L)``, when that is at most *worst*.

    Ties are decided by contract 3.4: fewer ends on a space, fewer ends that cut a word, length closest to the quote,
    earliest start, shorter.
    """
    row = last_row(quote, source.text, budget)
    if row is None:
        return Exhausted(None)
    search = _Search(quote, source, worst=worst, budget=budget)
    for end in _promising(row, len(quote), worst):
        if not search.could_reach(int(row[end])):
            break
        if not search.visit(end, int(row[end])):
            return Exhausted(search.result())
    return search.result()


def _promising(row: Row, length: int, worst: Fraction) -> Iterator[int]:
    """Yield the ends whose bound is at most *worst*, by rising D."""
    ends = within(row, length, worst)
    return map(int, ends[np.argsort(row[ends], kind="stable")])


@dataclass(slots=True)
class _Search:
    """The best ratio so far, as numerator and denominator, and every window that has it."""

    quote: str
    source: NormalizedText
    worst: Fraction
    budget: Budget
    distance: int = field(init=False)
    measure: int = field(init=False)
    windows: list[Window] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.distance, self.measure = self.worst.numerator, self.worst.denominator

    def could_reach(self, least: int) -> bool:
        """Say whether a window at distance *least* or more can be as good as the best so far."""
        return least * self.measure <= self.distance * (len(self.quote) + least)

    def visit(self, end: int, least: int) -> bool:
        """Measure the windows ending at *end* that can be as good as the best; False when the budget is gone."""
        text, size = self.source.text, len(self.quote)
        if not self.source.is_boundary(end):
            return True
        length = min(end, self._longest())
        while length > 0 and self._reachable(least, length):
            if not self.budget.spend(CALL_COST + length * (size // 64 + 1)):
                return False
            distance = Levenshtein.distance(self.quote, text[end - length : end])
            excess = distance * self.measure - self.distance * max(size, length)
            if excess <= 0 and self.source.is_boundary(end - length):
                self._take(Window(end - length, end, distance), better=excess < 0)
            length -= self._skip(excess)
        return True

    def _longest(self) -> int:
        """Give the length of the longest window that can be as good: L - m <= d <= r L."""
        return len(self.quote) * self.measure // (self.measure - self.distance)

    def _reachable(self, least: int, length: int) -> bool:
        """Say whether a window of this length can be as good, given the least distance and the lengths alone."""
        size = len(self.quote)
        bound = max(least, size - length)
        return bound * self.measure <= self.distance * max(size, length)

    def _skip(self, excess: int) -> int:
        """Say how many lengths shorter the next window is that can be as good: each saves at most one edit."""
        return max(1, -(-excess // self.measure)) if excess > 0 else 1

    def _take(self, window: Window, *, better: bool) -> None:
        if better:
            self.windows.clear()
            self.distance = window.distance
            self.measure = max(len(self.quote), window.end - window.start)
        self.windows.append(window)

    def result(self) -> Best | None:
        """Decide ties, and list what does not overlap the winner."""
        text, size = self.source.text, len(self.quote)
        chosen = _apart(sorted(self.windows, key=lambda window: _rank(text, window, size)))
        if not chosen:
            return None
        return Best(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def _rank(text: str, window: Window, size: int) -> tuple[int, int, int, int, int]:
    """Order windows of the same ratio by the tie rule, lower is better."""
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


def cuts_word(text: str, position: int) -> bool:
    """Say whether a position lies between two letters, marks or digits.

    >>> cuts_word("결정했다", 3), cuts_word("결정 완료", 2)
    (True, False)
    """
    return 0 < position < len(text) and _in_word(text[position - 1]) and _in_word(text[position])


def _in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"
