"""JSON as models and people hand it on: in a code block, with remarks, with a comma too many."""

import re
from typing import NamedTuple

from aligner_core.formats.decoding import begins_as_json

_FENCE = re.compile(
    r"^(?P<fence>```+|~~~+)[ \t]*(?:json[c5l]?|JSON)?[ \t]*\r?\n(?P<held>.*?)^(?P=fence)[ \t]*\r?$",
    re.DOTALL | re.MULTILINE,
)
_PIECE = re.compile(
    r'"(?:[^"\\]|\\.)*"|(?P<remark>//[^\n]*|/\*.*?\*/)|(?P<comma>,)(?=(?:\s|//[^\n]*\n|/\*.*?\*/)*[\]}])', re.DOTALL
)
_MAX_AROUND = 20
"""How many lines around a code block may be what a model says of it."""


class Fenced(NamedTuple):
    """The JSON of a code block, and how many lines stand around it."""

    text: str
    around: int


class Mended(NamedTuple):
    """JSON without what kept it from being JSON, and what that was."""

    text: str
    without: str


def fenced_json(text: str) -> Fenced | None:
    r"""Return the JSON of the only code block of a text that begins as JSON; None where there is none, or several.

    >>> fenced_json('Here:\n```json\n{"entries": []}\n```')
    Fenced(text='{"entries": []}\n', around=1)
    """
    blocks = [block for block in _FENCE.finditer(text) if begins_as_json(block["held"])]
    if len(blocks) != 1:
        return None
    around = text[: blocks[0].start()] + text[blocks[0].end() :]
    lines = sum(bool(line.strip()) for line in around.splitlines())
    return Fenced(blocks[0]["held"], lines) if lines <= _MAX_AROUND else None


def mended_json(text: str) -> Mended | None:
    """Return JSON without remarks and without commas before a closing bracket; None where there are none.

    >>> mended_json('{"a": [1, 2,], "b": "// no remark"}')
    Mended(text='{"a": [1, 2], "b": "// no remark"}', without='commas at the end')
    """
    kinds = dict[str, None]()

    def kept(piece: re.Match[str]) -> str:
        if piece["remark"] is not None:
            kinds["remarks"] = None
            return " "
        if piece["comma"] is not None:
            kinds["commas at the end"] = None
            return ""
        return piece[0]

    mended = _PIECE.sub(kept, text)
    return Mended(mended, ", ".join(kinds)) if kinds else None
