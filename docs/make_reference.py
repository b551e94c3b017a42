"""Write docs/reference.md, the public names of the core, from their sources: `make reference`."""

import ast
import builtins
import doctest
import re
import textwrap
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from docs.reference_code import WIDTH, alias_lines, class_head, code_text, plain_type, signature
from docs.reference_names import (
    CORE,
    Source,
    bound_names,
    definition,
    home_of,
    importable_from,
    public_names,
    public_packages,
    source_of,
)

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "reference.md"
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


def heading(name: str, package: str) -> str:
    """Return what a name is called on the page: after its package, unless the core itself has it."""
    return name if package == CORE else f"{package.removeprefix(f'{CORE}.')}.{name}"


def _blocks() -> Iterator[Section]:
    text = Path(str(import_module(CORE).__file__)).read_text(encoding="utf-8")
    for comment, names in BLOCK.findall(text):
        title, _, description = " ".join(line.removeprefix("# ") for line in comment.splitlines()).partition(": ")
        yield Section(title, CORE, description[:1].upper() + description[1:], tuple(ast.literal_eval(names)))


def _package_section(package: str) -> Section:
    names = public_names(package)
    elsewhere = tuple(name for name in names if home_of(name, package) != package)
    described = tuple(name for name in names if name not in elsewhere)
    return Section(f"`{package}`", package, source_of(package).doc, described, elsewhere)


def _contents(sections: Sequence[Section]) -> str:
    lines = [
        _wrapped(f"- [{section.title}](#{_anchor(section.title)}): {_links(section.names, section.package)}")
        for section in sections
    ]
    return "\n".join(lines) + "\n"


def _links(names: Sequence[str], package: str) -> str:
    called = [heading(name, home_of(name, package) or package) for name in names]
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
    found = definition(name, package)
    if found is None:
        raise LookupError(name)
    source, parts = found.source, [f"### `{heading(name, package)}`"]
    match found.statement:
        case ast.ClassDef() as node:
            parts += _class(node, source)
        case ast.FunctionDef() as node:
            parts += [_code(signature(node, source)), _document(ast.get_docstring(node), source.module)]
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            is_made = isinstance(value, ast.Call)
            line = f"{name}: {code_text(value.func)}" if is_made else f"{name} = {code_text(plain_type(value, source))}"  # type: ignore[attr-defined]
            parts += [_code(alias_lines(line)), _document(source.notes.get(name, ""), source.module)]
    return "\n\n".join(filter(None, parts))


def _class(node: ast.ClassDef, source: Source) -> list[str]:
    """Return what there is to say of a class: its fields, its description, its properties and its methods."""
    members = list(_members(node, source))
    methods = [one for one in members if isinstance(one, ast.FunctionDef) and not _is_property(one)]
    properties = [one for one in members if isinstance(one, ast.FunctionDef) and _is_property(one)]
    constructor = next((one for one in methods if one.name == "__init__"), None)
    of_constructor = [] if constructor is None else [_document(ast.get_docstring(constructor), source.module)]
    listed = [*_attributes(constructor), *(_property(one, source) for one in properties)]
    return [
        _code(class_head(node, members, source)),
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
    unnamed = [definition(name, source.module) for name in names if home_of(name, source.module) is None]
    return any(found is not None and "._" in found.source.module for found in unnamed)


def _is_property(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one).endswith("property") for one in node.decorator_list)


def _property(node: ast.FunctionDef, source: Source) -> str:
    kind = "" if node.returns is None else f": {code_text(plain_type(node.returns, source))}"
    description = " ".join((ast.get_docstring(node) or "").split()).replace("Raises: ", "Raises ")
    return _wrapped(f"- `{node.name}{kind}`{f' – {description}' if description else ''}")


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
    yield _code(signature(node, source))
    yield _document(ast.get_docstring(node), source.module)


def _code(lines: Sequence[str]) -> str:
    return "\n".join(["```python", *lines, "```"])


def _document(text: str | None, module: str) -> str:
    """Return a docstring as Markdown: its examples as code that imports what it uses, its `Raises:` as a list."""
    parts: list[str] = []
    imports = _imports(text or "", module)
    for block in filter(None, re.split(r"\n\s*\n", text or "")):
        prose, prompt, example = block.partition(">>> ")
        if prose.startswith("Raises:"):
            parts.append("\n".join(["Raises:", "", *_raised(prose)]))
        elif prose.strip():
            parts.append(prose.strip())
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
        by_package.setdefault(importable_from(name, module), []).append(name)
    packages = sorted(by_package, key=lambda package: (package.startswith(CORE), package))
    return [f">>> from {package} import {', '.join(sorted(by_package[package]))}" for package in packages]


def _missing_names(text: str) -> list[str]:
    code = ast.parse("".join(one.source for one in doctest.DocTestParser().get_examples(text)))
    names = [one for one in ast.walk(code) if isinstance(one, ast.Name)]
    made = {one.id for one in names if isinstance(one.ctx, ast.Store)} | set(vars(builtins))
    made |= {name for one in ast.walk(code) if isinstance(one, ast.stmt) for name in bound_names(one)}
    return list(dict.fromkeys(one.id for one in names if one.id not in made))


if __name__ == "__main__":
    main()
