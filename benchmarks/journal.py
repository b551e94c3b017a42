"""Measure appending and checking events: ``python -m benchmarks.journal --output docs``."""

import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from benchmarks.timing import table

ROOT = Path(__file__).resolve().parents[1]
SIZES = (25_000, 50_000, 100_000)
EVENTS, RUNS = 2_000, 3
BOUNDS = {("SQLite", 1): 1_500, ("PostgreSQL", 4): 800}
INTRODUCTION = """# The journal, measured

Written by `make journal`; change `benchmarks/journal.py`, not this page. Appending is one event a transaction, as the
services do it, with the disk waited for at every commit; writers are processes of their own, each on a session of its
own, and the best of {runs} runs of {events:,} events counts. Checking reads every event of {sizes} from the
database, recomputes its hash and compares it, its number and the previous hash with what is stored; the fastest of
{runs} runs counts. The events record a quote that was aligned again, about 600 bytes each. {machine}
The disk took {syncs:,.0f} waits a second by itself when this was measured: one writer cannot commit more often.
"""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured, and its bound if there is one."""

    what: str
    bound: float | None
    measured: float
    is_minimum: bool = True

    @property
    def row(self) -> list[object]:
        """The row of the table."""
        if self.bound is None:
            return [self.what, None, self.measured, ""]
        met = self.measured >= self.bound if self.is_minimum else self.measured <= self.bound
        sign = "≥" if self.is_minimum else "≤"
        return [self.what, f"{sign} {self.bound:,g}", self.measured, "met" if met else "**missed**"]


class Store:
    """A separate database, used by separate processes."""

    def __init__(self, url: str, folder: Path) -> None:
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "review.config.settings",
            "REVIEW_DATABASE_URL": url,
            "REVIEW_SIGNING_KEY_DIR": str(folder / "keys"),
            "REVIEW_CHECKPOINT_DIR": str(folder / "checkpoints"),
        }
        self._wait(self._start("manage.py", "migrate", "--verbosity", "0"))
        self.run("prepare")

    def run(self, *arguments: str) -> list[str]:
        """Run one command and return the words it printed."""
        return self._wait(self._start("-m", "benchmarks.appending", *arguments))

    def appended_a_second(self, writers: int) -> float:
        """Return the events a second of several processes at once, from the first start to the last end."""
        share = EVENTS // writers
        processes = [
            self._start("-m", "benchmarks.appending", "append", str(writer), str(share)) for writer in range(writers)
        ]
        times = [[float(time) for time in self._wait(process)] for process in processes]
        return share * writers / (max(end for _, end in times) - min(start for start, _ in times))

    def checked_in(self) -> float:
        """Return the seconds that checking every chain takes.

        Raises:
            RuntimeError: a chain is broken.

        """
        _, seconds, found = self.run("verify")
        if found != "0":
            message = "a chain that nobody touched is broken"
            raise RuntimeError(message)
        return float(seconds)

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )

    def _wait(self, process: subprocess.Popen[str]) -> list[str]:
        output, _ = process.communicate()
        if process.returncode:
            message = f"{process.args!r} failed"
            raise RuntimeError(message)
        return output.split()


def main(arguments: list[str] | None = None) -> None:
    """Measure on SQLite, and on PostgreSQL where a database is given; write the page."""
    parser = ArgumentParser(prog="benchmarks.journal", description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("docs"))
    parser.add_argument("--postgresql", default="", help="the URL of an empty database")
    options = parser.parse_args(arguments)
    figures: list[Measurement] = []
    for name, url in (("SQLite", ""), ("PostgreSQL", options.postgresql)):
        if name == "SQLite" or url:
            with tempfile.TemporaryDirectory() as folder:
                store = Store(url or f"sqlite:///{folder}/review.sqlite3", Path(folder))
                figures += _measured(name, store)
    rows = table(["what", "bound", "measured", ""], [figure.row for figure in figures])
    introduction = INTRODUCTION.format(
        runs=RUNS,
        events=EVENTS,
        sizes=", ".join(f"{size:,}" for size in SIZES),
        machine=_machine(),
        syncs=_syncs_a_second(),
    )
    (options.output / "benchmarks-journal.md").write_text(f"{introduction}\n{rows}\n", encoding="utf-8")


def _measured(name: str, store: Store) -> list[Measurement]:
    figures = [
        Measurement(
            f"{name}: events a second, {writers} writer{'s' * (writers > 1)}",
            BOUNDS.get((name, writers)),
            max(store.appended_a_second(writers) for _ in range(RUNS)),
        )
        for writers in (1, 4)
    ]
    seconds: list[float] = []
    for size in SIZES:
        store.run("fill", str(size))
        seconds.append(min(store.checked_in() for _ in range(RUNS)))
        figures.append(
            Measurement(
                f"{name}: seconds to check {size:,} events", 5 * size / SIZES[-1], seconds[-1], is_minimum=False
            )
        )
    growth = max(later / earlier for earlier, later in pairwise(seconds))
    return [*figures, Measurement(f"{name}: largest time(2n) ÷ time(n) of checking", 2.6, growth, is_minimum=False)]


def _syncs_a_second() -> float:
    """Return how often a second the disk can be waited for, as every commit does."""
    with tempfile.TemporaryFile() as file:
        start = perf_counter()
        for _ in range(100):
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
        return 100 / (perf_counter() - start)


def _machine() -> str:
    return f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores."


if __name__ == "__main__":
    main()
