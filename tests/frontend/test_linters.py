"""What `make check` does where a linter is not made for the machine."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_a_machine_without_the_linters_says_so_and_fails_in_ci(ci: str, code: int, tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "frontend", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(".venv/lint.stamp:\n\t@false\n")

    answer = subprocess.run(
        [str(tmp_path / ".ci" / "frontend")],
        env={"CI": ci, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == code
    assert "were not linted" in answer.stderr
