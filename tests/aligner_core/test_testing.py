"""What a test says that quotes what is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

from aligner_core import check, explain
from aligner_core.testing import assert_grounded
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES


def test_assert_grounded_returns_the_report() -> None:
    assert assert_grounded(["within 90 days", "five workin days"], SOURCES).counts["slip"] == 1


@pytest.mark.parametrize(("quotes", "strict"), [(QUOTES, False), ([], False), ("five workin days", True)])
def test_assert_grounded_fails_with_what_differs(quotes: object, *, strict: bool) -> None:
    with pytest.raises(AssertionError) as failed:
        assert_grounded(quotes, SOURCES, strict=strict)

    assert str(failed.value) == explain(check(quotes, SOURCES, strict=strict))


def test_a_red_test_shows_its_own_line_and_what_differs(tmp_path: Path) -> None:
    test = tmp_path / "test_answer.py"
    test.write_text(
        "from aligner_core.testing import assert_grounded\n\n"
        "def test_answer():\n"
        '    assert_grounded("within 30 days", "You can return it within 90 days.")\n'
    )

    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:django",
            "-c",
            "/dev/null",
            str(test),
        ],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=Path(__file__).resolve().parents[2],
    )

    assert run.returncode == 1, run.stdout + run.stderr
    assert ">       assert_grounded(" not in run.stdout.split("AssertionError")[1]
    assert "number: 30 days in the quote, 90 days in the source" in run.stdout
    assert "explain(report)" not in run.stdout
