"""The house keeps its own rules: who may import whom, how long things are, what a page may not hold."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("aligner_core", "review")
MODULES = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if path.parent.name != "migrations"
)
PAGES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted(path for path in (ROOT / "static").glob("*.js"))
PUBLIC = {
    name: frozenset({"__version__", *import_module(name).__all__})
    for name in (
        "aligner_core",
        *(
            f"aligner_core.{package}"
            for package in (
                "bundles",
                "citations",
                "evidence",
                "exports",
                "extraction",
                "formats",
                "guards",
                "grounding",
                "ledger",
                "retrieval",
            )
        ),
    )
}
"""What the core promises: the names of its root and of its public packages."""
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 50

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
    "a redirect that could take an address for a name": r"redirect\((?!\"|entry\b|fresh\b|session\b|page\b|f\")",
    "an address of htmx that may be malformed": r"htmx\.current_url_abs_path",
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
        ("review/views/entries.py", "from benchmarks import timing", "the packages know nothing of the workshop"),
        ("aligner_core/evidence/proofs.py", "from aligner_core._matching import exact", "proofs know no matching"),
        ("aligner_core/_text/tokens.py", "from aligner_core import formats", "aligner_core flows one way"),
        ("review/models/events.py", "from review import forms", "review flows one way"),
        (
            "review/services/repair/quotes.py",
            "from review.services.ingest import receive",
            "a service calls no other service",
        ),
        ("review/selectors/access.py", "from review.selectors.quotes import quote_rows", "selectors flow one way"),
        ("review/services/_journal.py", "from review.services.ingest import receive", "services flow one way"),
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


def test_no_imports_form_a_circle() -> None:
    assert _circle(_imports()) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("aligner_core.evidence.models", "from aligner_core.evidence import proofs"),
        ("aligner_core.grounding.report", "if TYPE_CHECKING:\n    from aligner_core.grounding.explain import explain"),
        ("aligner_core.grounding.html", "from aligner_core.grounding import report"),
        ("aligner_core._language.lexicon", "def late():\n    import aligner_core._language.korean"),
        ("review.models.uploads", "if TYPE_CHECKING:\n    from review.models import Entry"),
        ("review.selectors.access", "def late():\n    import review.selectors.home"),
    ],
)
def test_a_circle_of_imports_would_be_found(module: str, line: str) -> None:
    imports = {**_imports(), module: _imports()[module] | _named_in(line)}

    assert module in _circle(imports)


def test_imports_are_absolute() -> None:
    relative = [module for module, named in _imports().items() if any(name.startswith(".") for name in named)]

    assert relative == []


def test_the_core_names_neither_django_nor_review() -> None:
    named = [
        f"{module}: {name}"
        for module, imports in _imports().items()
        if module.split(".")[0] == "aligner_core"
        for name in imports
        if name.split(".")[0] in {"django", "review"}
    ]

    assert named == []


def test_review_takes_from_the_core_what_is_public() -> None:
    found = [
        f"{_name(path)}: {name}" for path in MODULES if _is_in_review(path) for name in _not_public(path.read_text())
    ]

    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "from aligner_core._text.confusables import has_confusables",
        "from aligner_core.ledger.keys import Signer",
        "from aligner_core.ledger import keys",
        "from aligner_core.aligner import EvidenceAligner",
        "from aligner_core import spans",
        "import aligner_core._repair.fixes",
        "import aligner_core.ledger.keys as keys",
    ],
)
def test_what_is_not_public_would_be_found(line: str) -> None:
    assert list(_not_public(line)) != []


@pytest.mark.parametrize(
    "line",
    [
        "import aligner_core",
        "from aligner_core import EvidenceAligner, __version__",
        "from aligner_core.ledger import Signer",
        "from review.models import Entry",
    ],
)
def test_what_is_public_would_pass(line: str) -> None:
    assert list(_not_public(line)) == []


def test_modules_are_rooms_and_functions_fit_on_a_page() -> None:
    long_modules = [f"{_name(path)}: {lines}" for path in MODULES if (lines := _lines(path)) > MAX_MODULE_LINES]
    long_functions = [
        f"{_name(path)} {function.name}: {length}"
        for path in MODULES
        for function, length in _functions(path)
        if length > MAX_FUNCTION_LINES
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


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def _imports() -> Mapping[str, frozenset[str]]:
    """Return what each module imports, wherever it does so: in a function, and for types alone, too."""
    return {_module(path): _named_in(path.read_text(encoding="utf-8")) for path in MODULES}


def _named_in(source: str) -> frozenset[str]:
    """Return every module that a source may import: of *from a import b* both a and a.b, for b may be one."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = "." * node.level + (node.module or "")
            named |= {package, *(f"{package}.{alias.name}" for alias in node.names)}
    return frozenset(named)


def _circle(imports: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the modules of a circle, the first one again at its end; nothing when there is none."""
    graph = {module: (named & imports.keys()) - {module} for module, named in imports.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _functions(path: Path) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, (node.end_lineno or node.lineno) - node.lineno + 1


def _is_in_review(path: Path) -> bool:
    return path.is_relative_to(ROOT / "review")


def _not_public(source: str) -> Iterator[str]:
    """Yield what a module imports of the core beside the names that its root and its public packages export."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names if alias.name.split(".")[0] == "aligner_core"]
            yield from (name for name in named if name not in PUBLIC)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "aligner_core":
            exported = PUBLIC.get(node.module or "", frozenset())
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name not in exported)
