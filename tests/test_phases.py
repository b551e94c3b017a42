"""The runner of the phases reports what failed, what was left out and what each part cost, in one line to quote."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.phases import CHECK, RUNS, Outcome, Phase, closing, counted, run, run_all

ROOT = Path(__file__).parents[1]
FILES = {
    str(path.relative_to(ROOT))
    for path in ROOT.glob("tests/**/test_*.py")
    if not {"guarded_packages", "engines", "consumers", "conformance"} & set(path.parts)
}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def python(script: str, name: str = "part", **others: object) -> Phase:
    return Phase(name, (sys.executable, "-c", script), **others)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("8221 passed in 127.10s (0:02:07)\n", {"passed": 8221}),
        (
            "==== 1 failed, 13401 passed, 11 skipped, 3 deselected in 1.00s ====\n",
            {"failed": 1, "passed": 13401, "skipped": 11},
        ),
        ("2 passed, 1 error in 0.50s\n", {"passed": 2, "error": 1}),
        ("20 mutations, 19 killed, 1 survived\n", {"killed": 19, "survived": 1}),
        ("no tests ran in 0.01s\n", {}),
        ("the 3 passed in silence\n", {}),
    ],
)
def test_counted_reads_closing_lines(line: str, counts: dict[str, int]) -> None:
    assert counted(line) == Counter(counts)


def test_run_counts_shows_and_measures(capfd: pytest.CaptureFixture[str]) -> None:
    script = "import sys; print('2 passed in 0.10s'); sys.stderr.write('3 passed in 0.10s\\n'); sum(range(10**7))"

    outcome = run(python(script), os.environ, must_run=True)

    assert (outcome.failed, outcome.left_out, outcome.counts) == (False, "", Counter(passed=5))
    assert outcome.seconds > 0 < outcome.cpu_seconds
    assert "2 passed in 0.10s" in capfd.readouterr().out


WAITS_FOR_ORPHAN = """
import os, subprocess, time
orphan = int(subprocess.run(["sh", "-c", "sleep 0.1 >&- & echo $!"], capture_output=True, text=True).stdout)
for _ in range(200):
    time.sleep(0.1)
    try:
        os.kill(orphan, 0)
    except ProcessLookupError:
        break
else:
    raise SystemExit("the orphan has not ended")
"""
RUNS_AS_MAIN = """
import ctypes, os, sys
from tests.phases import BECOME_SUBREAPER, Phase, run
ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1, 0, 0, 0)
sys.exit(run(Phase("part", (sys.executable, "-c", sys.argv[1])), os.environ, must_run=True).failed)
"""


IN_BACKGROUND = """
import signal, sys
from tests.phases import Phase, run_all
signal.signal(signal.SIGINT, signal.SIG_IGN)
script = "import signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
sys.exit(run_all([Phase("part", (sys.executable, "-c", script))], {})[0].failed)
"""


def test_phases_of_a_run_in_the_background_can_be_interrupted() -> None:
    done = subprocess.run([sys.executable, "-c", IN_BACKGROUND], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="orphans come to the runner on Linux alone")
def test_who_waits_for_the_end_of_an_orphan_sees_it() -> None:
    command = [sys.executable, "-c", RUNS_AS_MAIN, WAITS_FOR_ORPHAN]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_phase_has_its_own_database_and_no_other() -> None:
    script = "import os; found = [os.environ.get(f'REVIEW_{{one}}DATABASE_URL') for one in ('TEST_', '')]; "
    script += "raise SystemExit(found != [{!r}, None])"
    others = {**os.environ, "REVIEW_DATABASE_URL": "sqlite:///other", "REVIEW_TEST_DATABASE_URL": "postgresql://other"}

    assert not run(python(script.format("")), others, must_run=True).failed
    assert not run(python(script.format("postgresql://x"), database="postgresql://x"), others, must_run=True).failed


def test_what_cannot_run_is_left_out_and_a_failure_of_a_ci() -> None:
    phase = python("", lacks=lambda: "there is no moon")

    at_home, in_ci = (run_all([phase], {**os.environ, "CI": value}) for value in ("", "true"))

    assert [(one.failed, one.left_out) for one in (*at_home, *in_ci)] == [
        (False, "there is no moon"),
        (True, "there is no moon"),
    ]
    assert "left out: there is no moon" in at_home[0].line
    assert "(part left out)" in closing("test", "a1b2", at_home)


def test_a_failure_stops_nothing_but_that_of_the_checks() -> None:
    fails, passes = python("raise SystemExit(3)", "one"), python("", "two")
    checks = python("raise SystemExit(3)", is_last_if_it_fails=True)

    assert [one.failed for one in run_all([fails, passes], os.environ)] == [True, False]
    assert [one.failed for one in run_all([checks, passes], os.environ)] == [True]
    assert CHECK.is_last_if_it_fails


def test_closing_is_one_line_with_everything() -> None:
    good = Outcome(python("", "core"), seconds=126, cpu_seconds=248, counts=Counter(passed=8221))
    bad = Outcome(
        python("", "smoke"), failed=True, seconds=60, cpu_seconds=50, counts=Counter(failed=1, errors=2, passed=97)
    )

    assert closing("full", "a1b2+changes", [good, bad]) == (
        "make full at a1b2+changes: FAILED, 8,318 passed, 3 failed, 3.1 min, 298 s of CPU (core 2.1, smoke 1.0 FAILED)"
    )
    assert closing("test", "a1b2", [good]).startswith("make test at a1b2: green, 8,221 passed, 0 failed, ")


@pytest.mark.parametrize("name", RUNS)
def test_every_phase_is_a_target_and_the_help_names_it(name: str) -> None:
    help_line = re.search(rf"^{name}:.*## (.*)$", MAKEFILE, re.MULTILINE)

    assert help_line is not None
    assert help_line[1].split(": ")[1].split() == [phase.name for phase in RUNS[name]]
    for phase in RUNS[name]:
        assert re.search(rf"^{phase.command[-1]}:", MAKEFILE, re.MULTILINE), phase


def files_of(target: str) -> set[str]:
    """Return the files of which a target runs the tests."""
    asked = ["make", "--no-print-directory", "-n", target]
    shown = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    [words] = [line.split() for line in shown.splitlines() if "-m pytest" in line]
    ignored = {words[at + 1] for at, word in enumerate(words) if word == "--ignore"}
    named = {word for word in words if word.startswith("tests/")} - ignored
    return {file for file in FILES if _is_in(file, named) and not _is_in(file, ignored)}


def _is_in(file: str, paths: set[str]) -> bool:
    return any(file == path or file.startswith(f"{path}/") for path in paths)


@pytest.mark.parametrize("targets", [("core", "review", "postgresql", "smoke"), ("covered", "rest", "journeys")])
def test_every_test_belongs_to_a_phase(targets: tuple[str, ...]) -> None:
    """A new folder of tests that no phase names would be green by never running."""
    assert FILES - set[str]().union(*map(files_of, targets)) == set()
