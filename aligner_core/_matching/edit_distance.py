"""The last row of the approximate-matching table: for every end, the least distance a window there can have.

D[j] is the least distance of the quote to any stretch of the text that ends at *j* (Sellers 1980). It is computed by
the bit-parallel recurrence of Hyyrö (2003), turned on its side: the bits are the positions of the text, with one step
for each character of the quote.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

WORK_LIMIT = 30_000_000
"""Work units (machine words of table) one search may cost; about half a second."""
STEP_COST = 100
"""Work units that one step of the table costs whatever the length of the text."""

Row = NDArray[np.int64]
Ends = NDArray[np.intp]


@dataclass(slots=True)
class Budget:
    """Work units left."""

    left: int = WORK_LIMIT

    def spend(self, units: int) -> bool:
        """Take units; say whether there were enough."""
        self.left -= units
        return self.left >= 0


def last_row(quote: str, text: str, budget: Budget) -> Row | None:
    """Give D[j] for j = 0 … n; None when the budget does not allow it.

    >>> last_row("abc", "xabxc", Budget()).tolist()
    [3, 3, 2, 1, 1, 1]
    """
    size = len(text)
    if not budget.spend(len(quote) * (size // 64 + STEP_COST)):
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


def within(row: Row, length: int, worst: Fraction) -> Ends:
    """Give the ends at which some window may be as good as *worst*; no other end has one.

    A window at distance *d* is at most ``m + d`` long, so ``d / max(m, L) >= D / (m + D)``.
    """
    most = worst.numerator * length // (worst.denominator - worst.numerator)
    return np.flatnonzero(row <= most)


def _masks(quote: str, text: str) -> dict[str, int]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return {
        char: int.from_bytes(np.packbits(codes == ord(char), bitorder="little").tobytes(), "little")
        for char in set(quote)
    }


def _bits(number: int, size: int) -> Row:
    raw = np.frombuffer(number.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")[:size].astype(np.int64)
