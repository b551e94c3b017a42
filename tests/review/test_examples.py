"""The examples in the docstrings of the app run."""

import doctest
import importlib
from pathlib import Path

import pytest

import review

ROOT = Path(review.__file__).parents[1]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "review").rglob("*.py")
    if "\n    >>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_app_run(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module))

    assert results.attempted > 0
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert "review.domain.mentions" in MODULES
    assert len(MODULES) >= 10
