"""The house keeps its own rules: who may import whom, how long things are, what a page may not hold."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("aligner_core", "review")
MODULES = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path.parent.name != "migrations"
)
PAGES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted(path for path in (ROOT / "static").glob("*.js"))
LONGEST_MODULE = 300
LONGEST_FUNCTION = 50

NEVER_IN_A_PAGE = {
    "text that is not escaped": r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+off",
    "a script in the page": r"<script(?![^>]*\ssrc=)",
    "a style in the page": r"<style\b|\sstyle\s*=",
    "a handler in the page": r"\son[a-z]+\s*=|javascript:",
    "what needs eval": r"hx-on|hx-vals\s*=\s*[\"']js:|hx-headers\s*=\s*[\"']js:",
    "something from elsewhere": r"(?:src|href)\s*=\s*[\"'](?:https?:)?//",
}
NEVER_IN_A_MODULE = {
    "text that is not escaped": r"\bmark_safe\b|\bSafeString\b|\bhtml_safe\b|autoescape=False",
    "a check that is switched off": r"csrf_exempt",
}
NEVER_IN_A_SCRIPT = {
    "text read as HTML": r"(?<!swap: \")\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write",
    "what needs eval": r"\beval\(|new Function\(|setTimeout\(\s*[\"'`]",
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_imports_keep_to_the_contracts() -> None:
    answer = lint_imports(ROOT)

    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("aligner_core/spans.py", "import django", "aligner_core knows no framework"),
        ("aligner_core/spans.py", "from review import policy", "aligner_core knows no framework"),
        ("aligner_core/proofs.py", "from aligner_core import exact", "a proof knows no finder"),
        ("review/models/events.py", "from review import forms", "review flows one way"),
        ("review/services/quotes.py", "from review.services import ingest", "a service calls no other service"),
        ("review/views/entries.py", "from review.services import _journal", "only services write the journal"),
    ],
)
def test_imports_break_the_contract_that_forbids(module: str, line: str, contract: str, tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "demo"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")

    answer = lint_imports(tmp_path)

    assert answer.returncode == 1
    assert f"{contract} BROKEN" in answer.stdout


def test_the_core_names_neither_django_nor_review() -> None:
    named = [
        f"{path.name}: {name}"
        for path in (ROOT / "aligner_core").rglob("*.py")
        for name in _imported(ast.parse(path.read_text(encoding="utf-8")))
        if name.split(".")[0] in {"django", "review"}
    ]

    assert named == []


def test_modules_are_rooms_and_functions_fit_on_a_page() -> None:
    long_modules = [f"{_name(path)}: {lines}" for path in MODULES if (lines := _lines(path)) > LONGEST_MODULE]
    long_functions = [
        f"{_name(path)} {function.name}: {length}"
        for path in MODULES
        for function, length in _functions(path)
        if length > LONGEST_FUNCTION
    ]

    assert (long_modules, long_functions) == ([], [])


def test_imports_stand_at_the_top() -> None:
    inside = [
        f"{_name(path)}:{node.lineno}"
        for path in MODULES
        for function, _ in _functions(path)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]

    assert inside == []


@pytest.mark.parametrize("what", NEVER_IN_A_PAGE)
def test_pages_never_hold(what: str) -> None:
    assert _found(PAGES, NEVER_IN_A_PAGE[what]) == []


@pytest.mark.parametrize("what", NEVER_IN_A_MODULE)
def test_modules_never_hold(what: str) -> None:
    assert _found(MODULES, NEVER_IN_A_MODULE[what]) == []


@pytest.mark.parametrize("what", NEVER_IN_A_SCRIPT)
def test_scripts_never_hold(what: str) -> None:
    assert _found(SCRIPTS, NEVER_IN_A_SCRIPT[what]) == []


@pytest.mark.parametrize(
    ("what", "page"),
    [
        ("text that is not escaped", "{{ message.text|safe }}"),
        ("a script in the page", "<script>go()</script>"),
        ("a style in the page", '<p style="color: red">'),
        ("a handler in the page", '<button onclick="go()">'),
        ("what needs eval", '<div hx-on:click="go()">'),
        ("something from elsewhere", '<link href="//cdn.example/x.css">'),
    ],
)
def test_pages_would_be_caught_holding(what: str, page: str) -> None:
    assert re.search(NEVER_IN_A_PAGE[what], page)


def _found(paths: list[Path], pattern: str) -> list[str]:
    return [
        f"{_name(path)}: {match[0]}"
        for path in paths
        for match in re.finditer(pattern, path.read_text(encoding="utf-8"))
    ]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _functions(path: Path) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, (node.end_lineno or node.lineno) - node.lineno + 1


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
