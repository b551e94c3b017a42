"""Modules loaded when first needed: importing the core waits for none of them, and aligning finds them."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from aligner_core._lazy import lazy_module
from aligner_core.errors import AlignerError, MissingExtraError

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("bm25s", "cryptography", "dask", "distributed", "django", "multiprocessing", "numpy", "pyarrow", "ray")
PUBLIC = ("_command.main", "bulk", "bundles", "citations", "evidence", "formats", "ledger", "retrieval")


def loaded_by(script: str) -> list[str]:
    """Return which heavy modules a fresh interpreter has loaded after a script."""
    asked = f"{script}\nimport sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    answer = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    return answer.stdout.split()


@pytest.mark.parametrize("module", ["aligner_core", *(f"aligner_core.{name}" for name in PUBLIC)])
def test_importing_the_core_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(f"import {module}") == []


def test_importing_the_core_loads_nothing_of_it_and_no_other_package() -> None:
    script = "import sys; before = {*sys.modules}; import aligner_core; print(*sorted({*sys.modules} - before))"

    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    ours = {name for name in answer.stdout.split() if name.partition(".")[0] not in sys.stdlib_module_names}
    assert ours == {"aligner_core", "aligner_core._lazy", "aligner_core.errors"}


def test_aligning_loads_no_reader_of_files() -> None:
    script = "from aligner_core import EvidenceAligner; import sys; print(*(name for name in sys.modules))"

    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "aligner_core.formats.registry" not in answer.stdout.split()


@pytest.mark.parametrize("package", ["aligner_core", "aligner_core.formats"])
def test_the_names_of_a_package_are_those_that_its_types_have(package: str) -> None:
    module = import_module(package)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    [typed] = [node for node in tree.body if isinstance(node, ast.If)]
    imported = {(one.module, name.name) for one in typed.body if isinstance(one, ast.ImportFrom) for name in one.names}
    [call] = [node for node in ast.walk(typed.orelse[0]) if isinstance(node, ast.Call)]
    homes = ast.literal_eval(call.args[1])

    assert {(home, name) for home, names in homes.items() for name in names.split()} == imported
    assert {*module.__all__} <= {*dir(module)}


def test_a_package_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="module 'aligner_core' has no attribute 'nothing'"):
        _ = import_module("aligner_core").nothing


def test_packages_of_the_core_are_its_attributes() -> None:
    script = "import aligner_core; print(aligner_core.retrieval.BM25Retriever.__name__)"

    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert answer.stdout == "BM25Retriever\n"


def test_importing_the_core_reads_no_word_list() -> None:
    script = "import aligner_core, aligner_core._language.word_list as lists; print(lists.word_list.cache_info())"

    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert answer.stdout == "CacheInfo(hits=0, misses=0, maxsize=None, currsize=0)\n"


@pytest.mark.parametrize(
    ("script", "loaded"),
    [
        ("aligner_core.EvidenceAligner().align_quote('the cache lives on', 'The cache  lives on.')", ["numpy"]),
        ("from aligner_core.ledger.keys import Signer; Signer.generate()", ["cryptography"]),
        ("from aligner_core.retrieval import BM25Retriever; BM25Retriever([])", ["bm25s", "numpy"]),
    ],
)
def test_what_is_needed_is_loaded_when_it_is_needed(script: str, loaded: list[str]) -> None:
    assert loaded_by(f"import aligner_core\n{script}") == loaded


def test_a_lazy_module_keeps_what_was_asked_for() -> None:
    module = lazy_module("fractions")

    first, second = module.Fraction, module.Fraction

    assert first is second is vars(module)["Fraction"]


def test_a_lazy_module_has_nothing_that_the_module_lacks() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lazy_module("fractions").nothing


def test_what_an_extra_brings_says_what_to_install() -> None:
    with pytest.raises(MissingExtraError) as missing:
        _ = lazy_module("no_such_package.inside", extra="bundles").anything

    assert str(missing.value) == "no_such_package is not installed: pip install 'evidence-review[bundles]'"
    assert isinstance(missing.value, AlignerError)


@pytest.mark.parametrize("extra", [None, "bundles"])
def test_a_package_that_is_broken_inside_is_no_missing_extra(extra: str | None, tmp_path: Path) -> None:
    (tmp_path / "broken_inside.py").write_text("import nothing_of_the_kind")

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"):
            _ = lazy_module("broken_inside", extra=extra).anything


def test_a_lazy_module_is_not_imported_for_what_tools_ask_of_any_object() -> None:
    assert not hasattr(lazy_module("no_such_package", extra="bundles"), "__wrapped__")
