"""Write docs/reference.md, the public names of the core, from their sources: `make reference`."""

import ast
import builtins
import copy
import doctest
import pkgutil
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "reference.md"
CORE = "aligner_core"
WIDTH = 120
STRICT = {"StrictInt": "int", "StrictStr": "str", "StrictBool": "bool", "StrictFloat": "float"}
"""Types of pydantic that convert nothing, and what they accept."""
BLOCK = re.compile(r"((?:^# [^\n]*\n)+)__all__ \+?= (\[.*?^\])", re.MULTILINE | re.DOTALL)
"""A list of names in the core, with the comment above it."""
INTRODUCTION = """\
# Reference

This page lists every public name of `aligner_core`: first those that are importable from the package itself, then
those of its public packages. A name that both have is described once, with the package itself. `make reference` writes
the page from the sources, so change a description there. [architecture.md](architecture.md) shows how the parts work
together, [specification.md](specification.md) states the rules that they follow.

Classes with the base `Value` are frozen pydantic models that refuse unknown fields. They are called with snake_case
names, and raise `InvalidValueError` when a field is invalid. `value.model_dump(by_alias=True)` is the wire form, with
camelCase keys unless the class says otherwise; `from_wire(wire)` reads one and raises `InvalidValueError` too.

```python
>>> from aligner_core import Place
>>> wire = {"messageIndex": 0, "spanStart": 4, "spanEnd": 9, "text": "cache", "similarity": 1, "matchMethod": "exact"}
>>> Place.from_wire(wire).span
Span(start=4, end=9)

```
"""


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


class Section(NamedTuple):
    """One part of the page: the names it describes, and those that it only points to."""

    title: str
    package: str
    doc: str
    names: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()


def main() -> None:
    """Write the page."""
    TARGET.write_text(reference(), encoding="utf-8")


def reference() -> str:
    """Return the page."""
    sections = [*_blocks(), *map(_package_section, public_packages()[1:])]
    return "\n".join([INTRODUCTION, _contents(sections), *map(_section, sections)]).rstrip() + "\n"


@cache
def public_packages() -> tuple[str, ...]:
    """Return the core and its public packages."""
    found = pkgutil.iter_modules(import_module(CORE).__path__, f"{CORE}.")
    return (CORE, *(one.name for one in found if one.ispkg and "._" not in one.name))


@cache
def public_names(package: str) -> tuple[str, ...]:
    """Return the names of a public package, in their order."""
    return tuple(import_module(package).__all__)


def heading(name: str, package: str) -> str:
    """Return what a name is called on the page: after its package, unless the core itself has it."""
    return name if package == CORE else f"{package.removeprefix(f'{CORE}.')}.{name}"


@cache
def _source(module: str) -> Source:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(module)
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    bound: dict[str, ast.stmt] = {}
    notes: dict[str, str] = {}
    for statement, below in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        for name in _bound_names(statement):
            bound[name] = statement
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                notes[name] = str(below.value.value)
    return Source(module, ast.get_docstring(tree) or "", bound, notes)


