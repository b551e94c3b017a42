"""Run the phases of the suite, each alone on the machine: ``python -m tests.phases test``, or `make test`; or `full`.

A phase is a target of the Makefile. After `check` every phase runs, whatever the others reported: one run shows all.
"""

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests import flaky

ROOT = Path(__file__).resolve().parents[1]
POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"
ON_POSTGRESQL = os.environ.get("REVIEW_TEST_DATABASE_URL") or POSTGRESQL
CLOSING = re.compile(r"^=* ?(\d+ [a-z]+(?:, \d+ [a-z]+)*) in \d+\.\d+s")
COUNTED = {"passed", "failed", "error", "errors", "skipped", "killed", "survived"}
BECOME_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of Linux: what a browser leaves behind is then ours, and its CPU time is counted."""
REAPED_EVERY = 0.2
"""How many seconds an orphan that has ended may look as if it still ran."""


def no_postgresql() -> str:
    """Return why the phases on PostgreSQL cannot run; empty if they can."""
    try:
        psycopg.connect(ON_POSTGRESQL, connect_timeout=5).close()
    except psycopg.OperationalError:
        return "PostgreSQL does not answer; REVIEW_TEST_DATABASE_URL says where it is"
    return ""


def no_chromium() -> str:
    """Return why the phases in a browser cannot run, after trying to install one; empty if they can."""
    done = subprocess.run([ROOT / ".ci" / "browser"], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the suite: its command, its database, what it needs, and whether a failure ends the run."""

    name: str
    command: tuple[str, ...]
    database: str = ""
    lacks: Callable[[], str] = lambda: ""
    is_last_if_it_fails: bool = False


@dataclass(slots=True)
class Outcome:
    """What came of a phase; *left_out* is the reason why it did not run."""

    phase: Phase
    failed: bool = False
    left_out: str = ""
    seconds: float = 0
    cpu_seconds: float = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def line(self) -> str:
        """The line of the table."""
        if self.left_out:
            return f"{self.phase.name:12} left out: {self.left_out}"
        totals = ", ".join(f"{count:,} {word}" for word, count in self.counts.items())
        verdict = "FAILED" if self.failed else "passed"
        return (
            f"{self.phase.name:12} {verdict} {self.seconds:6.0f} s {self.cpu_seconds:6.0f} s of CPU  {totals}".rstrip()
        )


def make(target: str, name: str = "", **others: object) -> Phase:
    """Return the phase that a target of the Makefile is."""
    return Phase(name or target, ("make", "--no-print-directory", target), **others)  # type: ignore[arg-type]


CHECK = make("check", is_last_if_it_fails=True)
RUNS: dict[str, tuple[Phase, ...]] = {
    "test": (
        CHECK,
        make("core"),
        make("review"),
        make("postgresql", database=ON_POSTGRESQL, lacks=no_postgresql),
        make("smoke", lacks=no_chromium),
    ),
    "full": (
        CHECK,
        make("guarded"),
        make("served"),
        make("engines"),
        make("consumers"),
        make("agents"),
        make("conformance"),
        make("lowest"),
        make("covered"),
        make("rest"),
        make("exhaustive"),
        make("app", "postgresql", database=ON_POSTGRESQL, lacks=no_postgresql),
        make("batches", database=ON_POSTGRESQL, lacks=no_postgresql),
        make("journeys", lacks=no_chromium),
        make("sample", lacks=no_chromium),
    ),
}


def counted(line: str) -> Counter[str]:
    """Return the counts of a closing line of pytest, or of the mutants; none of any other line."""
    found = CLOSING.match(line) or re.match(r"^\d+ mutations, (\d+ killed, \d+ survived)$", line)
    pairs = [part.split() for part in found[1].split(", ")] if found else []
    return Counter({word: int(count) for count, word in pairs if word in COUNTED})


