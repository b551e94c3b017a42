"""Mutations that nobody thought of: derived from the syntax of the domain, the services, the selectors and the views.

mutmut 3.8.1 does the same, and was tried on five modules with their own tests. It runs, and is not used: its children
share the one database of the tests, so that mutants die beside one another that survive alone; the time that it gives a
test leaves out that of making a database, so that mutants "time out" that nothing noticed; it changes nothing outside
of functions; and its settings have to be written anew for every module. What is here needs no further package.
"""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from random import Random

from tests.mutants.mutation import Mutation

PACKAGES = ("domain", "services", "selectors", "views")
TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
A_BOUND = 10
"""Greater numbers are bounds and codes: one more or less of them is no mistake that anybody meets."""
NARROWING = frozenset({"filter", "exclude", "get"})
EQUIVALENT: Mapping[tuple[str, str], str] = {}
"""Derived mutations that nothing can notice, by file and new text, and why."""


@dataclass(frozen=True)
class Derived(Mutation):
    """A mutation at one place of a file; the same text may stand at others."""

    start: int

    def changed(self, text: str) -> tuple[str, int]:
        """Return a file with the mistake, and that it has one place."""
        return text[: self.start] + self.new + text[self.start + len(self.old) :], 1


def sample(root: Path, size: int) -> list[Mutation]:
    """Return one mutation of each of so many files, as many of every package; the same ones until a file changes."""
    each = -(-size // len(PACKAGES))
    chosen: list[Mutation] = [one for package in PACKAGES for one in _of_package(root, package, each)]
    return chosen[:size]


def derive(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield where an expression of a source begins, its text, and what it becomes."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    starts = [*accumulate((len(line.decode()) for line in lines), initial=0)]
    for node in _expressions(ast.parse(source)):
        for new in _mistakes(node):
            start, end = (
                starts[line - 1] + len(lines[line - 1][:column].decode())
                for line, column in ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
            )
            yield start, source[start:end], f"({ast.unparse(new)})"


def tests_of(root: Path, file: str) -> tuple[str, ...]:
    """Return the tests that mirror a module, or else those that import it."""
    path = Path(file)
    folder, stem = root / "tests" / path.parent, path.stem.lstrip("_")
    mirroring = [*folder.glob(f"test_{stem}.py"), *folder.glob(f"test_{stem}_*.py")]
    line = f"from {'.'.join(path.with_suffix('').parts)} import"
    found = mirroring or [test for test, text in _tests(root).items() if line in text]
    return tuple(sorted(str(test.relative_to(root)) for test in found))


@cache
def _tests(root: Path) -> Mapping[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in (root / "tests" / "review").rglob("test_*.py")}


def _of_package(root: Path, package: str, size: int) -> list[Derived]:
    files = sorted((root / "review" / package).rglob("*.py"), key=lambda path: _digest(str(path.relative_to(root))))
    found = (_chosen(root, str(path.relative_to(root))) for path in files)
    return list(islice((one for one in found if one is not None), size))


def _chosen(root: Path, file: str) -> Derived | None:
    """Return one mutation of a file by chance, which is the same for the same path; None without a test of it."""
    tests = tests_of(root, file)
    source = (root / file).read_text(encoding="utf-8")
    possible = [one for one in derive(source) if (file, one[2]) not in EQUIVALENT]
    if not tests or not possible:
        return None
    start, old, new = Random(file).choice(possible)  # the same for the same path
    line = source.count("\n", 0, start) + 1
    return Derived(f"line {line}: {_short(old)} is {_short(new)}", file, old, new, tests, start)


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of a tree; those inside of an f-string have no place of their own."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.expr):
            yield child
        if not isinstance(child, ast.JoinedStr):
            yield from _expressions(child)


def _mistakes(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=[operator]):
            yield ast.Compare(node.left, [TURNED[type(operator)]()], node.comparators)
        case ast.BoolOp(op=ast.And()):
            yield ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp():
            yield ast.BoolOp(ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=int(value)) if not isinstance(value, bool) and value < A_BOUND:
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Attribute(attr=name)) if name in NARROWING and len(node.args) + len(node.keywords) > 1:
            for number in range(len(node.keywords)):
                yield _without_keyword(node, number)
        case ast.Call(func=ast.Attribute(attr="order_by"), args=[ast.Constant(value=str(column)), *others]):
            turned = column.removeprefix("-") if column.startswith("-") else f"-{column}"
            yield ast.Call(node.func, [ast.Constant(turned), *others], node.keywords)


def _without_keyword(node: ast.Call, number: int) -> ast.Call:
    narrower = deepcopy(node)
    del narrower.keywords[number]
    return narrower


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}…"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
