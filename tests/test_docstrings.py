"""The first word of a docstring says what a function does: it returns, yields, writes or raises."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("aligner_core", "review", "benchmarks", "tests", "docs")
VAGUE = frozenset({"Give", "Say", "Name", "Tell"})
"""Words that leave open whether something is returned, written, raised or stored."""
Documented = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)


def vague_docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        docstring = ast.get_docstring(node) if isinstance(node, Documented) else None
        if docstring and docstring.split()[0] in VAGUE:
            yield docstring.partition("\n")[0]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_docstring_begins_with_what_is_done(folder: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix(): vague
        for path in sorted((ROOT / folder).rglob("*.py"))
        if (vague := list(vague_docstrings(path.read_text(encoding="utf-8"))))
    }

    assert found == {}


def test_a_vague_docstring_would_be_found() -> None:
    source = 'def f():\n    """Return one."""\n\nclass C:\n    def g(self):\n        """Give one.\n\n        More."""'

    assert list(vague_docstrings(source)) == ["Give one."]
