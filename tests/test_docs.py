"""What the documents say is true: examples run, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from review.config.environment import Environment

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_run(document: Path) -> None:
    results = doctest.testfile(str(document), module_relative=False, encoding="utf-8")

    assert results.failed == 0


def test_readme_has_an_example() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")

    assert results.attempted >= 1


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    missing = [
        target for target in targets if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists()
    ]

    assert missing == []


def test_every_setting_is_written_down() -> None:
    written = re.findall(r"`REVIEW_([A-Z_]+)`", (ROOT / "docs" / "operation.md").read_text(encoding="utf-8"))

    assert set(written) == {name.upper() for name in Environment.model_fields}
