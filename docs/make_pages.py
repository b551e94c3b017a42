"""Write docs/pages.md, what answers each address, from the URLs, the views and the templates: `make pages`."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import django

from frontend import templates

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "pages.md"
VIEWS = ROOT / "review" / "views"
REQUEST = re.compile(r"hx-(?:get|post)=\"(?:\{% url 'review:(\w+)'|\{\{ (\w+) \}\})")
ELEMENT = re.compile(r"<\w+(?:\{%.*?%\}|\{\{.*?\}\}|[^>{])*>", re.DOTALL)
SWAPPED = re.compile(r"hx-target=\"((?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*)\"")
ACTION = re.compile(r"\{% action (?:\"review:(\w+)\"|(\w+)) [^%]*?into=\"(\w+)\"( row=)?")
NAMED = re.compile(r"\{% url ['\"](?:review:)?(\w+)['\"][^%]*? as (\w+) %\}")
INTRODUCTION = """\
# Pages

What answers each address: the view in `review/views/`, the templates below `templates/review/` that it may render, and
the elements that htmx puts an answer into. `make pages` writes this page from `review/urls.py`, the views and the
templates, so change those; a test fails until it is written again. The acts of a table in `review/acts/` share a view.
A view without a template leads to another page, or sends a file or nothing. A template with an underscore is a fragment
for htmx; the others are whole pages, and the second table has the stylesheets that these link. What a fragment swaps
beside its target says `hx-swap-oob`.

| address | view | templates | swapped |
|---|---|---|---|
"""


class Function(NamedTuple):
    """What a function of a view names: the functions of views that it calls, and the templates that it renders."""

    called: frozenset[str]
    rendered: frozenset[str]


def page_map() -> str:
    """Return the text of docs/pages.md."""
    swapped = _swapped()
    rows = [
        f"| `/{address}` | `{view.replace('.', '.py: ')}` | {_templates_of(view)} | {_code(swapped.get(name, set()))} |"
        for address, view, name in addresses()
    ]
    return INTRODUCTION + "\n".join(rows) + "\n\n" + _sheets()


def addresses() -> Iterator[tuple[str, str, str]]:
    """Yield the address, the view as `module.function`, and the name of each URL of the application."""
    for pattern in import_module("review.urls").urlpatterns:
        view = pattern.callback
        yield str(pattern.pattern), f"{view.__module__.rpartition('.')[2]}.{view.__name__}", pattern.name


@cache
def _functions() -> Mapping[str, Function]:
    """Return the functions of all views by `module.function`."""
    found: dict[str, Function] = {}
    for path in sorted(VIEWS.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = {node.name: f"{path.stem}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("review.views."):
                known |= {one.asname or one.name: f"{(node.module or '')[13:]}.{one.name}" for one in node.names}
        constants = _templates_by_name(tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                rendered = {one for name in names for one in constants.get(name, ())} | _literals(node)
                called = {known[name] for name in _calls(node) if name in known}
                found[f"{path.stem}.{node.name}"] = Function(frozenset(called), frozenset(rendered))
    return found


def _calls(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def _templates_by_name(tree: ast.Module) -> dict[str, set[str]]:
    """Return the templates that constants of a module name."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return {
        target.id: _literals(node)
        for node in assigned
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }


def _literals(node: ast.AST) -> set[str]:
    constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return {one for one in constants if isinstance(one, str) and one.endswith(".html")}


def rendered_by(view: str) -> set[str]:
    """Return the templates that a view renders, itself or by what it calls."""
    seen, waiting = set[str](), [view]
    while waiting:
        function = waiting.pop()
        if function not in seen and function in _functions():
            seen.add(function)
            waiting += _functions()[function].called
    return {template for function in seen for template in _functions()[function].rendered}


def _templates_of(view: str) -> str:
    return _code({name.removeprefix("review/") for name in rendered_by(view)})


def _swapped() -> dict[str, set[str]]:
    """Return the targets of htmx by the names of the addresses whose answers go there."""
    found: dict[str, set[str]] = {}
    for name in templates.names():
        text = templates.text_of(name)
        variables = {variable: address for address, variable in NAMED.findall(text)}
        for element in ELEMENT.findall(text):
            asked, target = REQUEST.search(element), SWAPPED.search(element)
            if asked and (address := asked[1] or variables.get(asked[2], "")):
                found.setdefault(address, set()).add(_target(target[1]) if target else "itself")
        for named, variable, into, row in ACTION.findall(text):
            if address := named or variables.get(variable, ""):
                found.setdefault(address, set()).add(f"#{into}-…" if row else f"#{into}")
    return found


def _target(written: str) -> str:
    """Return a target with a sign for what differs from row to row."""
    return re.sub(r"\{\{.*?\}\}", "…", re.sub(r"\{% if.*?%\}(.*?)\{% else %\}.*?\{% endif %\}", r"\1", written))


def _code(names: set[str]) -> str:
    return ", ".join(f"`{name}`" if name != "itself" else name for name in sorted(names)) or "–"


def _sheets() -> str:
    """Return the table of the stylesheets that pages link beside those of every page."""
    pages = [name for name in templates.names() if templates.is_page(name) and templates.stylesheets_of(name)]
    rows = [
        f"| `{name.removeprefix('review/')}` | {', '.join(f'`{one}`' for one in templates.stylesheets_of(name))} |"
        for name in pages
    ]
    return "| page | stylesheets beside `review.css` |\n|---|---|\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    django.setup()
    TARGET.write_text(page_map(), encoding="utf-8")
