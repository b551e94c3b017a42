"""The last row of the approximate-matching table: for every end, the least distance a window there can have.

D[j] is the least distance of the quote to any part of the text that ends at *j* (Sellers 1980). It is computed by the
bit-parallel recurrence of Hyyrö (2003), transposed: the bits are the positions of the text, with one step for each
character of the quote.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from aligner_core._lazy import lazy_module
from aligner_core._matching.work_budget import WorkBudget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

WORK_LIMIT = 30_000_000
"""Work units (machine words of the table) one search may cost (specification 3.4); about half a second."""
STEP_COST = 100
"""Work units that one step of the table costs, whatever the length of the text."""

Row: TypeAlias = "NDArray[np.int64]"
Ends: TypeAlias = "NDArray[np.intp]"


@dataclass(slots=True)
class Budget:
    """The work units a search may still spend; what it spends, its batch spends too."""

    left: int = WORK_LIMIT
    batch: WorkBudget | None = None

    def spend(self, units: int) -> bool:
        """Take units, and return whether there were enough."""
        self.left -= units
        return self.left >= 0 and (self.batch is None or self.batch.spend(units))

    def spend_of_batch(self, units: int) -> bool:
        """Take units of the batch for work that bounds no single search, and return whether there were enough."""
        return self.batch is None or self.batch.spend(units)


def last_row(quote: str, text: str, budget: Budget) -> "Row | None":
    """Return D[j] for j = 0 … n of a text of *n* characters, `(n + 1,) int64`; None when the budget does not suffice.

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


def promising_ends(row: Row, quote_length: int, max_ratio: Fraction) -> Ends:
    """Return the ends, `(k,) intp`, at which some window may be within the ratio; no other end has one.

    A window at distance *d* is at most ``m + d`` long, so ``d / max(m, L) >= D / (m + D)``.
    """
    max_distance = max_ratio.numerator * quote_length // (max_ratio.denominator - max_ratio.numerator)
    return np.flatnonzero(row <= max_distance)


def _masks(quote: str, text: str) -> dict[str, int]:
    """Return for each character of the quote where the text has it: bit *j* for position *j*."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return {
        char: int.from_bytes(np.packbits(codes == ord(char), bitorder="little").tobytes(), "little")
        for char in set(quote)
    }


def _bits(number: int, size: int) -> Row:
    """Return the lowest *size* bits of a number, `(size,)`."""
    raw = np.frombuffer(number.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")[:size].astype(np.int64)
