"""Where the public names of the core are defined, and from which package they are imported."""

import ast
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

CORE = "aligner_core"


@dataclass(frozen=True)
class Source:
    """One module: the statement that binds each of its top-level names, and the text below an assignment."""

    module: str
    doc: str
    bound: Mapping[str, ast.stmt]
    notes: Mapping[str, str]


class Definition(NamedTuple):
    """Where a name is defined, and by which statement."""

    source: Source
    statement: ast.stmt


@cache
def public_packages() -> tuple[str, ...]:
    """Return the core and its public packages."""
    found = pkgutil.iter_modules(import_module(CORE).__path__, f"{CORE}.")
    return (CORE, *(one.name for one in found if one.ispkg and "._" not in one.name))


@cache
def public_names(package: str) -> tuple[str, ...]:
    """Return the names of a public package, in their order."""
    return tuple(import_module(package).__all__)


@cache
def source_of(module: str) -> Source:
    """Return what the file of a module says."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(module)
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    bound: dict[str, ast.stmt] = {}
    notes: dict[str, str] = {}
    statements = [one for statement in tree.body for one in _typed(statement)]
    for statement, below in zip(statements, [*statements[1:], ast.Pass()], strict=True):
        for name in bound_names(statement):
            bound[name] = statement
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                notes[name] = str(below.value.value)
    return Source(module, ast.get_docstring(tree) or "", bound, notes)


def _typed(statement: ast.stmt) -> list[ast.stmt]:
    """Return what type checkers see of a statement: of `if TYPE_CHECKING` its body, where names are imported lazily."""
    match statement:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
            return body
        case _:
            return [statement]


def bound_names(statement: ast.stmt) -> list[str]:
    """Return the names that a statement binds."""
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
        case _:
            return []


def definition(name: str, module: str) -> Definition | None:
    """Return where what a module calls *name* is defined; None for what is not ours."""
    source = source_of(module)
    statement = source.bound.get(name)
    if isinstance(statement, ast.ImportFrom):
        came_from = statement.module or ""
        return definition(name, came_from) if came_from.split(".")[0] == CORE else None
    return None if statement is None else Definition(source, statement)


def home_of(name: str, module: str) -> str | None:
    """Return the package from which to import what a module calls *name*, the core if possible; None if private."""
    wanted = definition(name, module)
    homes = (one for one in public_packages() if name in public_names(one) and definition(name, one) == wanted)
    return None if wanted is None else next(homes, None)


def importable_from(name: str, module: str) -> str:
    """Return the package from which an example in a module imports a name; raise LookupError if it is not public."""
    statement = source_of(module).bound.get(name)
    if module in public_packages() and name in public_names(module):
        return module
    if home := home_of(name, module):
        return home
    if isinstance(statement, ast.ImportFrom) and (statement.module or CORE).split(".")[0] != CORE:
        return str(statement.module)
    message = f"an example in {module} uses {name}, which is not public"
    raise LookupError(message)
