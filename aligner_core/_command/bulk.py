"""`bulk`: a table of quotes of any size, aligned into a folder."""

import argparse
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from aligner_core._command.files import InputError, print_to_stderr, progress
from aligner_core.bulk import BulkConfig, Shard, Tally, align_file
from aligner_core.bulk.engines import ENGINES, cores
from aligner_core.bulk.shards import SHARD_ROWS
from aligner_core.errors import AlignerError
from aligner_core.evidence.models import Verdict

HAS_BAD_ROWS = 1
STOPPED = 130
"""The exit code that shells report for Ctrl+C: 128 plus SIGINT."""
SUMMARY = "align a table of quotes of any size into a folder"
EXAMPLES = """\
IN is a table in JSON lines or Parquet (extra `parquet`). A row is a quote with its source: `quote`, `source` (a text,
or a list of texts, messages or documents), and if one is claimed `messageIndex`, from 0; an `id` is repeated in the
result. A line may also be a session with its extraction, as `convert --to jsonl` writes it.

OUT gets a file of results for every so many rows, in the form of IN: a row for each quote with its verdict, and one
with the `error` for each row that could not be read. The files are the same on every engine. Each is written under
another name and renamed, so what stands there is whole: after a stop, --resume does only the rest, and refuses results
of another table.

Dask and Ray (extras `dask`, `ray`) use the cluster that DASK_SCHEDULER_ADDRESS or RAY_ADDRESS names, which must see IN
and OUT under the same path; else processes of this machine.

examples:
  evidence-review bulk quotes.jsonl results/
  evidence-review bulk quotes.parquet results/ --workers 8 --resume
  evidence-review bulk quotes.parquet results/ --engine dask

exit code: 0 when every row was read, whatever it found, 1 when one could not be, 2 when the table or the folder cannot
be used, 130 when it was stopped
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("table", metavar="IN", type=Path, help="the table")
    parser.add_argument("folder", metavar="OUT", type=Path, help="the folder of the results")
    parser.add_argument("--engine", choices=tuple(ENGINES), default="local", help="what runs it (default: %(default)s)")
    parser.add_argument(
        "--workers", type=_count, default=cores(), help="how many processes, here one a core at most (%(default)s)"
    )
    parser.add_argument(
        "--shard-rows", metavar="N", type=_count, default=SHARD_ROWS, help="rows a file (default: %(default)s)"
    )
    parser.add_argument("--resume", action="store_true", help="keep the files that are there, and do the rest")


def run(options: argparse.Namespace) -> int:
    """Write the results, and print what came of them; return whether every row could be read."""
    shown = _Progress()
    try:
        with _terminated_as_interrupted(), closing(shown):
            tally = align_file(
                options.table,
                options.folder,
                BulkConfig(options.engine, options.workers, options.shard_rows, options.resume),
                on_plan=shown.begin,
                on_shard=shown.add,
            )
    except AlignerError as error:
        message = f"{error}."
        raise InputError(message) from error
    except KeyboardInterrupt:
        print_to_stderr(f"stopped after {shown.done} of {shown.files} files: --resume does the rest.")
        return STOPPED
    print_to_stderr(f"{_counted(tally)}; files in {options.folder}: {shown.files:,}{shown.rate}.")
    for row, reason in tally.reasons:
        print_to_stderr(f"row {row}: {reason}")
    if tally.bad_rows > len(tally.reasons):
        print_to_stderr("… the results have the others, each with its `error`.")
    return HAS_BAD_ROWS if tally.bad_rows else 0


class _Progress:
    """The bar of a run, and how fast it was without what was there."""

    def __init__(self) -> None:
        self.files = self.done = 0
        self._bar: Any = None
        self._began = time.monotonic()
        self._new_rows = 0

    def begin(self, shards: Sequence[Shard]) -> None:
        """Begin with all shards."""
        there = sum(shard.target.exists() for shard in shards)
        if there:
            print_to_stderr(f"there already: {there:,} of {len(shards):,} files.")
        self.files = len(shards)
        self._new_rows = sum(shard.rows for shard in shards if not shard.target.exists())
        self._began = time.monotonic()
        self._bar = progress(sum(shard.rows for shard in shards), unit=" rows")

    def add(self, tally: Tally) -> None:
        """Show that one more shard is done."""
        self.done += 1
        self._bar.update(tally.rows)

    def close(self) -> None:
        """Close the bar, so that what is printed next has a line of its own."""
        if self._bar is not None:
            self._bar.close()

    @property
    def rate(self) -> str:
        """How many rows were aligned a second."""
        seconds = time.monotonic() - self._began
        return f" ({self._new_rows / seconds:,.0f} rows a second, {seconds:,.0f} s)" if self._new_rows else ""


def _counted(tally: Tally) -> str:
    verdicts = ", ".join(f"{tally.verdicts[one.value]:,} {one.value}" for one in Verdict if tally.verdicts[one.value])
    empty = f"; rows without a quote: {tally.empty_rows:,}" if tally.empty_rows else ""
    bad = f"; rows that could not be read in full: {tally.bad_rows:,}" if tally.bad_rows else ""
    return f"rows: {tally.rows:,}; quotes: {tally.quotes:,} ({verdicts or 'none'}){empty}{bad}"


def _count(given: str) -> int:
    count = int(given)
    if count < 1:
        message = f"{given} is less than 1"
        raise argparse.ArgumentTypeError(message)
    return count


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let the signal by which a machine stops a program end it as Ctrl+C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
