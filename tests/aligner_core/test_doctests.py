"""The examples in the core's documentation run."""

import doctest
import importlib
import inspect
import pkgutil
import re
from types import FunctionType
from typing import get_origin

import pytest

import aligner_core

MODULES = ["aligner_core", *(module.name for module in pkgutil.walk_packages(aligner_core.__path__, "aligner_core."))]
PUBLIC = [
    "aligner_core",
    *(
        module.name
        for module in pkgutil.iter_modules(aligner_core.__path__, "aligner_core.")
        if module.ispkg and not module.name.startswith("aligner_core._")
    ),
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_core_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_examples() -> None:
    found = [doctest.testmod(importlib.import_module(module)).attempted for module in MODULES]

    assert sum(found) >= 10


@pytest.mark.parametrize("package", PUBLIC)
def test_all_public_names_are_there_and_documented(package: str) -> None:
    module = importlib.import_module(package)
    names = {name: getattr(module, name) for name in module.__all__}

    assert [name for name, thing in names.items() if not thing.__doc__ and get_origin(thing) is None] == []
    assert sorted(names) == sorted(name for name in vars(module) if name in names)
    assert len(module.__all__) == len(names)


@pytest.mark.parametrize("package", PUBLIC)
def test_what_a_public_function_raises_is_written_down(package: str) -> None:
    """A function that checks its arguments, or raises itself, has a section on it."""
    module = importlib.import_module(package)
    silent = [
        name
        for name in module.__all__
        if isinstance(thing := getattr(module, name), FunctionType)
        if re.search(r"\braise |\brequire_|\brefuse\(", inspect.getsource(thing))
        if "Raises:" not in (thing.__doc__ or "")
    ]

    assert silent == []


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", aligner_core.__version__)
