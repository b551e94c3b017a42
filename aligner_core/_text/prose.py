"""The prose of a Markdown answer: code, tags and addresses blanked out, every other character where it was."""

import re
from collections.abc import Iterator
from itertools import pairwise

COVER = "\ufffc"
"""Replaces a character that is not prose, within a line of prose."""

BREAK = re.compile(
    r"(?P<item>(?:\n[ \t]*+)++(?=[-*+•][ \t]|\d{1,3}[.)][ \t]|\#{1,6}[ \t]|\|))|\n(?:[ \t]*+\n)++", re.VERBOSE
)
"""The beginning of a paragraph, an item of a list, a heading or the row of a table; *item* is None for a paragraph."""

_FENCE = re.compile(r"[ \t]*+(?P<fence>`{3,}|~{3,})(?P<rest>.*)", re.DOTALL)
_TICKS = re.compile("`+")
_IN_LINES = re.compile(
    r"""
    ^>>>[ ].*$                              # what is typed at a prompt of Python
    | ^[ \t]*+\[[^\]\n]{1,200}\]:[ \t].*$   # where a reference of Markdown leads
    | (?<=\])\([^()\n]{0,1000}\)            # where a link leads
    | <[a-zA-Z/!][^<>\n]{0,500}>            # a tag
    """,
    re.MULTILINE | re.VERBOSE,
)
_JSON = re.compile(r"\s*(?:\{\s*\"|\[\s*[\"\[{])")
_SEEN = re.compile(r"\S")


def prose_of(answer: str) -> str:
    r"""Return an answer with everything but prose blanked out, as long as it was.

    Blocks of code and of JSON become white space, so that they end a paragraph as they do on a page.

    >>> prose_of("Set `a` to 1.\n~~~\nb\n~~~").replace(COVER, "-")
    'Set --- to 1.\n   \n \n   '
    """
    text = _IN_LINES.sub(_covered, _without_json(_without_fences(answer)))
    return _without_code_spans(text)


def blank(text: str) -> str:
    """Return white space for a text, in the same lines."""
    return _SEEN.sub(" ", text)


def _covered(found: re.Match[str]) -> str:
    return COVER * len(found[0])


def _without_fences(text: str) -> str:
    """Return a text without its fenced blocks; a fence that nothing closes lasts to the end."""
    lines: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.fullmatch(line)
        lines.append(blank(line) if fence or _opens(found) else line)
        if fence:
            fence = "" if found and found["fence"].startswith(fence) and not found["rest"].strip() else fence
        elif found and _opens(found):
            fence = found["fence"]
    return "".join(lines)


def _opens(found: re.Match[str] | None) -> bool:
    """Whether a line opens a block: ticks that are closed in their own line are a span."""
    return found is not None and not (found["fence"].startswith("`") and "`" in found["rest"])


def _without_json(text: str) -> str:
    return "".join(
        blank(part) if _JSON.match(part) and part.rstrip().endswith(("}", "]")) else part for part in _parts(text)
    )


def _without_code_spans(text: str) -> str:
    """Return a text with its code spans covered; a span ends at as many ticks as it begins with."""
    return "".join(_span_free(part) for part in _parts(text))


def _span_free(part: str) -> str:
    """Return one paragraph without its code spans."""
    runs = list(_TICKS.finditer(part))
    closing: dict[int, int] = {}
    next_equal: dict[int, int] = {}
    for run in reversed(runs):
        length = len(run[0])
        next_equal[run.start()] = closing.get(length, -1)
        closing[length] = run.end()
    pieces, done = list[str](), 0
    for run in runs:
        end = next_equal[run.start()]
        if run.start() >= done and end >= 0:
            pieces += (part[done : run.start()], COVER * (end - run.start()))
            done = end
    return "".join([*pieces, part[done:]])


def _parts(text: str) -> Iterator[str]:
    """Yield the paragraphs, items and rows of a text, each with the break before it."""
    places = [0, *(found.start() for found in BREAK.finditer(text)), len(text)]
    return (text[start:end] for start, end in pairwise(places))