def _bound_names(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
        case _:
            return []


def _definition(name: str, module: str) -> Definition | None:
    """Return where what a module calls *name* is defined; None for what is not ours."""
    source = _source(module)
    statement = source.bound.get(name)
    if isinstance(statement, ast.ImportFrom):
        came_from = statement.module or ""
        return _definition(name, came_from) if came_from.split(".")[0] == CORE else None
    return None if statement is None else Definition(source, statement)


def _home(name: str, module: str) -> str | None:
    """Return the package from which to import what a module calls *name*, the core if possible; None if private."""
    wanted = _definition(name, module)
    homes = (one for one in public_packages() if name in public_names(one) and _definition(name, one) == wanted)
    return None if wanted is None else next(homes, None)


def _blocks() -> Iterator[Section]:
    text = Path(str(import_module(CORE).__file__)).read_text(encoding="utf-8")
    for comment, names in BLOCK.findall(text):
        title, _, said = " ".join(line.removeprefix("# ") for line in comment.splitlines()).partition(": ")
        yield Section(title, CORE, said[:1].upper() + said[1:], tuple(ast.literal_eval(names)))


def _package_section(package: str) -> Section:
    names = public_names(package)
    elsewhere = tuple(name for name in names if _home(name, package) != package)
    described = tuple(name for name in names if name not in elsewhere)
    return Section(f"`{package}`", package, _source(package).doc, described, elsewhere)


def _contents(sections: Sequence[Section]) -> str:
    lines = [
        _wrapped(f"- [{section.title}](#{_anchor(section.title)}): {_links(section.names, section.package)}")
        for section in sections
    ]
    return "\n".join(lines) + "\n"


def _links(names: Sequence[str], package: str) -> str:
    called = [heading(name, _home(name, package) or package) for name in names]
    return ", ".join(f"[`{one}`](#{_anchor(one)})" for one in called)


def _anchor(title: str) -> str:
    return re.sub("[^a-z0-9_]", "", title.lower())


def _section(section: Section) -> str:
    parts = [f"## {section.title}", _document(section.doc, section.package)]
    if section.elsewhere:
        parts.append(_wrapped(f"Also importable from here: {_links(section.elsewhere, section.package)}."))
    parts += [_described(name, section.package) for name in section.names]
    return "\n\n".join(parts) + "\n"


def _described(name: str, package: str) -> str:
    found = _definition(name, package)
    if found is None:
        raise LookupError(name)
    source, parts = found.source, [f"### `{heading(name, package)}`"]
    match found.statement:
        case ast.ClassDef() as node:
            parts += _class(node, source)
        case ast.FunctionDef() as node:
            parts += [_code(_signature(node, source)), _document(ast.get_docstring(node), source.module)]
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            is_made = isinstance(value, ast.Call)
            line = f"{name}: {_text(value.func)}" if is_made else f"{name} = {_text(_plain(value, source))}"  # type: ignore[attr-defined]
            parts += [_code(_alias(line)), _document(source.notes.get(name, ""), source.module)]
    return "\n\n".join(filter(None, parts))


def _alias(line: str) -> list[str]:
    """Return the lines of an alias: one for each of its choices where they are too many for one."""
    if len(line) <= WIDTH:
        return [line]
    head, _, choices = line.removesuffix("]").partition("[")
    return [f"{head}[", *(f"    {choice}," for choice in choices.split(", ")), "]"]


def _class(node: ast.ClassDef, source: Source) -> list[str]:
    """Return what there is to say of a class: its fields, its description, its properties and its methods."""
    members = list(_members(node, source))
    methods = [one for one in members if isinstance(one, ast.FunctionDef) and not _is_property(one)]
    properties = [one for one in members if isinstance(one, ast.FunctionDef) and _is_property(one)]
    constructor = next((one for one in methods if one.name == "__init__"), None)
    of_constructor = [] if constructor is None else [_document(ast.get_docstring(constructor), source.module)]
    listed = [*_attributes(constructor), *(_property(one, source) for one in properties)]
    return [
        _code(_class_head(node, members, source)),
        _document(ast.get_docstring(node), source.module),
        *of_constructor,
        "\n".join(["Attributes:", "", *listed]) if listed else "",
        *(part for one in methods if one is not constructor for part in _method(one, node.name, source)),
    ]


def _members(node: ast.ClassDef, source: Source) -> Iterator[ast.stmt]:
    """Yield the public fields and methods of a class, those of its private bases first."""
    for base in node.bases:
        inherited = source.bound.get(ast.unparse(base))
        if isinstance(inherited, ast.ClassDef) and inherited.name.startswith("_"):
            yield from _members(inherited, source)
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                if name == "__init__" or not (name.startswith("_") or _needs_private_types(statement, source)):
                    yield statement
            case ast.Assign(targets=[ast.Name(id=name)]) if name.isupper():
                yield statement


def _needs_private_types(node: ast.stmt, source: Source) -> bool:
    """Return whether a method takes or gives what only the core's private packages have a name for."""
    if not isinstance(node, ast.FunctionDef):
        return False
    types = [node.returns, *(one.annotation for one in ast.walk(node.args) if isinstance(one, ast.arg))]
    names = {one.id for kind in types if kind for one in ast.walk(kind) if isinstance(one, ast.Name)}
    unnamed = [_definition(name, source.module) for name in names if _home(name, source.module) is None]
    return any(found is not None and "._" in found.source.module for found in unnamed)


def _class_head(node: ast.ClassDef, members: Sequence[ast.stmt], source: Source) -> list[str]:
    decorators = [f"@{text}" for one in node.decorator_list if (text := _text(one)).startswith("dataclass")]
    bases = ", ".join(_bases(node, source))
    body = [_field(one, source) for one in members if isinstance(one, ast.Assign | ast.AnnAssign)]
    for one in members:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            body += _signature(one, source)
    head = f"class {node.name}{f'({bases})' if bases else ''}{':' if body else ''}"
    return [*decorators, head, *(f"    {line}" for line in body)]


def _bases(node: ast.ClassDef, source: Source) -> Iterator[str]:
    for base in node.bases:
        inherited = source.bound.get(ast.unparse(base))
        if isinstance(inherited, ast.ClassDef) and inherited.name.startswith("_"):
            yield from _bases(inherited, source)
        else:
            yield _text(base)


def _field(node: ast.Assign | ast.AnnAssign, source: Source) -> str:
    kind = f": {_text(_plain(node.annotation, source))}" if isinstance(node, ast.AnnAssign) else ""
    default = _default(node.value, source)
    return f"{_bound_names(node)[0]}{kind}" + ("" if default is None else f" = {_text(default)}")


def _default(value: ast.expr | None, source: Source) -> ast.expr | None:
    """Return a default: of a field that pydantic describes, what it says of it; of a private constant, its value."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "Field":
        named = {one.arg: one.value for one in value.keywords}
        first = value.args[0] if value.args else named.get("default")
        return ast.Constant(...) if "default_factory" in named else _default(first, source)
    if isinstance(value, ast.Name) and _home(value.id, source.module) is None:
        found = _definition(value.id, source.module)
        return found.statement.value if found and isinstance(found.statement, ast.Assign) else ast.Constant(...)
    return value


def _is_property(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one).endswith("property") for one in node.decorator_list)


def _property(node: ast.FunctionDef, source: Source) -> str:
    kind = "" if node.returns is None else f": {_text(_plain(node.returns, source))}"
    said = " ".join((ast.get_docstring(node) or "").split()).replace("Raises: ", "Raises ")
    return _wrapped(f"- `{node.name}{kind}`{f' – {said}' if said else ''}")


def _attributes(constructor: ast.FunctionDef | None) -> list[str]:
    """Return the public attributes that a constructor sets."""
    stored = [
        one.attr
        for one in ast.walk(constructor or ast.Pass())
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) and ast.unparse(one.value) == "self"
    ]
    return [f"- `{name}`" for name in dict.fromkeys(stored) if not name.startswith("_")]


def _method(node: ast.FunctionDef, class_name: str, source: Source) -> Iterator[str]:
    yield f"#### `{class_name}.{node.name}`"
    yield _code(_signature(node, source))
    yield _document(ast.get_docstring(node), source.module)


def _signature(node: ast.FunctionDef, source: Source) -> list[str]:
    decorators = [f"@{text}" for one in node.decorator_list if (text := ast.unparse(one)) == "classmethod"]
    args = copy.deepcopy(node.args)
    for one in ast.walk(args):
        if isinstance(one, ast.arg) and one.annotation is not None:
            one.annotation = _plain(one.annotation, source)
    args.defaults = [_default(one, source) or one for one in args.defaults]
    args.kw_defaults = [_default(one, source) for one in args.kw_defaults]
    returns = "" if node.returns is None else f" -> {_text(_plain(node.returns, source))}"
    parameters = list(_parameters(_text(args)))
    line = f"def {node.name}({', '.join(parameters)}){returns}"
    if len(line) <= WIDTH - 4:
        return [*decorators, line]
    return [*decorators, f"def {node.name}(", *(f"    {one}," for one in parameters), f"){returns}"]


def _parameters(text: str) -> Iterator[str]:
    """Yield parameters one by one: they end at the commas outside of all brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "[(") - (char in "])")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    for part in filter(None, map(str.strip, parts)):
        yield " = ".join(part.split("=", 1)) if ": " in part else part


