"""The lines that README and guide show to whoever has a minute, run as they are written."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHUNKS = ["You have 90 days to return it.", "Opened software is excluded."]


def lines_below(document: str, heading: str) -> str:
    found = re.search(r"```python\n(.*?)```", below(document, heading), re.DOTALL)
    assert found is not None
    return found[1]


def below(document: str, heading: str) -> str:
    _, _, rest = (ROOT / document).read_text(encoding="utf-8").partition(f"## {heading}\n")
    return re.split(r"^##+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def ran(heading: str, **names: object) -> dict[str, object]:
    exec(lines_below("docs/check.md", heading), names)  # noqa: S102 - lines of our own
    return names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("readme", "heading"),
    [("README.md", "In a pipeline, without the application"), ("README.ko.md", "앱 없이 파이프라인에서")],
)
def test_the_test_of_the_readme_has_five_lines_and_turns_red(readme: str, heading: str, tmp_path: Path) -> None:
    lines = lines_below(readme, heading)
    (tmp_path / "test_answer.py").write_text(lines, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider", "test_answer.py"]

    red = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )

    assert len([line for line in lines.splitlines() if line.strip()]) <= 5
    assert red.returncode == 1
    assert "30 days in the quote, 90 days in the source" in red.stdout


def test_an_answer_of_a_rag_system_says_what_it_got_wrong() -> None:
    answer = ran("The answers of a RAG system", answer="It says “You have 30 days to return it.”", chunks=CHUNKS)[
        "answer"
    ]

    assert isinstance(answer, str)
    assert "90 days in the source" in answer


def test_an_answer_that_quotes_rightly_stays_as_it_is() -> None:
    given = "It says “Opened software is excluded.”"

    assert ran("The answers of a RAG system", answer=given, chunks=CHUNKS)["answer"] == given


def test_a_data_set_gets_one_number(tmp_path: Path) -> None:
    rows = [
        {"quotes": [CHUNKS[0]], "messages": CHUNKS},
        {"quotes": ["You have 30 days", CHUNKS[1]], "messages": CHUNKS},
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    assert ran("A data set", path=tmp_path / "rows.jsonl")["grounded"] == 0.75


def test_the_command_of_the_guide_ends_as_it_says(tmp_path: Path) -> None:
    found = re.search(r"^    evidence-review (.+)$", below("docs/check.md", "Continuous integration"), re.MULTILINE)
    assert found is not None
    (tmp_path / "extraction.json").write_text(
        json.dumps({"evidence": [{"messageIndex": 0, "quote": "You have 30 days"}]})
    )
    (tmp_path / "conversation.json").write_text(json.dumps({"messages": CHUNKS}))

    ended = subprocess.run(
        [sys.executable, "-m", "aligner_core", *found[1].split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )

    assert ended.returncode == 1
    assert (tmp_path / "report.html").stat().st_size > 1_000
