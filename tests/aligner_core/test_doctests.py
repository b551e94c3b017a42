"""The examples in the core's documentation run."""

import doctest
import importlib
import pkgutil

import pytest

import aligner_core

MODULES = ["aligner_core", *(f"aligner_core.{module.name}" for module in pkgutil.iter_modules(aligner_core.__path__))]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_core_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_examples() -> None:
    found = [doctest.testmod(importlib.import_module(module)).attempted for module in MODULES]

    assert sum(found) >= 10


def test_all_public_names_are_there_and_documented() -> None:
    names = {name: getattr(aligner_core, name) for name in aligner_core.__all__}

    assert [name for name, thing in names.items() if not thing.__doc__] == []
    assert sorted(names) == sorted(name for name in vars(aligner_core) if name in names)
