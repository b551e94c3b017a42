"""Modules loaded when first needed: importing the core waits for none of them, and aligning finds them."""

import subprocess
import sys
from pathlib import Path

import pytest

from aligner_core._lazy import lazy_module

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("bm25s", "cryptography", "django", "numpy")
PUBLIC = ("bundles", "citations", "evidence", "formats", "ledger", "retrieval")


def loaded_by(script: str) -> list[str]:
    """Return which heavy modules a fresh interpreter has loaded after a script."""
    asked = f"{script}\nimport sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    answer = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    return answer.stdout.split()


@pytest.mark.parametrize("module", ["aligner_core", *(f"aligner_core.{name}" for name in PUBLIC)])
def test_importing_the_core_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(f"import {module}") == []


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