def _text(node: ast.AST) -> str:
    return re.sub(r"'([^'\"]*)'", r'"\1"', ast.unparse(node))


def _plain(node: ast.expr, source: Source) -> ast.expr:
    """Return a type as a reader needs it: without pydantic's details, and with private names spelled out."""
    plain: ast.expr = _Plain(source).visit(copy.deepcopy(node))
    return plain


class _Plain(ast.NodeTransformer):
    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id="Literal")):
                return node
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, *_])):
                return _plain(kind, self.source)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        text = node.value
        return _plain(ast.parse(text, mode="eval").body, self.source) if isinstance(text, str) else node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = _definition(node.id, self.source.module)
        if found is None or _home(node.id, self.source.module) or not isinstance(found.statement, ast.Assign):
            return ast.Name(STRICT.get(node.id, node.id))
        return _plain(found.statement.value, found.source)


def _code(lines: Sequence[str]) -> str:
    return "\n".join(["```python", *lines, "```"])


def _document(text: str | None, module: str) -> str:
    """Return a docstring as Markdown: its examples as code that imports what it uses, its `Raises:` as a list."""
    parts: list[str] = []
    imports = _imports(text or "", module)
    for block in filter(None, re.split(r"\n\s*\n", text or "")):
        said, prompt, example = block.partition(">>> ")
        if said.startswith("Raises:"):
            parts.append("\n".join(["Raises:", "", *_raised(said)]))
        elif said.strip():
            parts.append(said.strip())
        if prompt:
            parts.append(_code([*imports, f">>> {example}", ""]))
            imports = []
    return "\n\n".join(parts)