def run(phase: Phase, environment: Mapping[str, str], *, must_run: bool) -> Outcome:
    """Run a phase, show what it prints, and return what came of it."""
    outcome = Outcome(phase)
    if lacking := phase.lacks():
        outcome.left_out, outcome.failed = lacking, must_run
        return outcome
    began, before = time.monotonic(), _cpu_seconds()
    own = {name: value for name, value in environment.items() if name != "REVIEW_DATABASE_URL"}
    with (
        subprocess.Popen(
            phase.command,
            cwd=ROOT,
            env={**own, "REVIEW_TEST_DATABASE_URL": phase.database},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process,
        _reaping_orphans(process.pid),
    ):
        for line in process.stdout or ():
            print(line, end="", flush=True)
            outcome.counts.update(counted(line))
    outcome.failed = process.returncode != 0
    outcome.seconds, outcome.cpu_seconds = time.monotonic() - began, _cpu_seconds() - before
    return outcome


def run_all(phases: Sequence[Phase], environment: Mapping[str, str]) -> list[Outcome]:
    """Run phases in their order; print a table of those that ended after each."""
    outcomes: list[Outcome] = []
    must_run = environment.get("CI") == "true"
    # What a shell starts in the background ignores SIGINT, and so would every process that a test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for phase in phases:
        print(f"== {phase.name}", flush=True)
        outcomes.append(run(phase, environment, must_run=must_run))
        print(outcomes[-1].line, flush=True)
        if outcomes[-1].failed and phase.is_last_if_it_fails:
            break
    return outcomes


def closing(name: str, commit: str, outcomes: Sequence[Outcome]) -> str:
    """Return the one line that a note can quote."""
    counts = sum((one.counts for one in outcomes), Counter[str]())
    counts["failed"] += counts.pop("errors", 0) + counts.pop("error", 0)
    totals = ", ".join(f"{counts[word]:,} {word}" for word in ("passed", "failed"))
    parts = ", ".join(f"{one.phase.name} {_part(one)}" for one in outcomes)
    minutes, cpu = sum(one.seconds for one in outcomes) / 60, sum(one.cpu_seconds for one in outcomes)
    verdict = "FAILED" if any(one.failed for one in outcomes) else "green"
    return f"make {name} at {commit}: {verdict}, {totals}, {minutes:.1f} min, {cpu:,.0f} s of CPU ({parts})"


def _part(outcome: Outcome) -> str:
    if outcome.left_out:
        return "left out"
    return f"{outcome.seconds / 60:.1f}" + (" FAILED" if outcome.failed else "")


@contextmanager
def _reaping_orphans(phase: int) -> Iterator[None]:
    """Reap what became ours when its parent ended: a test that waits for its end would wait for ever."""
    is_over = threading.Event()

    def reap() -> None:
        while not is_over.wait(REAPED_EVERY):
            while (ended := _ended_child()) not in {None, phase}:
                os.waitpid(ended or 0, 0)

    reaper = threading.Thread(target=reap)
    reaper.start()
    try:
        yield
    finally:
        is_over.set()
        reaper.join()


def _ended_child() -> int | None:
    """Return a child that has ended and was not waited for; None if there is none."""
    try:
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return None if ended is None else ended.si_pid


def _cpu_seconds() -> float:
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _commit() -> str:
    asked = ["git", "describe", "--always", "--dirty=+changes", "--exclude=*"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit"


def main() -> None:
    """Run the phases of one name; end with a table, what was run again, and a line to quote."""
    parser = ArgumentParser(prog="phases", description=__doc__)
    parser.add_argument("name", choices=RUNS)
    name = parser.parse_args().name
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1, 0, 0, 0)
    began = flaky.now()
    outcomes = run_all(RUNS[name], os.environ)
    print("\n".join(["", *(one.line for one in outcomes), *map(flaky.line_of, flaky.since(began))]))
    print(closing(name, _commit(), outcomes))
    sys.exit(any(one.failed for one in outcomes))


if __name__ == "__main__":
    main()
