"""What a stylesheet may not hold.

A selector twice, a colour beside the tokens, a custom property of nobody, a line that is too long to review.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from django.contrib import admin

STATIC = Path(__file__).parents[1] / "static"
ADMIN = Path(admin.__file__).parent / "static" / "admin" / "css"
"""The stylesheets of Django's admin, whose custom properties ours sets."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|:\s*(?:white|black|red|green|blue|gr[ae]y)\b", re.IGNORECASE
)
DECLARED = re.compile(r"(?:^|[;{\s])(--[\w-]+)\s*:")
USED = re.compile(r"var\(\s*(--[\w-]+)")
MAX_LINE = 120


class UnclosedBraceError(ValueError):
    """A brace has no end; the text before it says where."""


class Rule(NamedTuple):
    """One rule: the conditions around it, its selectors as they are written, and its declarations."""

    around: str
    selectors: str
    declarations: str


def rules_of(css: str, around: str = "") -> Iterator[Rule]:
    """Yield the rules of a stylesheet, those inside of conditions too."""
    text = COMMENT.sub("", css)
    start = 0
    while (opening := text.find("{", start)) != -1:
        head = " ".join(text[start:opening].rsplit(";", 1)[-1].split())
        end = _closing(text, opening)
        body = text[opening + 1 : end]
        if head.startswith("@") and "{" in body:
            yield from rules_of(body, f"{around} {head}".strip())
        else:
            yield Rule(around, head, body)
        start = end + 1


def selectors_of(list_of_them: str) -> list[str]:
    """Return the selectors of a list one by one; commas inside of brackets part none."""
    flat = re.sub(r"\([^()]*\)", lambda match: match[0].replace(",", "\0"), list_of_them)
    return [one.strip().replace("\0", ",") for one in flat.split(",")]


def complaints(sheets: Mapping[str, str], beside: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with stylesheets, which are given by their names; those *beside* them use properties too."""
    rules = {name: list(rules_of(css)) for name, css in sheets.items()}
    every = [rule for some in rules.values() for rule in some]
    declared = {name for rule in every for name in DECLARED.findall(rule.declarations)}
    used = _used_in(sheets.values())
    return [
        *(f"{name}: {what}" for name, some in rules.items() for what in (*_twice(some), *_colours(some))),
        *(f"{name}: {what}" for name, css in sheets.items() for what in _long_lines(css)),
        *(f"{name} is declared nowhere" for name in sorted(used - declared)),
        *(f"{name} is used nowhere" for name in sorted(declared - used - _used_in(beside)) if name[:5] != "--bs-"),
    ]


def _used_in(sheets: Iterable[str]) -> set[str]:
    return {name for css in sheets for name in USED.findall(COMMENT.sub("", css))}


def _closing(text: str, opening: int) -> int:
    depth = 0
    for match in re.finditer("[{}]", text[opening:]):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return opening + match.start()
    raise UnclosedBraceError(text[max(0, opening - 40) : opening + 1])


def _twice(rules: Iterable[Rule]) -> Iterator[str]:
    counted = Counter((rule.around, rule.selectors) for rule in rules if "keyframes" not in rule.around)
    yield from (
        f"{around} {selectors} stands {times} times".strip()
        for (around, selectors), times in counted.items()
        if times > 1
    )


def _colours(rules: Iterable[Rule]) -> Iterator[str]:
    """Yield colours that are no value of a custom property: only those follow light and dark."""
    for rule in rules:
        for declaration in STRING.sub("", rule.declarations).split(";"):
            if not declaration.strip().startswith("--") and COLOUR.search(declaration):
                yield f"{rule.selectors} has a colour of its own: {declaration.strip()}"


def _long_lines(css: str) -> Iterator[str]:
    for number, line in enumerate(css.splitlines(), 1):
        if len(line) > MAX_LINE:
            yield f"line {number} has {len(line)} characters; {MAX_LINE} are allowed"


def main() -> int:
    """Print what is wrong with the stylesheets of the pages."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css"))}
    found = complaints(sheets, beside=[path.read_text(encoding="utf-8") for path in ADMIN.glob("*.css")])
    sys.stdout.writelines(f"{line}\n" for line in found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
