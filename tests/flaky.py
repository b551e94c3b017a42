"""What failed and was run again: remembered in var/flaky.json for ten runs, reported at their end, red the second time.

It is about runs with `--reruns`. A CI that checks out anew sets FLAKY_TESTS to a file that it keeps; else every run is
its first.
"""

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

import pytest

FILE = Path(os.environ.get("FLAKY_TESTS") or Path(__file__).parents[1] / "var" / "flaky.json")
RUNS = 10


class Again(TypedDict):
    """A test that was run again: why it failed, and whether it had been run again in one of the runs before."""

    test: str
    why: str
    known: bool


class Run(TypedDict):
    """A run of the browser tests, and what was run again in it."""

    at: str
    again: list[Again]


AGAIN = pytest.StashKey[list[Again]]()


def now() -> str:
    """Return the moment at which a run begins."""
    return datetime.now(UTC).isoformat()


def remember(reruns: Mapping[str, str], file: Path = FILE) -> list[Again]:
    """Add a run and what was run again in it, each test with the reason; return that with what is known of it."""
    earlier = _runs(file)[-(RUNS - 1) :]
    known = {again["test"] for run in earlier for again in run["again"]}
    added: Run = {
        "at": now(),
        "again": [Again(test=test, why=why, known=test in known) for test, why in reruns.items()],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"runs": [*earlier, added]}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return added["again"]


def since(moment: str, file: Path = FILE) -> list[Again]:
    """Return what was run again since a moment."""
    return [again for run in _runs(file) if run["at"] >= moment for again in run["again"]]


def line_of(again: Again) -> str:
    """Return the line at the end of a run."""
    known = ", as in one of the runs before: mend its cause" if again["known"] else ""
    return f"run again: {again['test']}{known}\n    {again['why']}"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Remember what was run again, and fail the run for what is there a second time."""
    config = session.config
    if not config.getoption("reruns") or hasattr(config, "workerinput"):
        return
    reports = config.pluginmanager.getplugin("terminalreporter").stats.get("rerun", [])
    config.stash[AGAIN] = remember({one.nodeid: _why(one) for one in reports})
    if session.exitstatus == pytest.ExitCode.OK and any(again["known"] for again in config.stash[AGAIN]):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was run again, whatever became of it."""
    for again in config.stash.get(AGAIN, []):
        terminalreporter.write_line(line_of(again), yellow=True)


def _why(report: pytest.TestReport) -> str:
    lines = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    return (lines or [report.longreprtext])[0].removeprefix("E").strip()[:300]


def _runs(file: Path) -> list[Run]:
    runs: list[Run] = json.loads(file.read_text(encoding="utf-8"))["runs"] if file.exists() else []
    return runs