def _raised(block: str) -> Iterator[str]:
    for error in re.split(r"\n {4}(?=\w)", block)[1:]:
        name, _, when = " ".join(error.split()).partition(": ")
        yield _wrapped(f"- `{name}`: {when}")


def _wrapped(text: str) -> str:
    indent = "  " if text.startswith("- ") else ""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _imports(text: str, module: str) -> list[str]:
    """Return the imports that the examples of a docstring leave to their module, those of ours last."""
    by_package: dict[str, list[str]] = {}
    for name in _missing_names(text):
        by_package.setdefault(_importable_from(name, module), []).append(name)
    packages = sorted(by_package, key=lambda package: (package.startswith(CORE), package))
    return [f">>> from {package} import {', '.join(sorted(by_package[package]))}" for package in packages]


def _missing_names(text: str) -> list[str]:
    code = ast.parse("".join(one.source for one in doctest.DocTestParser().get_examples(text)))
    names = [one for one in ast.walk(code) if isinstance(one, ast.Name)]
    made = {one.id for one in names if isinstance(one.ctx, ast.Store)} | set(vars(builtins))
    made |= {name for one in ast.walk(code) if isinstance(one, ast.stmt) for name in _bound_names(one)}
    return list(dict.fromkeys(one.id for one in names if one.id not in made))


def _importable_from(name: str, module: str) -> str:
    statement = _source(module).bound.get(name)
    if module in public_packages() and name in public_names(module):
        return module
    if home := _home(name, module):
        return home
    if isinstance(statement, ast.ImportFrom) and (statement.module or CORE).split(".")[0] != CORE:
        return str(statement.module)
    message = f"an example in {module} uses {name}, which is not public"
    raise LookupError(message)


if __name__ == "__main__":
    main()
