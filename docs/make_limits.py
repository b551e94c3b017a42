"""Write docs/limits.md from `review/domain/limits.py`, and the limits that other documents state: `make limits`.

A document states a limit as the text of a link to its row: `[30 seconds](limits.md#undo_window)`. What has a digit in
such a link is written anew, in the language of the document; words without one stay.
"""

import ast
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
django.setup()

from django.utils.translation import ngettext, override  # noqa: E402 - after the setup

from review.config.environment import Environment  # noqa: E402
from review.domain import limits  # noqa: E402
from review.wording import duration, file_size  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "limits.md"
DOCUMENTS = sorted(path for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")] if path != TARGET)
STATED = re.compile(r"\[(?P<text>[^][]*\d[^][]*)\](?P<target>\([\w./-]*limits\.md#(?P<name>\w+)\))")
"""A limit in a document: the text of a link to its row, which may stand on two lines."""
UNITS = {"_DAYS": "days", "_MINUTES": "minutes", "_SECONDS": "seconds"}
INTRODUCTION = """\
# Limits

What the application limits: how long, how many, how large, and why that much. `make limits` writes this page from
`review/domain/limits.py`, and the numbers in links to it that other documents have, so change a limit there; a test
fails until they are written again. Pages and their sentences take it from there too. What a variable is named for, a
deployment may set otherwise ([operation.md](operation.md)); the value here is its default. Characters are code points,
and 1 MB is 1,000,000 bytes. What finding and judging quotes is bounded by, the core says:
[specification.md](specification.md).
"""


HEAD = "## {}\n\n| limit | value | |\n|---|---|---|\n"


class Limit(NamedTuple):
    """A limit as the module has it: its section, its name, and what it limits and why."""

    section: str
    name: str
    doc: str


def page() -> str:
    """Return the text of docs/limits.md."""
    sections = groupby(all_limits(), key=attrgetter("section"))
    return "\n".join([INTRODUCTION, *(f"{HEAD.format(title)}{''.join(map(_row, some))}" for title, some in sections)])


@cache
def all_limits() -> tuple[Limit, ...]:
    """Return the limits in the order of the module, each with the comment above its section."""
    return tuple(_read(Path(limits.__file__).read_text(encoding="utf-8")))


def _read(source: str) -> Iterator[Limit]:
    lines, nodes, section = source.splitlines(), ast.parse(source).body, ""
    for node, after in zip(nodes, [*nodes[1:], None], strict=True):
        if not isinstance(node, ast.Assign):
            continue
        above = lines[node.lineno - 3 : node.lineno - 1]
        section = above[0].removeprefix("# ") if above[0].startswith("# ") and not above[1] else section
        [target] = node.targets
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr):
            yield Limit(section, target.id, str(ast.literal_eval(after.value)))


def stated(name: str, language: str = "en") -> str:
    """Return the value of a limit as a document in a language states it."""
    value = getattr(limits, name)
    unit = next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")
    with override(language):
        if isinstance(value, timedelta):
            return duration(value)
        if unit:
            return duration(timedelta(**{unit: value}))
        if name.endswith("_BYTES"):
            return file_size(value)
        if name.endswith("_CHARS"):
            return ngettext("%(count)s character", "%(count)s characters", value) % {"count": f"{value:,}"}
    return f"{value:,}"


def rewritten(document: Path) -> str:
    """Return the text of a document with every limit that it states as it is now."""
    language = "ko" if document.name.endswith(".ko.md") else "en"

    def anew(found: re.Match[str]) -> str:
        value = stated(found["name"].upper(), language)
        return found[0] if " ".join(found["text"].split()) == value else f"[{value}]{found['target']}"

    return STATED.sub(anew, document.read_text(encoding="utf-8"))


def _row(one: Limit) -> str:
    variable = f"<br>`REVIEW_{one.name}`" if one.name.lower() in Environment.model_fields else ""
    return f'| <a id="{one.name.lower()}"></a>`{one.name}`{variable} | {stated(one.name)} | {one.doc} |\n'


def main() -> None:
    """Write the page, and the limits of the other documents."""
    TARGET.write_text(page(), encoding="utf-8")
    for document in DOCUMENTS:
        document.write_text(rewritten(document), encoding="utf-8")


if __name__ == "__main__":
    main()
