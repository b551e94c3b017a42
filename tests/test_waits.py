"""A browser test waits for a fact: no clock, no quiet network, and no look at a page that is still changing."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "browser"
FILES = sorted(HERE.glob("test_*.py"))
NEVER = {"wait_for_timeout", "networkidle"}
ONCE = {"evaluate", "count", "is_visible", "is_hidden", "inner_text", "text_content", "all_inner_texts", "input_value"}
"""What looks at a page once; `expect`, `assert_soon` and `wait_until` look until it is there."""
OBJECTS = ("objects", "filter", "alignments")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_browser_test_waits_for_a_fact(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    settled = {number for number, line in enumerate(text.split("\n"), 1) if "# settled: " in line}
    settled |= {number + 1 for number in settled} | {number - 1 for number in settled}

    found = sorted({*_clocks(tree), *(one for one in _looks(tree) if one[0] not in settled)})
    assert [f"{path.name}:{line} {what}" for line, what in found] == []


def _clocks(tree: ast.Module) -> list[tuple[int, str]]:
    called = [(one.lineno, one.attr) for one in ast.walk(tree) if isinstance(one, ast.Attribute)]
    told = [(one.lineno, str(one.value)) for one in ast.walk(tree) if isinstance(one, ast.Constant)]
    return [one for one in (*called, *told) if one[1] in NEVER]


def _looks(tree: ast.Module) -> list[tuple[int, str]]:
    """Return where an assertion looks at a page once, but for the database and for what a page was measured to be."""
    return [
        (one.lineno, one.func.attr)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Assert)
        for one in ast.walk(statement)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in ONCE
        if not (one.func.attr == "count" and one.args)  # of a list
        if not any(name in ast.unparse(one.func.value) for name in OBJECTS)
    ]
