"""What fails and passes then is green and reported; the second time in ten runs it is red."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flaky import RUNS, line_of, remember, since

ROOT = Path(__file__).parents[1]
FAILS_ONCE = """
from pathlib import Path

def test_flaky():
    tried = Path(__file__).with_name("tried")
    if not tried.exists():
        tried.touch()
        assert "a late" == "answer"
"""
OTHERS = "def test_calm():\n    pass\n"


def pytest_of(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "tried").unlink(missing_ok=True)
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV"))}
    apart = [
        "-c",
        os.devnull,
        "--rootdir",
        str(folder),
        "-p",
        "no:cacheprovider",
        "-p",
        "no:django",
        "-p",
        "tests.flaky",
    ]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *apart, *arguments, str(folder)],
        cwd=ROOT,
        env={**own, "FLAKY_TESTS": str(folder / "flaky.json"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_what_passes_again_is_green_and_reported_and_red_the_next_time(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_it.py").write_text(FAILS_ONCE + OTHERS)

    first = pytest_of(tmp_path, "--reruns", "1", "-n", workers)
    second = pytest_of(tmp_path, "--reruns", "1", "-n", workers)

    assert (first.returncode, second.returncode) == (0, 1), first.stdout + second.stdout
    assert "run again: test_it.py::test_flaky\n" in first.stdout
    assert "assert 'a late' == 'answer'" in first.stdout
    assert "run again: test_it.py::test_flaky, as in one of the runs before" in second.stdout


def test_what_fails_twice_is_red_and_without_reruns_nothing_is_run_again(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_broken():\n    assert 1 == 2\n" + OTHERS)
    assert pytest_of(tmp_path, "--reruns", "1").returncode == 1

    (tmp_path / "test_it.py").write_text(FAILS_ONCE)
    (tmp_path / "flaky.json").unlink()
    assert pytest_of(tmp_path).returncode == 1
    assert not (tmp_path / "flaky.json").exists()


def test_a_name_is_known_for_ten_runs(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "flaky.json"
    assert [again["known"] for again in remember({"test_a": "late"}, file)] == [False]
    for _ in range(RUNS - 2):
        assert remember({}, file) == []
    assert [again["known"] for again in remember({"test_a": "late", "test_b": "lost"}, file)] == [True, False]
    for _ in range(RUNS - 1):
        remember({}, file)

    assert [again["known"] for again in remember({"test_a": "late"}, file)] == [False]


def test_since_returns_what_was_run_again_in_this_run(tmp_path: Path) -> None:
    file = tmp_path / "flaky.json"
    assert since("2026", file) == []
    remember({"test_a": "late"}, file)

    assert [line_of(again) for again in since("2000", file)] == ["run again: test_a\n    late"]
    assert since("2999", file) == []
