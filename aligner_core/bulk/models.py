"""What the parts of a bulk run hand to each other: rows, results, shards, and what came of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from aligner_core.formats.quotes import CHUNK_KEYS

QUOTE, SOURCE, ROW_ID = "quote", "source", "id"
INDEX_KEYS = ("messageIndex", "message_index")
ROW_COLUMNS = (ROW_ID, QUOTE, SOURCE, *INDEX_KEYS, *CHUNK_KEYS)
"""The columns of a row that is a quote; others are not looked at."""
WANTED = "a row has `quote` and `source`, or `messages` and `extraction`"
WORKER_ENDED = "a worker was ended, as where memory is short: run again with --resume and fewer --workers"

RESULT_COLUMNS = (
    *("row", "id", "entryId", "error", "verdict", "ok", "quote", "messageIndex", "spanStart", "spanEnd", "text"),
    *("matchMethod", "similarity", "confidence", "failureReason", "ambiguous", "alternativeCount", "alternatives"),
    *("differences", "closest", "foundIn", "warnings", "hedge", "sourceHash", "quoteHash"),
)
"""The names in every result, in their order; what a result lacks is None."""

REASONS_KEPT = 10
"""How many errors of rows a tally holds; the results hold all."""

Result = dict[str, Any]
"""The outcome of one quote, or the error of one row, by the names of `RESULT_COLUMNS`."""


class TableRow(NamedTuple):
    """A row of a table with its number, counted from 0, or the reason why it cannot be read."""

    number: int
    value: object
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Shard:
    """Rows of a file that are aligned together, and the file that their results are written to."""

    source: Path
    target: Path
    first_row: int
    rows: int
    first_byte: int = 0
    """Where the first row stands in a file in lines."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of rows: how many quotes have which verdict, and which rows have none or could not be read.

    >>> sum([Tally(rows=2), Tally(rows=1, bad_rows=1)], Tally()).rows
    3
    """

    rows: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    empty_rows: int = 0
    """Rows that have no result: blank lines, and sessions without quotes."""
    bad_rows: int = 0
    reasons: tuple[tuple[int, str], ...] = ()
    """The first rows that could not be read, each with its reason."""

    @property
    def quotes(self) -> int:
        """How many quotes have an outcome."""
        return self.verdicts.total()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            rows=self.rows + other.rows,
            verdicts=self.verdicts + other.verdicts,
            empty_rows=self.empty_rows + other.empty_rows,
            bad_rows=self.bad_rows + other.bad_rows,
            reasons=tuple(sorted((*self.reasons, *other.reasons))[:REASONS_KEPT]),
        )


class Form(NamedTuple):
    """A form of tables: how files of it end and begin, and how they are cut into shards, read, written and read back.

    Of a shard, `cut` yields the first row, how many it has, and the first byte; of a result, `read_back` has at least
    the `row`, the `verdict` and the `error`.
    """

    suffix: str
    is_form: Callable[[bytes], bool]
    cut: Callable[[Path, int], Iterator[tuple[int, int, int]]]
    read: Callable[[Shard], Iterator[TableRow]]
    write: Callable[[Path, Iterable[Result]], None]
    read_back: Callable[[Path], Iterator[Result]]
