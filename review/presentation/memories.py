"""Memories as text for programs: JSON, lines of JSON, and Markdown whose footnotes are the quotes."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Wire = Mapping[str, Any]
"""A memory as programs read it."""
_BREAKS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""The signs that end a line for some readers of lines, and so stand as escapes of JSON."""
_SIGNS = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&^])")
"""The signs that Markdown may read as more than themselves."""


def as_json(memories: Sequence[Wire], *, next_number: int) -> str:
    """Return one value with all memories, and the number to go on after."""
    return _text({"items": list(memories), "next": next_number}) + "\n"


def as_lines(memories: Iterable[Wire], *, next_number: int) -> str:
    """Return a line for each memory, and a last one with the number to go on after."""
    return "".join(f"{_text(one)}\n" for one in (*memories, {"next": next_number}))


def as_markdown(memories: Sequence[Wire], *, next_number: int) -> str:
    """Return a list of what is verified, with its quotes as footnotes, and a list of what no longer is."""
    notes: list[str] = []
    lines = [f"<!-- next: {next_number} -->", "# Verified memories", ""]
    lines += [_item(memory, notes) for memory in memories if memory["op"] == "upsert"]
    revoked = [memory for memory in memories if memory["op"] == "revoke"]
    if revoked:
        lines += ["", "# No longer verified", ""]
        lines += [f"- {memory['id']} {_plain(memory['entryId'])}".rstrip() for memory in revoked]
    return "\n".join([*lines, *(["", *notes] if notes else [])]) + "\n"


def _item(memory: Wire, notes: list[str]) -> str:
    """Return the line of a memory, and add a footnote for each of its quotes."""
    marks = []
    for quote in memory["quotes"]:
        number = len(notes) + 1
        marks.append(f"[^{number}]")
        notes.append(f"[^{number}]: {_note(quote)}")
    claim = memory["claim"]
    named = " ".join(filter(None, (f"**{_plain(claim['title'])}**" if claim["title"] else "", _plain(claim["body"]))))
    where = f"([{memory['id']}](<{memory['permalink']}>), {memory['stage']})"
    return f"- {named}{''.join(marks)} {where}"


def _note(quote: Wire) -> str:
    who = f"{_plain(quote['speaker'])}, message {quote['messageIndex']}"
    return f"“{_plain(quote['source'])}” ({who}, [{quote['id']}](<{quote['permalink']}>))"


def _plain(text: str) -> str:
    """Return a text in one line that Markdown shows as it is."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_BREAKS)


FORMS = {"json": as_json, "ndjson": as_lines, "markdown": as_markdown}
"""The forms that memories are written in, by the names that programs ask for them."""
