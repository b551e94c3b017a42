"""The best window of a folded source for a folded quote: the exact optimum of contract 3.4.

The measure is ``1 - d / max(m, L)``: *m* the quote's length, *L* the window's, *d* their Levenshtein distance. Two
steps find its maximum over every window:

1. The last row of the approximate-matching table gives, for every end *j*, the least distance *D* of the quote to any
   text ending there (Sellers 1980), by the bit-parallel recurrence of Hyyrö (2003) turned on its side: the bits are the
   positions of the source, one step for each character of the quote.
2. A window ending at *j* has d >= D and L <= m + d, so d / max(m, L) >= D / (m + D). Ends are visited by rising *D* until
   that bound is worse than the best ratio found; at each end, lengths that cannot reach the best ratio are skipped, since
   one more character changes the distance by at most one.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from aligner_core.normalization import NormalizedText

SEPARATOR = "\n"
"""Parts one source from the next in a joined text; folding never outputs it."""

WORK_LIMIT = 60_000_000
"""Work units (machine words of table) one search may cost; about a second."""
CALL_COST = 60
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
    """The work limit was reached before the optimum was proven."""


@dataclass(slots=True)
class Budget:
    """Work units left."""

    left: int = WORK_LIMIT

    def spend(self, units: int) -> bool:
        """Take units; say whether there were enough."""
        self.left -= units
        return self.left >= 0


def best_window(quote: str, source: NormalizedText, *, worst: Fraction, budget: Budget) -> Best | Exhausted | None:
    """Give the window of *source* with the least ``d / max(m, L)``, when that is at most *worst*.

    Ties are decided by contract 3.4: fewer ends on a space, fewer ends that cut a word, length closest to the quote,
    earliest start, shorter.
    """
    row = last_row(quote, source.text, budget)
    if row is None:
        return Exhausted()
    search = _Search(quote, source, worst=worst, budget=budget)
    for end in _promising(row, len(quote), worst):
        if not search.could_reach(int(row[end])):
            break
        if not search.visit(int(end), int(row[end])):
            return Exhausted()
    return search.result()


def last_row(quote: str, text: str, budget: Budget) -> NDArray[np.int64] | None:
    """Give D[j] for j = 0 … n: the least distance of *quote* to any stretch of *text* that ends at *j*."""
    size = len(text)
    if not budget.spend(len(quote) * (size // 64 + 1)):
        return None
    masks = _masks(quote, text)
    full = (1 << size) - 1
    positive = negative = 0
    for char in quote:
        equal = masks[char]
        vertical = equal | negative
        horizontal = (((equal & positive) + positive) ^ positive) | equal
        rises = negative | (full ^ ((horizontal | positive) & full))
        falls = positive & horizontal
        rises = (rises << 1) | 1
        falls <<= 1
        positive = (falls | (full ^ ((vertical | rises) & full))) & full
        negative = rises & vertical & full
    steps = _bits(positive, size) - _bits(negative, size)
    return np.concatenate(([len(quote)], len(quote) + np.cumsum(steps)))


def _masks(quote: str, text: str) -> dict[str, int]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return {
        char: int.from_bytes(np.packbits(codes == ord(char), bitorder="little").tobytes(), "little")
        for char in set(quote)
    }


def _bits(number: int, size: int) -> NDArray[np.int64]:
    raw = np.frombuffer(number.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")[:size].astype(np.int64)


def _promising(row: NDArray[np.int64], length: int, worst: Fraction) -> Iterator[int]:
    """Yield the ends whose bound D / (m + D) is at most *worst*, by rising D."""
    ends = within(row, length, worst)
    yield from ends[np.argsort(row[ends], kind="stable")]


def within(row: NDArray[np.int64], length: int, worst: Fraction) -> NDArray[np.intp]:
    """Give the ends at which some window may be as good as *worst*; no other end has one."""
    return np.flatnonzero(row * worst.denominator <= worst.numerator * (length + row))


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
        if end == 0 or not self.source.is_boundary(end):
            return True
        first = max(0, text.rfind(SEPARATOR, 0, end) + 1)
        length = min(end - first, self._longest())
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
        """The longest window that can be as good: L - m <= d <= r L."""
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
        ranked = sorted(self.windows, key=lambda window: _rank(self.source.text, window, len(self.quote)))
        chosen: list[Window] = []
        for window in ranked:
            if all(window.end <= other.start or window.start >= other.end for other in chosen):
                chosen.append(window)
        if not chosen:
            return None
        return Best(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def _rank(text: str, window: Window, size: int) -> tuple[int, int, int, int, int]:
    """The tie rule, lower is better."""
    start, end = window.start, window.end
    spaces = (text[start] == " ") + (text[end - 1] == " ")
    cuts = cuts_word(text, start) + cuts_word(text, end)
    return (spaces, cuts, abs(end - start - size), start, end - start)


def cuts_word(text: str, position: int) -> bool:
    """Say whether a position lies between two letters, marks or digits."""
    return 0 < position < len(text) and _in_word(text[position - 1]) and _in_word(text[position])


def _in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"
