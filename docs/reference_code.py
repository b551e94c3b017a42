"""Definitions of the core as a reader needs them: signatures, heads of classes, types without private names."""

import ast
import copy
import re
from collections.abc import Iterator, Sequence

from docs.reference_names import Source, bound_names, definition, home_of

WIDTH = 120
STRICT = {"StrictInt": "int", "StrictStr": "str", "StrictBool": "bool", "StrictFloat": "float"}
"""Types of pydantic that convert nothing, and what they accept."""


def alias_lines(line: str) -> list[str]:
    """Return the lines of an alias: one for each of its choices where they are too many for one."""
    if len(line) <= WIDTH:
        return [line]
    head, _, choices = line.removesuffix("]").partition("[")
    return [f"{head}[", *(f"    {choice}," for choice in choices.split(", ")), "]"]


def class_head(node: ast.ClassDef, members: Sequence[ast.stmt], source: Source) -> list[str]:
    """Return the lines that define a class: its decorators, name, bases, fields and constructor."""
    decorators = [f"@{text}" for one in node.decorator_list if (text := code_text(one)).startswith("dataclass")]
    bases = ", ".join(_bases(node, source))
    body = [_field(one, source) for one in members if isinstance(one, ast.Assign | ast.AnnAssign)]
    for one in members:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            body += signature(one, source)
    head = f"class {node.name}{f'({bases})' if bases else ''}{':' if body else ''}"
    return [*decorators, head, *(f"    {line}" for line in body)]


def _bases(node: ast.ClassDef, source: Source) -> Iterator[str]:
    for base in node.bases:
        inherited = source.bound.get(ast.unparse(base))
        if isinstance(inherited, ast.ClassDef) and inherited.name.startswith("_"):
            yield from _bases(inherited, source)
        else:
            yield code_text(base)


def _field(node: ast.Assign | ast.AnnAssign, source: Source) -> str:
    kind = f": {code_text(plain_type(node.annotation, source))}" if isinstance(node, ast.AnnAssign) else ""
    default = _default(node.value, source)
    return f"{bound_names(node)[0]}{kind}" + ("" if default is None else f" = {code_text(default)}")


def _default(value: ast.expr | None, source: Source) -> ast.expr | None:
    """Return a default: of a field that pydantic describes, what it says of it; of a private constant, its value."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "Field":
        named = {one.arg: one.value for one in value.keywords}
        first = value.args[0] if value.args else named.get("default")
        return ast.Constant(...) if "default_factory" in named else _default(first, source)
    if isinstance(value, ast.Name) and home_of(value.id, source.module) is None:
        found = definition(value.id, source.module)
        return found.statement.value if found and isinstance(found.statement, ast.Assign) else ast.Constant(...)
    return value


def signature(node: ast.FunctionDef, source: Source) -> list[str]:
    """Return the lines of a function up to its colon: a parameter a line where they are too many for one."""
    decorators = [f"@{text}" for one in node.decorator_list if (text := ast.unparse(one)) == "classmethod"]
    args = copy.deepcopy(node.args)
    for one in ast.walk(args):
        if isinstance(one, ast.arg) and one.annotation is not None:
            one.annotation = plain_type(one.annotation, source)
    args.defaults = [_default(one, source) or one for one in args.defaults]
    args.kw_defaults = [_default(one, source) for one in args.kw_defaults]
    returns = "" if node.returns is None else f" -> {code_text(plain_type(node.returns, source))}"
    parameters = list(_parameters(code_text(args)))
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


def code_text(node: ast.AST) -> str:
    """Return code with double quotation marks."""
    return re.sub(r"'([^'\"]*)'", r'"\1"', ast.unparse(node))


def plain_type(node: ast.expr, source: Source) -> ast.expr:
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
                return plain_type(kind, self.source)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        text = node.value
        return plain_type(ast.parse(text, mode="eval").body, self.source) if isinstance(text, str) else node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = definition(node.id, self.source.module)
        if found is None or home_of(node.id, self.source.module) or not isinstance(found.statement, ast.Assign):
            return ast.Name(STRICT.get(node.id, node.id))
        return plain_type(found.statement.value, found.source)
