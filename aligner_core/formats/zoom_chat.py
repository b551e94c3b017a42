"""The chat of a Zoom meeting, as it is saved beside the recording."""

import re

from aligner_core.formats.chat_lines import Begun, chat_in, first_lines
from aligner_core.formats.reading import Counting, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_LINE = re.compile(
    r"\ufeff?(?P<moment>(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d)\s+From\s+(?P<name>[^:\r\n]{1,80}?)"
    r"(?:\s+to\s+[^:\r\n]{1,80}?)?\s*:(?:[ \t]|$)"
)
_RULE = "lines of a time, `From` and a name"


def _begin(line: str) -> Begun | None:
    found = _LINE.match(line)
    return None if found is None else Begun(found["name"], found["moment"], found.end())


def _read(text: str, name: str) -> TextRead | Misfit:
    head = first_lines(text, 1)
    if not head or _LINE.match(head[0]) is None:
        return Misfit("line 1", "a time, `From` and a name")
    chat = chat_in(text, _begin)
    for message in chat.messages:
        message["content"] = message["content"].removeprefix("\t")
    if not chat.messages:
        return Misfit("line 1", "words of somebody", 2)
    part = part_of({"title": name, "messages": chat.messages}, notes=chat.omissions.notes())
    return TextRead(_RULE, part, Counting.MESSAGES_WITH_WORDS)


ZOOM_CHAT = TextReader(
    name="zoom_chat",
    title="Zoom chat",
    example="09:00:01\t From  Ines Roth : We ship on Friday\n09:00:05\t From  Omar Diaz : Fine",
    rules=(_RULE,),
    read=_read,
)
