"""Modules that are loaded when first needed, so that `import aligner_core` does not wait for them.

Imports inside functions would hide what a module needs. This keeps them at the top, and type checkers understand it:

    if TYPE_CHECKING:
        import numpy as np
    else:
        np = lazy_module("numpy")
"""

from importlib import import_module


class _LazyModule:
    """A stand-in for a module, which is imported when its first attribute is needed."""

    def __init__(self, name: str) -> None:
        self._module_name = name

    def __getattr__(self, name: str) -> object:
        """Import the module, which Python does once for all threads, and keep the attribute for the next time."""
        value = getattr(import_module(self._module_name), name)
        vars(self)[name] = value
        return value


def lazy_module(name: str) -> _LazyModule:
    """Return a stand-in for the module *name*, which is imported when first needed.

    >>> json = lazy_module("json")
    >>> json.loads("[1]")
    [1]
    """
    return _LazyModule(name)
