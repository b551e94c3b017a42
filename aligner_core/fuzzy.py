"""The best window of a folded source for a folded quote: the exact optimum of contract 3.4.

The measure is ``1 - d / max(m, L)``: *m* the quote's length, *L* the window's, *d* their Levenshtein distance. A filter
leaves the regions that can hold a good window (`grams`), the most promising first. Each is searched exactly: a short
one by a walk over its ends, others by the last row of the matching table, which bounds the measure at every end.
At each end, lengths that cannot reach the best ratio are skipped, since one more character changes the distance by at
most one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from aligner_core.grams import Region
from aligner_core.normalization import NormalizedText
from aligner_core.rows import Budget, Row, last_row, within
from aligner_core.ties import Best, Window, decide

CALL_COST = 200
"""Work units that one distance costs whatever its length."""
END_COST = 100
"""Work units of looking at one end of a long region, also when no window may end there."""
SAMPLES_A_UNIT = 16
"""Characters that the filter passes for one work unit."""
SHORT_SOURCE = 3_000
LONG_QUOTE = 128
"""Up to this source and this quote one similarity in C rejects faster than the filter; it is slow for longer quotes."""
FEW = 3
"""Up to so many regions are walked one by one; more are first rejected together."""
WALKED = 8
"""Regions up to this many times the quote are walked; longer ones are swept."""
FEW_EDITS = 24
"""Up to so many edits allowed a walk leaves out most ends; with more it visits nearly all, and all their lengths."""
LOOKAHEAD = 4
"""Edits beyond the bar that are still counted: they say how many lengths to skip."""
ROUNDING = 1e-6
"""What a similarity in floating point may be off, and more."""
BORDER = "\n"
"""Parts what is searched together; folding never outputs it."""


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The work limit was reached before the optimum was proven; the best window so far, if any."""

    so_far: Best | None


