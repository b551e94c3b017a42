"""Modules and names that are loaded when first needed, so that `import aligner_core` does not wait for them.

Imports inside functions would hide what a module needs. This keeps them at the top, and type checkers understand it:

    if TYPE_CHECKING:
        import numpy as np
    else:
        np = lazy_module("numpy")
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType

from aligner_core.errors import MissingExtraError


class _LazyModule:
    """A stand-in for a module, which is imported when its first attribute is needed."""

    def __init__(self, name: str, extra: str | None) -> None:
        self._module_name = name
        self._extra = extra

    def __getattr__(self, name: str) -> object:
        """Import the module, which Python does once for all threads, and keep the attribute for the next time.

        What tools ask any object for, such as `__wrapped__`, is no reason to import it.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._imported(), name)
        vars(self)[name] = value
        return value

    def _imported(self) -> ModuleType:
        try:
            return import_module(self._module_name)
        except ModuleNotFoundError as error:
            package = self._module_name.partition(".")[0]
            if self._extra is None or error.name != package:
                raise
            message = f"{package} is not installed: pip install 'evidence-review[{self._extra}]'"
            raise MissingExtraError(message) from error


def lazy_module(name: str, *, extra: str | None = None) -> _LazyModule:
    """Return a stand-in for the module *name*, which is imported when first needed.

    What an *extra* of this package brings may not be there.

    Raises:
        MissingExtraError: an attribute is asked for, and the module of an *extra* is not installed.

    >>> json = lazy_module("json")
    >>> json.loads("[1]")
    [1]

    """
    return _LazyModule(name, extra)


def lazy_names(
    package: str, names: Mapping[str, str], *, packages: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a *package* whose names are imported when first needed.

    *names* are those of each module, and *packages* the packages below it that are its attributes too, separated by
    spaces.

    >>> get, listed = lazy_names("json", {"json.decoder": "JSONDecoder JSONDecodeError"}, packages="tool")
    >>> get("JSONDecodeError").__name__, get("tool").__name__
    ('JSONDecodeError', 'json.tool')

    """
    homes = {name: module for module, held in names.items() for name in held.split()}
    below = frozenset(packages.split())

    def get(name: str) -> object:
        if name in below:
            return import_module(f"{package}.{name}")
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = getattr(import_module(homes[name]), name)
        vars(sys.modules[package])[name] = value
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes, *below})

    return get, listed
