"""The templates as they refer to each other, and what a template may not hold: a line that nobody can read at once."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

TEMPLATES = Path(__file__).parents[1] / "templates"
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
REFERENCE = re.compile(r"\{%\s*(?:include|extends)\s+(?:\w+\|default:)?\"([^\"]+)\"")
LINKED = re.compile(r"\{% static '([\w-]+\.css)' %\}")
OPEN = re.compile(r"[\w-]*\{\{.*?\}\}[\w-]*")
CLASS = re.compile(r"\bclass=\"((?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*)\"")
LONGEST = 160
"""How many characters a line of a template may have."""
STYLES = re.compile(r"\{% block styles %\}(.*?)\{% endblock %\}", re.DOTALL)


@cache
def text_of(name: str) -> str:
    """Return the source of a template."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def names() -> list[str]:
    """Return the names of our templates; those of the admin bring the styles of the admin."""
    found = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
    return [name for name in found if not name.startswith("admin/")]


def is_page(name: str) -> bool:
    """Whether a template is a whole page."""
    return "{% extends" in text_of(name)


@cache
def parts_of(name: str) -> frozenset[str]:
    """Return a template with everything that it extends or includes."""
    found = {name}
    for part in REFERENCE.findall(text_of(name)):
        found |= parts_of(part) if part not in found else set()
    return frozenset(found)


@cache
def classes_of(name: str) -> frozenset[str]:
    """Return the classes that one template writes, in any arm of an `if`; not those that a variable completes."""
    return frozenset(
        one
        for written in CLASS.findall(text_of(name))
        for one in TAG.sub(" ", OPEN.sub(" ", written)).split()
        if one.isascii()
    )


@cache
def ids_of(name: str) -> frozenset[str]:
    """Return the ids that one template writes, as selectors name them."""
    return frozenset(f"#{one}" for one in re.findall(r"\bid=\"([\w-]+)\"", text_of(name)))


def stylesheets_of(name: str) -> list[str]:
    """Return the stylesheets that a page links beside those of every page, in their order."""
    block = STYLES.search(text_of(name))
    if block is None:
        parents = re.findall(r"\{% extends (?:\w+\|default:)?\"([^\"]+)\"", text_of(name))
        return stylesheets_of(parents[0]) if parents else []
    links = re.sub(REFERENCE.pattern + r"[^%]*%\}", lambda part: text_of(part[1]), block[1])
    return LINKED.findall(links)


def complaints(sources: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that are too long, of templates that are given by their names."""
    for name, source in sources.items():
        for number, line in enumerate(source.splitlines(), start=1):
            if len(line) > LONGEST:
                yield f"{name}:{number} has {len(line)} characters, {LONGEST} are allowed"


if __name__ == "__main__":
    files = sorted(TEMPLATES.rglob("*.html"))
    if found := list(complaints({str(file): file.read_text(encoding="utf-8") for file in files})):
        sys.exit("\n".join(found))