def best_window(quote: str, source: NormalizedText, *, worst: Fraction, budget: Budget) -> Best | Exhausted | None:
    """Give the window of *source* with the least ``d / max(m, L)``, when that is at most *worst*; ties as `decide`."""
    search = _Search(quote, source, worst=worst, budget=budget)
    if not quote or not len(source):
        return None
    if not budget.spend(CALL_COST + len(source) // SAMPLES_A_UNIT):
        return Exhausted(None)
    for region in search.regions():
        if not search.could_reach(region.least):
            break
        if not search.look(region.start, region.end):
            return Exhausted(search.result())
    return search.result()


def may_hold(quote: str, text: str, distance: int, measure: int) -> bool:
    """Say whether a text of *m* characters or more may hold a window within the ratio, by its Indel similarity.

    A window at distance *d* has an Indel distance of at most ``2 d - |L - m|``, since only a change costs two; cut or
    grown to *m* characters, at most ``2 d``. As ``d <= r m / (1 - r)``, some stretch of *m* characters is similar by
    ``1 - r / (1 - r)``.
    """
    least = 100 * (1 - distance / (measure - distance)) - ROUNDING
    return fuzz.partial_ratio(quote, text, score_cutoff=least) >= least


def near(quote: str, parts: Sequence[tuple[int, str]], distance: int, measure: int) -> list[tuple[int, str]]:
    """Leave out parts that hold no window within the ratio: many are first rejected together."""
    if len(quote) > LONG_QUOTE:
        return list(parts)
    joined = BORDER.join(part for _, part in parts) if len(parts) > FEW else ""
    if len(joined) >= len(quote) and not may_hold(quote, joined, distance, measure):
        return []
    return [one for one in parts if len(one[1]) < len(quote) or may_hold(quote, one[1], distance, measure)]


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

    def regions(self) -> list[Region]:
        """Give disjoint regions that hold every window within the ratio, the most promising first."""
        text, size = self.source.text, len(self.quote)
        short = len(text) <= SHORT_SOURCE and size <= LONG_QUOTE
        if short and self._none(text):
            return []
        found = None if short and len(text) <= WALKED * size else self._filtered()
        if found is None:
            return [Region(0, 0, len(text))]
        if len(found) > FEW and self._none(BORDER.join(text[start:end] for _, start, end in found)):
            return []
        return found

    def _filtered(self) -> list[Region] | None:
        found = self.source.grams.regions(self.quote, Fraction(self.distance, self.measure))
        if found is None or 2 * sum(end - start for _, start, end in found) > len(self.source):
            return None
        return sorted(found)

    def _none(self, text: str) -> bool:
        """Say whether it is proven, and cheaply so, that no window of *text* is within the ratio."""
        size = len(self.quote)
        return size <= min(LONG_QUOTE, len(text)) and not may_hold(self.quote, text, self.distance, self.measure)

    def look(self, start: int, end: int) -> bool:
        """Search the windows of one region; False when the budget is gone."""
        size = len(self.quote)
        if end - start <= WALKED * size and self.distance * size <= FEW_EDITS * self.measure:
            return self._walk(start, end)
        if not self.budget.spend((end - start) * (size // 64 + 1)):
            return False
        return self._none(self.source.text[start:end]) or self._sweep(start, end)

    def _walk(self, start: int, last: int) -> bool:
        """Measure the stretches as long as the quote, then visit the ends of those that are near, the nearest first.

        A window within the ratio has ``|L - m| <= d <= r m / (1 - r)``, so the *m* characters before its end are at
        most twice that from the quote; and one place further that distance falls by two at most.
        """
        size = len(self.quote)
        near: list[tuple[int, int]] = []
        tried = 0
        end = min(last, start + size - self.distance * size // self.measure)
        while end <= last:
            if not self.budget.spend(CALL_COST + size * (size // 64 + 1)):
                return False
            about = self._about(start, end)
            if about <= self._twice() and tried < end:
                tried = self._ahead(start, end, last, about)
            excess = about - self._twice()
            if excess <= 0:
                near.append((about, end))
            end += max(1, (excess + 1) // 2)
        for about, end in sorted(near):
            if about > self._twice():
                break
            if not self.visit(end, start=start, least=about, slope=1):
                return False
        return True

    def _ahead(self, start: int, end: int, last: int, about: int) -> int:
        """Lower the bar by what a good end ahead would have; give how far was looked.

        Around a good end the distance falls by two for each place, and rises again.
        """
        there = min(last, end + about // 2)
        beyond = self._about(start, there)
        self._about(start, min(last, end + (2 * (there - end) + about - beyond) // 4))
        return there

    def _about(self, start: int, end: int) -> int:
        """Measure the stretch as long as the quote, and take its ratio as the bar: the optimum is at least as good."""
        first = max(start, end - len(self.quote))
        distance = Levenshtein.distance(self.quote, self.source.text[first:end])
        better = self._is_better(distance, len(self.quote))
        if better and self.source.is_boundary(first) and self.source.is_boundary(end):
            self._lower(distance, len(self.quote))
        return distance

    def _is_better(self, distance: int, measure: int) -> bool:
        return distance * self.measure < self.distance * measure

    def _lower(self, distance: int, measure: int) -> None:
        """Take a better ratio as the bar: what was found before is then no answer."""
        self.windows.clear()
        self.distance, self.measure = distance, measure

    def _twice(self) -> int:
        return 2 * self.distance * len(self.quote) // (self.measure - self.distance)

    def _sweep(self, start: int, last: int) -> bool:
        """Visit the ends of a long region from the most promising one on, by the last row of its table."""
        row = last_row(self.quote, self.source.text[start:last], self.budget)
        if row is None:
            return False
        for end in _promising(row, len(self.quote), Fraction(self.distance, self.measure)):
            if not self.could_reach(int(row[end])):
                break
            if not self.budget.spend(END_COST) or not self.visit(
                start + end, start=start, least=int(row[end]), slope=0
            ):
                return False
        return True

    def visit(self, end: int, *, start: int, least: int, slope: int) -> bool:
        """Measure the windows ending at *end* that can be as good as the best; False when the budget is gone.

        A window *a* characters longer or shorter than the quote is at ``least - slope a`` edits or more. A shorter one
        is allowed no more edits than a longer one, and saves at most one edit a character.
        """
        quote, text, size = self.quote, self.source.text, len(self.quote)
        length = min(end - start, size * self.measure // (self.measure - self.distance))
        if not self.source.is_boundary(end):
            return True
        while length > 0:
            allowed = self.distance * max(size, length) // self.measure
            if size - length > allowed or (not slope and least > allowed):
                break
            if least - slope * abs(length - size) > allowed:
                length -= 1
                continue
            if not self.budget.spend(CALL_COST + length * (size // 64 + 1)):
                return False
            distance = Levenshtein.distance(quote, text[end - length : end], score_cutoff=allowed + LOOKAHEAD)
            if distance <= allowed and self.source.is_boundary(end - length):
                if self._is_better(distance, max(size, length)):
                    self._lower(distance, max(size, length))
                self.windows.append(Window(end - length, end, distance))
            length -= max(1, distance - allowed)
        return True

    def result(self) -> Best | None:
        """Decide ties, and list what does not overlap the winner."""
        return decide(self.windows, self.source.text, len(self.quote))
