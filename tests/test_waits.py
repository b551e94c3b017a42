"""A browser test waits for a fact: no clock, no quiet network, and no look at a page that is still changing."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "browser"
FILES = sorted(HERE.glob("test_*.py"))
NEVER = {"wait_for_timeout", "networkidle"}
ONCE = {
    *("all_inner_texts", "all_text_contents", "bounding_box", "count", "evaluate", "evaluate_all", "get_attribute"),
    *(
        "inner_text",
        "input_value",
        "is_checked",
        "is_disabled",
        "is_enabled",
        "is_hidden",
        "is_visible",
        "text_content",
    ),
}
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
    constants = [(one.lineno, str(one.value)) for one in ast.walk(tree) if isinstance(one, ast.Constant)]
    return [one for one in (*called, *constants) if one[1] in NEVER]


def _looks(tree: ast.Module) -> list[tuple[int, str]]:
    """Return where an assertion looks at a page once, itself or by a function that returns what it saw."""
    looking = {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        if any(isinstance(one, ast.Return) and _looks_in(one) for one in ast.walk(function))
    }
    return [
        place
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Assert)
        for place in (*_looks_in(statement), *_calls_in(statement, looking))
    ]


def _looks_in(statement: ast.AST) -> list[tuple[int, str]]:
    return [
        (one.lineno, one.func.attr)
        for one in ast.walk(statement)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in ONCE
        if not (one.func.attr == "count" and one.args)  # of a list
        if not any(name in ast.unparse(one.func.value) for name in OBJECTS)  # of the database
    ]


def _calls_in(statement: ast.AST, names: set[str]) -> list[tuple[int, str]]:
    calls = [one for one in ast.walk(statement) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    return [(one.lineno, one.func.id) for one in calls if isinstance(one.func, ast.Name) and one.func.id in names]


def test_every_kind_of_look_is_found() -> None:
    text = """
def seen(page):
    return page.evaluate("it")
def test_it(page):
    page.wait_for_timeout(3)
    page.wait_for_load_state("networkidle")
    assert (1, page.evaluate("it")) == (1, 2)
    assert [page.locator("p").get_attribute("id")] == ["a"]
    assert seen(page) == 3
    assert [1].count(1) == Event.objects.count()
    shown = page.locator("p").count()
"""
    tree = ast.parse(text)

    assert [line for line, _ in _clocks(tree)] == [5, 6]
    assert [line for line, _ in _looks(tree)] == [7, 8, 9]
