"""The best window of a folded source for a folded quote: the exact optimum of specification 3.4.

The similarity is ``1 - d / max(m, L)``: *m* the quote's length, *L* the window's, *d* their Levenshtein distance. The
*ratio of edits* is ``r = d / max(m, L)``. A filter leaves the regions that can hold a good window (`ngrams`), the most
promising first. Each is searched exactly: a short one by a walk over the ends of its windows, others by the last row of
the matching table (`edit_distance`), which bounds the ratio at every end. At each end, lengths that cannot reach the
best ratio are skipped, since one more character changes the distance by at most one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from aligner_core._lazy import lazy_module
from aligner_core._matching.edit_distance import Budget, Row, last_row, promising_ends
from aligner_core._matching.tie_breaking import BestMatch, MatchWindow, break_ties
from aligner_core._text.ngrams import Region
from aligner_core._text.normalized_text import NormalizedText

if TYPE_CHECKING:
    import numpy as np
else:
    np = lazy_module("numpy")

CALL_COST = 200
"""Work units that one distance costs whatever its length."""
END_COST = 100
"""Work units of looking at one end of a long region, even when no window may end there."""
FILTERED_CHARS_PER_UNIT = 16
"""Characters that the filter passes for one work unit."""
MAX_UNFILTERED_SOURCE = 3_000
MAX_INDEL_QUOTE = 128
"""Up to this source and this quote one Indel similarity rejects faster than the filter; longer quotes make it slow."""
MAX_TESTED_SINGLY = 3
"""More regions or parts than this are first rejected together."""
MAX_WALKED_LENGTHS = 8
"""Regions up to this many times as long as the quote are walked; longer ones are swept."""
MAX_WALKED_EDITS = 24
"""With more edits allowed than this, a walk visits nearly all ends, and all their lengths."""
LOOKAHEAD = 4
"""Edits beyond the bar that are still counted: they determine how many lengths to skip."""
FLOAT_TOLERANCE = 1e-6
"""More than the error a similarity in floating point may have."""
SEPARATOR = "\n"
"""Separates what is searched together; folding never outputs it."""


@dataclass(frozen=True, slots=True)
class BudgetExhausted:
    """The work limit ended a search before the optimum was proven; the best match so far, if any."""

    so_far: BestMatch | None


def best_window(
    quote: str, source: NormalizedText, *, max_ratio: Fraction, budget: Budget
) -> BestMatch | BudgetExhausted | None:
    """Return the window of *source* with the least ratio of edits, when that is at most *max_ratio*.

    Windows begin and end between original characters. Ties are resolved by `break_ties`.

    >>> found = best_window("raw txt", NormalizedText("the raw text"), max_ratio=Fraction(1, 5), budget=Budget())
    >>> found.window
    MatchWindow(start=4, end=12, distance=1)
    """
    search = _Search(quote, source, max_ratio=max_ratio, budget=budget)
    if not quote or not len(source):
        return None
    if not budget.spend(CALL_COST + len(source) // FILTERED_CHARS_PER_UNIT):
        return BudgetExhausted(None)
    for region in search.regions():
        if not search.can_be_best(region.min_edits):
            break
        if not search.search_region(region.start, region.end):
            return BudgetExhausted(search.result())
    return search.result()


def may_hold_window(quote: str, text: str, edits: int, length: int) -> bool:
    """Return whether a text may hold a window within the ratio *edits / length*, by its Indel similarity.

    The text has at least as many characters as the quote, *m*. A window at distance *d* has an Indel distance of at
    most ``2 d - |L - m|``, since only a substitution costs two; cut or grown to *m* characters, at most ``2 d``. As
    ``d <= r m / (1 - r)``, some *m* characters in a row have a similarity of at least ``1 - r / (1 - r)``.
    """
    least = 100 * (1 - edits / (length - edits)) - FLOAT_TOLERANCE
    return fuzz.partial_ratio(quote, text, score_cutoff=least) >= least


def parts_that_may_match(
    quote: str, parts: Sequence[tuple[int, str]], edits: int, length: int
) -> list[tuple[int, str]]:
    """Return the numbered parts that may hold a window within the ratio *edits / length*.

    Many parts are first rejected together. A part shorter than the quote, and every part for a quote longer than
    MAX_INDEL_QUOTE, is kept untested.
    """
    if len(quote) > MAX_INDEL_QUOTE:
        return list(parts)
    joined = SEPARATOR.join(text for _, text in parts) if len(parts) > MAX_TESTED_SINGLY else ""
    if len(joined) >= len(quote) and not may_hold_window(quote, joined, edits, length):
        return []
    return [part for part in parts if len(part[1]) < len(quote) or may_hold_window(quote, part[1], edits, length)]


def _promising_ends_first(row: Row, quote_length: int, max_ratio: Fraction) -> Iterator[int]:
    """Yield the ends at which some window may be within the ratio, by rising least distance."""
    ends = promising_ends(row, quote_length, max_ratio)
    return map(int, ends[np.argsort(row[ends], kind="stable")])


@dataclass(slots=True)
class _Search:
    """A search for the windows of the least ratio: *edits / length* is the best so far, the *bar*.

    *windows* are all that have been found with it.
    """

    quote: str
    source: NormalizedText
    max_ratio: Fraction
    budget: Budget
    edits: int = field(init=False)
    length: int = field(init=False)
    max_walk_distance: int = field(init=False)
    windows: list[MatchWindow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._set_bar(self.max_ratio.numerator, self.max_ratio.denominator)

    def can_be_best(self, min_edits: int) -> bool:
        """Return whether a window with *min_edits* edits or more can be as good as the best so far."""
        return min_edits * self.length <= self.edits * (len(self.quote) + min_edits)

    def regions(self) -> list[Region]:
        """Return disjoint regions that hold every window within the ratio, the most promising first."""
        text, size = self.source.text, len(self.quote)
        short = len(text) <= MAX_UNFILTERED_SOURCE and size <= MAX_INDEL_QUOTE
        if short and self._is_ruled_out(text):
            return []
        found = None if short and len(text) <= MAX_WALKED_LENGTHS * size else self._filtered_regions()
        if found is None:
            return [Region(0, 0, len(text))]
        if len(found) > MAX_TESTED_SINGLY and self._is_ruled_out(
            SEPARATOR.join(text[start:end] for _, start, end in found)
        ):
            return []
        return found

    def _filtered_regions(self) -> list[Region] | None:
        """Return what the filter leaves, the fewest edits first; None when that is most of the source."""
        found = self.source.ngrams.regions(self.quote, Fraction(self.edits, self.length))
        if found is None or 2 * sum(end - start for _, start, end in found) > len(self.source):
            return None
        return sorted(found)

    def _is_ruled_out(self, text: str) -> bool:
        """Return whether it is cheaply proven that no window of *text* is within the ratio."""
        size = len(self.quote)
        return size <= min(MAX_INDEL_QUOTE, len(text)) and not may_hold_window(
            self.quote, text, self.edits, self.length
        )

    def search_region(self, start: int, end: int) -> bool:
        """Search the windows of one region, and return whether the budget sufficed."""
        size = len(self.quote)
        if end - start <= MAX_WALKED_LENGTHS * size and self.edits * size <= MAX_WALKED_EDITS * self.length:
            return self._walk(start, end)
        if size <= MAX_INDEL_QUOTE:
            if not self.budget.spend((end - start) * (size // 64 + 1)):
                return False
            if self._is_ruled_out(self.source.text[start:end]):
                return True
        return self._sweep(start, end)

    def _walk(self, start: int, last: int) -> bool:
        """Measure the windows as long as the quote, then visit the ends of the near ones, the nearest first.

        A window within the ratio has ``|L - m| <= d <= r m / (1 - r)``, so the *m* characters before its end are at
        most twice that from the quote; one place further, that distance falls by at most two. Returns whether the
        budget sufficed.
        """
        size = len(self.quote)
        near: list[tuple[int, int]] = []
        tried = 0
        end = min(last, start + size - self.edits * size // self.length)
        while end <= last:
            if not self.budget.spend(CALL_COST + size * (size // 64 + 1)):
                return False
            distance = self._measure_before(start, end)
            if distance <= self.max_walk_distance and tried < end:
                tried = self._look_ahead(start, end, last, distance)
            excess = distance - self.max_walk_distance
            if excess <= 0:
                near.append((distance, end))
                end += 1
            else:
                end += (excess + 1) // 2
        for distance, end in sorted(near):
            if distance > self.max_walk_distance:
                break
            if not self._visit_end(end, start=start, min_edits=distance, slope=1):
                return False
        return True

    def _look_ahead(self, start: int, end: int, last: int, distance: int) -> int:
        """Lower the bar to what a good end ahead would have; return how far was looked.

        Toward a good end the distance falls by two for each place, and after it rises again.
        """
        ahead = min(last, end + distance // 2)
        beyond = self._measure_before(start, ahead)
        self._measure_before(start, min(last, end + (2 * (ahead - end) + distance - beyond) // 4))
        return ahead

    def _measure_before(self, start: int, end: int) -> int:
        """Return the distance of the *m* characters before *end*; lower the bar to their ratio, if that is better."""
        size = len(self.quote)
        first = max(start, end - size)
        distance = Levenshtein.distance(self.quote, self.source.text[first:end])
        if self._is_better(distance, size) and self.source.is_boundary(first) and self.source.is_boundary(end):
            self._lower_bar(distance, size)
        return distance

    def _is_better(self, edits: int, length: int) -> bool:
        return edits * self.length < self.edits * length

    def _lower_bar(self, edits: int, length: int) -> None:
        """Set the bar to a better ratio; the windows found before are not optimal then."""
        self.windows.clear()
        self._set_bar(edits, length)

    def _set_bar(self, edits: int, length: int) -> None:
        self.edits, self.length = edits, length
        self.max_walk_distance = 2 * edits * len(self.quote) // (length - edits)

    def _sweep(self, start: int, last: int) -> bool:
        """Visit the ends of a long region, the most promising first, by the last row of its table.

        Returns whether the budget sufficed.
        """
        row = last_row(self.quote, self.source.text[start:last], self.budget)
        if row is None:
            return False
        for end in _promising_ends_first(row, len(self.quote), Fraction(self.edits, self.length)):
            if not self.can_be_best(int(row[end])):
                break
            if not self.budget.spend(END_COST) or not self._visit_end(
                start + end, start=start, min_edits=int(row[end]), slope=0
            ):
                return False
        return True

    def _visit_end(self, end: int, *, start: int, min_edits: int, slope: int) -> bool:
        """Measure the windows ending at *end* that can be as good as the best; return whether the budget sufficed.

        A window *a* characters longer or shorter than the quote has at least ``min_edits - slope * a`` edits. A shorter
        one is allowed no more edits than a longer one, and saves at most one edit per character. A distance of at most
        *k* costs the diagonals up to *k* off the middle one, not the whole table (Ukkonen 1985).
        """
        quote, text, size = self.quote, self.source.text, len(self.quote)
        length = min(end - start, size * self.length // (self.length - self.edits))
        if not self.source.is_boundary(end):
            return True
        while length > 0:
            allowed = self.edits * max(size, length) // self.length
            if size - length > allowed or (not slope and min_edits > allowed):
                break
            if min_edits - slope * abs(length - size) > allowed:
                length -= 1
                continue
            most = allowed + LOOKAHEAD
            if not self.budget.spend(CALL_COST + length * (min(size, 2 * most + 1) // 64 + 1)):
                return False
            distance = Levenshtein.distance(quote, text[end - length : end], score_cutoff=most)
            if distance <= allowed and self.source.is_boundary(end - length):
                if self._is_better(distance, max(size, length)):
                    self._lower_bar(distance, max(size, length))
                self.windows.append(MatchWindow(end - length, end, distance))
            length -= max(1, distance - allowed)
        return True

    def result(self) -> BestMatch | None:
        """Return the winner of the ties, with the windows as good that do not overlap it; None when none was found."""
        return break_ties(self.windows, self.source.text, len(self.quote))
