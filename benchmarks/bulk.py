"""Measure bulk alignment on each engine, killed midway and resumed: ``python -m benchmarks.bulk``.

It needs an environment with the engines, such as `make engines` makes: ``var/engines/bin/python -m benchmarks.bulk``.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

from benchmarks.marked import Marked
from benchmarks.report import publish
from benchmarks.results import RESULTS, ROOT, Result, machine
from benchmarks.speed import LANGUAGES, LENGTHS
from benchmarks.workload import Kind, messages, sample_quote

QUOTES, SHARD_ROWS = 200_000, 5_000
MESSAGES, QUOTES_EACH = 4, 10
RUNS = ("local:1", *(f"{engine}:{os.cpu_count() or 1}" for engine in ("local", "dask", "ray")))
KILLED_AFTER = 10
"""The percentage of files that are there when a run is killed."""
PATIENCE = 120
"""Seconds in which everything that a run started has to end after it."""


Process = subprocess.Popen[bytes]


class Options(NamedTuple):
    """How large a table is, and in which shards it is aligned."""

    quotes: int = QUOTES
    shard_rows: int = SHARD_ROWS

    @property
    def files(self) -> int:
        """How many files of results it has."""
        return -(-self.quotes // self.shard_rows)


class Run(NamedTuple):
    """How a table is aligned."""

    engine: str
    workers: int

    @property
    def name(self) -> str:
        """What the table calls it."""
        return f"{self.engine}, {self.workers} worker{'s' * (self.workers > 1)}"


class Figures(NamedTuple):
    """What came of a run that was killed and resumed."""

    digest: str
    rows_a_second: float
    cpu_seconds: float
    """Of the resumed run, for a thousand rows."""
    largest_mb: float
    """The largest process of it."""
    kept: int
    """How many files the killed run had finished."""


def main(arguments: list[str] | None = None) -> None:
    """Kill and resume a run on every engine, and keep the results if all wrote the same bytes."""
    parser = ArgumentParser(prog="benchmarks.bulk", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    parser.add_argument("--quotes", type=int, default=QUOTES)
    parser.add_argument("--shard-rows", type=int, default=SHARD_ROWS)
    parser.add_argument("--runs", nargs="*", default=RUNS, help="engines with their number of workers")
    given = parser.parse_args(arguments)
    options = Options(given.quotes, given.shard_rows)
    runs = [Run(engine, int(workers)) for engine, _, workers in (one.partition(":") for one in given.runs)]
    found = dict[Run, Figures]()
    with tempfile.TemporaryDirectory() as folder:
        table = written(Path(folder) / "quotes.jsonl", options.quotes)
        for run in runs:
            found[run] = measured(run, table, Path(folder) / run.name.replace(" ", "-"), options)
            print(run.name, found[run], flush=True)
    if len({figures.digest for figures in found.values()}) != 1:
        message = "the engines wrote different bytes"
        raise RuntimeError(message)
    scale, on = f"{options.quotes} quotes", machine(f"{len(found)} runs, the same bytes")
    results = [one for run in found for one in _results(run, found[run], scale, on)]
    publish("bulk", results, folder=given.results, by=["tool"])


def _results(run: Run, figures: Figures, scale: str, on: str) -> Iterator[Result]:
    cells = (
        ("quotes a second", figures.rows_a_second, "a second"),
        ("CPU seconds for 1,000 quotes", figures.cpu_seconds, "s"),
        ("largest process, MB", figures.largest_mb, "MB"),
        ("files kept of the run that was killed", figures.kept, "files"),
    )
    for what, value, unit in cells:
        yield Result(what, scale=scale, tool=run.name, value=value, unit=unit, machine=on)


def measured(run: Run, table: Path, out: Path, options: Options) -> Figures:
    """Kill a run of the command when some files are there, resume it, and return what came of it.

    Raises:
        RuntimeError: a process outlives the run that was killed, or the run that resumed fails.

    """
    files = options.files
    with Marked() as killed:
        process = _started(run, table, out, options, killed)
        while process.poll() is None and len(list(out.glob("part-*.jsonl"))) < max(1, files * KILLED_AFTER // 100):
            sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        killed.wait_for_end(PATIENCE)
    kept = len(list(out.glob("part-*.jsonl")))
    with Marked() as resumed:
        began = monotonic()
        process = _started(run, table, out, options, resumed, "--resume")
        while process.poll() is None:
            resumed.look()
            sleep(0.1)
        seconds = monotonic() - began
    if process.returncode or kept == files:
        message = f"{run.name}: exit code {process.returncode}, {kept} of {files} files were there"
        raise RuntimeError(message)
    rows = options.quotes - kept * options.shard_rows
    return Figures(digest(out), rows / seconds, resumed.cpu_seconds / rows * 1000, resumed.largest_mb, kept)


def _started(run: Run, table: Path, out: Path, options: Options, marked: Marked, *others: str) -> Process:
    how = ["--engine", run.engine, "--workers", str(run.workers), "--shard-rows", str(options.shard_rows), *others]
    command = [sys.executable, "-m", "aligner_core", "bulk", str(table), str(out), *how]
    environment = {**os.environ, **marked.environment, "PYTHONPATH": str(ROOT), "RAY_worker_niceness": "0"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def digest(out: Path) -> str:
    """Return the digest of all files of results, and of their names."""
    whole = hashlib.sha256()
    for path in sorted(out.iterdir()):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()


def written(path: Path, quotes: int) -> Path:
    """Write a table of so many quotes, each with the conversation it is of."""
    with path.open("w", encoding="utf-8") as file:
        for row in islice(rows(), quotes):
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
    return path


def rows() -> Iterator[dict[str, object]]:
    """Yield quotes without end: of ten, six are verbatim, two edited, one is of another message and one of none."""
    random, number = Random("bulk"), 0
    while True:
        for language in LANGUAGES:
            said = messages(language, MESSAGES, random)
            for at in range(QUOTES_EACH):
                index = random.randrange(MESSAGES)
                kind: Kind = "reject" if at == 9 else "accept"
                size = min(LENGTHS[at % len(LENGTHS)], len(said[index]) // 2)
                sample = sample_quote(said[index], kind, size, language=language, random=random)
                quote = _whole_words(said[index][sample.start : sample.end]) if at < 7 else sample.quote
                claimed = (index + 1) % MESSAGES if at == 6 else index
                yield {"id": number, "quote": quote, "source": said, "messageIndex": claimed}
                number += 1


def _whole_words(cut: str) -> str:
    return " ".join(cut.split(" ")[1:-1]) or cut


if __name__ == "__main__":
    main()
