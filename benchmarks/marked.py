"""Processes that a program starts, however they are detached: found by a mark in their environment (Linux)."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self
from uuid import uuid4

VARIABLE = "BENCHMARK_MARK"
TICKS = os.sysconf("SC_CLK_TCK")


class Marked:
    """The processes with a mark of their own: what they take, and whether any is left. None outlives the block."""

    def __init__(self) -> None:
        self.environment = {VARIABLE: uuid4().hex}
        self._seconds = dict[int, float]()
        self.largest_mb = 0.0
        """The most memory that one of them has held, as far as it was looked at."""
        self._largest = dict[tuple[str, ...], float]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes():
            os.kill(int(process.name), 9)

    @property
    def cpu_seconds(self) -> float:
        """The processor time of all that were seen, as each was seen last."""
        return sum(self._seconds.values())

    def look(self) -> int:
        """Look at every process, and return how many there are."""
        found = 0
        for process in self._processes():
            try:
                self._read(process)
            except (OSError, StopIteration):
                continue  # it has ended meanwhile
            found += 1
        return found

    def largest_of(self, word: str) -> float:
        """Return the most memory that one has held whose command has a word."""
        return max((mb for words, mb in self._largest.items() if word in words), default=0.0)

    def wait_for_end(self, seconds: float) -> None:
        """Wait until there are none.

        Raises:
            RuntimeError: there are some after so many seconds.

        """
        until = monotonic() + seconds
        while left := self.look():
            if monotonic() > until:
                message = f"{left} processes are left"
                raise RuntimeError(message)
            sleep(0.1)

    def _processes(self) -> Iterator[Path]:
        mark = "=".join(next(iter(self.environment.items()))).encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    yield process
            except OSError:
                continue  # it has ended, or is another person's

    def _read(self, process: Path) -> None:
        cells = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        self._seconds[int(process.name)] = (int(cells[11]) + int(cells[12])) / TICKS
        lines = (process / "status").read_text(encoding="utf-8").splitlines()
        peak = next(line for line in lines if line.startswith("VmHWM"))
        words, held = tuple((process / "cmdline").read_text(encoding="utf-8").split("\0")), int(peak.split()[1]) / 1024
        self._largest[words] = max(held, self._largest.get(words, 0.0))
        self.largest_mb = max(self.largest_mb, held)
