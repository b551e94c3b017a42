"""Measure appending and checking events: ``python -m benchmarks.journal``."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from benchmarks.report import publish
from benchmarks.results import RESULTS, ROOT, Result, machine

SIZES = (25_000, 50_000, 100_000)
EVENTS, RUNS = 2_000, 3
BOUNDS = {("SQLite", 1): "≥ 1500", ("PostgreSQL", 4): "≥ 800"}


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
    """Measure on SQLite, and on PostgreSQL where a database is given, and keep the results."""
    parser = ArgumentParser(prog="benchmarks.journal", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    parser.add_argument("--postgresql", default="", help="the URL of an empty database")
    options = parser.parse_args(arguments)
    results = [Result("wait for the disk", tool="disk", value=_syncs_a_second(), unit="a second")]
    for name, url in (("SQLite", ""), ("PostgreSQL", options.postgresql)):
        if name == "SQLite" or url:
            with tempfile.TemporaryDirectory() as folder:
                store = Store(url or f"sqlite:///{folder}/review.sqlite3", Path(folder))
                results += _measured(name, store)
    on = machine(f"SQLite {sqlite3.sqlite_version}")
    publish("journal", [result._replace(machine=on) for result in results], folder=options.results, by=["tool"])


def _measured(name: str, store: Store) -> Iterator[Result]:
    for writers in (1, 4):
        case, rate = (
            f"{writers} writer{'s' * (writers > 1)}",
            max(store.appended_a_second(writers) for _ in range(RUNS)),
        )
        yield Result("append", case, f"{EVENTS} events", name, rate, "a second", bound=BOUNDS.get((name, writers), ""))
    seconds: list[float] = []
    for size in SIZES:
        store.run("fill", str(size))
        seconds.append(min(store.checked_in() for _ in range(RUNS)))
        bound = f"≤ {5 * size / SIZES[-1]:g}"
        yield Result("check", scale=f"{size} events", tool=name, value=seconds[-1], unit="s", bound=bound)
    growth = max(later / earlier for earlier, later in pairwise(seconds))
    yield Result("check, largest time(2n) ÷ time(n)", tool=name, value=growth, unit="×", bound="≤ 2.6")


def _syncs_a_second() -> float:
    """Return how often a second the disk can be waited for, as every commit does."""
    with tempfile.TemporaryFile() as file:
        start = perf_counter()
        for _ in range(100):
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
        return 100 / (perf_counter() - start)


if __name__ == "__main__":
    main()
