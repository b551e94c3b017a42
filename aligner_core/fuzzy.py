"""The best window of a folded source for a folded quote: the exact optimum of contract 3.4.

The measure is ``1 - d / max(m, L)``: *m* the quote's length, *L* the window's, *d* their Levenshtein distance. A filter
leaves the regions that can hold a good window (`grams`), a similarity computed in C proves most of those empty, and the
rest is searched: short regions by a walk over their ends, long ones by the last row of the matching table, which bounds
the measure at every end. At each end, lengths that cannot reach the best ratio are skipped, since one more character
changes the distance by at most one.
"""

import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein, ScoreAlignment

from aligner_core.grams import Region
from aligner_core.normalization import NormalizedText
from aligner_core.rows import Budget, Row, last_row, within

CALL_COST = 200
"""Work units that one distance costs whatever its length."""
SAMPLES_A_UNIT = 16
"""Characters that the filter passes for one work unit."""
SHORT_SOURCE = 3_000
LONG_QUOTE = 128
"""Up to this source and below this quote the filter costs more than it saves."""
WALKED = 8
"""Regions up to this many times the quote are walked; longer ones are swept."""
ROUNDING = 1e-6
"""What a similarity in floating point may be off, and more."""


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
    search = _Search(quote, source, worst=worst, budget=budget)
    if not budget.spend(CALL_COST + len(source) // SAMPLES_A_UNIT):
        return Exhausted(None)
    for start, end in candidates(quote, source, worst):
        if not search.look(start, end):
            return Exhausted(search.result())
    return search.result()


def candidates(quote: str, source: NormalizedText, worst: Fraction) -> list[Region]:
    """Give disjoint regions that hold every window within the ratio: few when the text is long, else all of it."""
    if not quote or not len(source):
        return []
    everything = [(0, len(source))]
    if len(source) <= SHORT_SOURCE and len(quote) < LONG_QUOTE:
        return everything
    regions = source.grams.regions(quote, worst)
    if regions is None or 2 * sum(end - start for start, end in regions) > len(source):
        return everything
    return regions


def nearest(quote: str, region: str, distance: int, measure: int) -> ScoreAlignment | None:
    """Give the stretch most like the quote in the Indel measure; None proves that no window is within the ratio.

    A window at distance *d* has an Indel distance of at most ``2 d - |L - m|``, since only a change costs two; cut or
    grown to *m* characters, at most ``2 d``. As ``d <= r m / (1 - r)``, some stretch of *m* characters is similar by
    ``1 - r / (1 - r)``. The region must have *m* characters.
    """
    least = 100 * (1 - distance / (measure - distance)) - ROUNDING
    return fuzz.partial_ratio_alignment(quote, region, score_cutoff=least)


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

    def look(self, start: int, end: int) -> bool:
        """Search the windows of one region; False when the budget is gone."""
        size = len(self.quote)
        if end - start >= size:
            if not self.budget.spend((end - start) * (size // 64 + 1)):
                return False
            hit = nearest(self.quote, self.source.text[start:end], self.distance, self.measure)
            if hit is None:
                return True
            self._lower(start + hit.dest_start, start + hit.dest_end)
        return self._walk(start, end) if end - start <= WALKED * size else self._sweep(start, end)

    def _lower(self, start: int, end: int) -> None:
        """Take the ratio of one window as the bar: the optimum is at least as good."""
        if start < end and self.source.is_boundary(start) and self.source.is_boundary(end):
            distance = Levenshtein.distance(self.quote, self.source.text[start:end])
            longest = max(len(self.quote), end - start)
            if distance * self.measure < self.distance * longest:
                self.distance, self.measure = distance, longest

    def _walk(self, start: int, last: int) -> bool:
        """Visit the ends of a short region from left to right, past those that cannot be as good.

        A window within the ratio has ``|L - m| <= d <= r m / (1 - r)``, so the *m* characters before its end are at
        most twice that from the quote; and one place further that distance falls by two at most.
        """
        end, size, text = start + 1, len(self.quote), self.source.text
        while end <= last:
            if not self.budget.spend(CALL_COST + size * (size // 64 + 1)):
                return False
            about = Levenshtein.distance(self.quote, text[max(start, end - size) : end])
            excess = about - 2 * self.distance * size // (self.measure - self.distance)
            if excess <= 0 and not self.visit(end, start=start, least=about, slope=1):
                return False
            end += max(1, (excess + 1) // 2)
        return True

    def _sweep(self, start: int, last: int) -> bool:
        """Visit the ends of a long region from the most promising one on, by the last row of its table."""
        row = last_row(self.quote, self.source.text[start:last], self.budget)
        if row is None:
            return False
        for end in _promising(row, len(self.quote), Fraction(self.distance, self.measure)):
            if not self.could_reach(int(row[end])):
                break
            if not self.visit(start + end, start=start, least=int(row[end]), slope=0):
                return False
        return True

    def visit(self, end: int, *, start: int, least: int, slope: int) -> bool:
        """Measure the windows ending at *end* that can be as good as the best; False when the budget is gone.

        A window *a* characters longer or shorter than the quote is at ``least - slope a`` edits or more.
        """
        text, size = self.source.text, len(self.quote)
        if not self.source.is_boundary(end):
            return True
        length = min(end - start, self._longest())
        while length > 0 and self._reachable(size - length, length):
            if not self._reachable(least - slope * abs(length - size), length):
                length = 0 if not slope else length - 1
                continue
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

    def _reachable(self, edits: int, length: int) -> bool:
        """Say whether a window of this length can be as good with this many edits."""
        return edits * self.measure <= self.distance * max(len(self.quote), length)

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
