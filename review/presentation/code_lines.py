"""A few lines of a file around the place where reading stopped."""

import re
from dataclasses import dataclass
from itertools import islice

BEFORE, AFTER = 3, 2
MAX_LINE_CHARS = 400
MAX_CHARS = 4_000_000
"""Lines beyond are not read."""
_LINE = re.compile(r"\bline (\d+)")
ZIP = b"PK"
BINARY = b"\0"
HEAD = 1_000
"""How many bytes of a file say whether it is text."""


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of a file with its number; `is_stop` is whether reading stopped there."""

    number: int
    text: str
    is_stop: bool


def code_lines(data: bytes, where: str) -> tuple[CodeLine, ...]:
    r"""Return the lines around the one that *where* names, else the first ones; none of an archive or a picture.

    >>> [(line.number, line.is_stop) for line in code_lines(b"a\nb\nc\nd\ne", "line 2: b")]
    [(1, False), (2, True), (3, False), (4, False)]
    """
    if data.startswith(ZIP) or BINARY in data[:HEAD]:
        return ()
    named = _LINE.search(where)
    stop = int(named.group(1)) if named else 0
    text = data[:MAX_CHARS].decode("utf-8-sig", errors="replace")
    lines = islice(
        enumerate(text.splitlines(), start=1), max(0, stop - 1 - BEFORE), stop + AFTER if stop else BEFORE + AFTER
    )
    return tuple(CodeLine(number, _cut(line), number == stop) for number, line in lines)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_LINE_CHARS else f"{line[:MAX_LINE_CHARS]}…"
