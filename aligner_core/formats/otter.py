"""Transcripts of Otter: a line with who speaks and the time, then what is said."""

import re

from aligner_core.formats.chat_lines import Aside, Begun, chat_in
from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_SPEAKER = re.compile(r"(?P<name>[^\W\d_][^\t\r\n:]{0,60}?) {2,}(?P<time>(?:\d{1,2}:)?\d{1,2}:\d{2})\s*")
_END = re.compile(r"Transcribed by https?://otter\.ai\S*\s*")
_MAX_LINES_BEFORE = 20
_RULE = "lines of a speaker and a time, two spaces apart"


def _begin(line: str) -> Begun | Aside | None:
    found = _SPEAKER.fullmatch(line)
    if found is not None:
        return Begun(found["name"], found["time"], len(line))
    return Aside("mark of the program") if _END.fullmatch(line) else None


def _read(text: str, name: str) -> TextRead | Misfit:
    lines = text.splitlines()
    head = next((n for n, line in enumerate(lines[:_MAX_LINES_BEFORE]) if _SPEAKER.fullmatch(line)), None)
    if head is None:
        return Misfit("line 1", "a speaker and a time, two spaces apart")
    start = sum(map(len, text.splitlines(keepends=True)[:head]))
    chat = chat_in(text[start:], _begin)
    if not chat.messages:
        return Misfit(f"line {head + 1}", "words below the speaker", 2)
    for line in filter(str.strip, lines[:head]):
        chat.omissions.add("heading", f"line {lines.index(line) + 1}")
    title = next(filter(str.strip, lines[:head]), name).strip()
    part = part_of({"title": title, "messages": chat.messages}, notes=chat.omissions.notes())
    return TextRead(_RULE, part, Counting.MESSAGES_WITH_WORDS)


OTTER = TextReader(
    name="otter",
    title="Otter transcript",
    example="Ines Roth  0:03\nWe ship on Friday.\n\nOmar Diaz  0:09\nFine with me.",
    rules=(_RULE,),
    read=_read,
)
