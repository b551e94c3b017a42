"""A chat that was exported from Cursor as Markdown: turns below rules, each headed by who speaks."""

import re

from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_EXPORTED = re.compile(r"(?:# (?P<title>.*)\r?\n)?\s*_Exported on [^\n]* from Cursor[^\n]*_[ \t]*(?:\r?\n|$)")
_TURN = re.compile(r"^---[ \t]*\r?\n\s*\*\*(?P<name>User|Cursor)\*\*[ \t]*(?:\r?\n|$)", re.MULTILINE)
_ROLES = {"User": "user", "Cursor": "assistant"}
_RULE = "a line `Exported on … from Cursor`"


def _read(text: str, name: str) -> TextRead | Misfit:
    head = _EXPORTED.match(text)
    turns = list(_TURN.finditer(text)) if head is not None else []
    if head is None or not turns:
        return Misfit("line 1", "the line `Exported on … from Cursor`, and turns", 2 * (head is not None))
    ends = [*(turn.start() for turn in turns[1:]), len(text)]
    messages = [
        {
            "role": _ROLES[turn["name"]],
            "name": "" if turn["name"] == "User" else turn["name"],
            "content": text[turn.end() : end].strip("\r\n"),
        }
        for turn, end in zip(turns, ends, strict=True)
    ]
    upload = {"title": (head["title"] or name).strip(), "messages": messages}
    return TextRead(_RULE, part_of(upload), Counting.MESSAGES)


CURSOR_MARKDOWN = TextReader(
    name="cursor_markdown",
    title="Cursor chat (Markdown)",
    example="# Cache\n_Exported on 3/2/2026 from Cursor (2.4.1)_\n\n---\n\n**User**\n\nHow long?\n\n"
    "---\n\n**Cursor**\n\nOne hour.",
    rules=(_RULE,),
    read=_read,
)
