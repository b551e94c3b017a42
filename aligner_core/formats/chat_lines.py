"""Chats as text, in which a line begins a message, is written by the program, or goes on with the message above it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from aligner_core.formats.reading import Omissions


@dataclass(frozen=True, slots=True)
class Begun:
    """A line with which a message begins: who says it, when, and where in the line its words start.

    `left` is the kind of what the rest of the line is, where that is no words.
    """

    name: str
    timestamp: str
    words: int
    left: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A line that nobody says; lines that go on after one that `ends` the message above belong to it."""

    kind: str
    ends: bool = True


Begin = Callable[[str], Begun | Aside | None]


@dataclass(slots=True)
class Chat:
    """The messages of a text, and what is left out of it."""

    messages: list[dict[str, str]] = field(default_factory=list)
    omissions: Omissions = field(default_factory=Omissions)


def chat_in(text: str, begin: Begin) -> Chat:
    """Return the messages of a text, of which *begin* knows how each starts; lines of the program are counted."""
    chat, current, lines = Chat(), None, list[str]()
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        found = begin(line.rstrip("\r\n"))
        if isinstance(found, Begun):
            _close(chat, current, lines)
            current, lines = found, [line[found.words :]]
            if found.left:
                lines = []
                chat.omissions.add(found.left, f"line {number}")
        elif isinstance(found, Aside):
            chat.omissions.add(found.kind, f"line {number}")
            if found.ends:
                _close(chat, current, lines)
                current = None
        elif current is not None:
            lines.append(line)
        elif line.strip():
            chat.omissions.add("line without a speaker", f"line {number}")
    _close(chat, current, lines)
    return chat


def first_lines(text: str, count: int) -> list[str]:
    """Return the first lines that are not blank, without their ends."""
    lines = list[str]()
    start = 0
    while len(lines) < count and start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].rstrip("\r")
        if line.strip():
            lines.append(line)
        start = end + 1
    return lines


def _close(chat: Chat, begun: Begun | None, lines: list[str]) -> None:
    words = "".join(lines).strip("\r\n")
    if begun is not None and words.strip():
        chat.messages.append({"name": begun.name, "content": words, "timestamp": begun.timestamp})
