"""Conversations with what a model might remember of them, true and with one thing changed; see `conversations/`.

A file names its speakers with their roles, then its messages, then after `==` a memory a line: the numbers of the
messages it rests on, and its text. `{kind:right>wrong}` in it stands for the right words in the true memory, and for
the wrong ones in a changed memory of that kind.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CONVERSATIONS = Path(__file__).parent / "conversations"
SAYING = frozenset({"role", "asked", "condition", "hedge", "hearsay", "about"})
"""The kinds of memories that say as a fact what was said otherwise, or by or of somebody else."""
_CHANGE = re.compile(r"\{(\w+):([^>{}]*)>([^{}]*)\}")


@dataclass(frozen=True)
class Memory:
    """A memory of a conversation; its kind is that of the change, "" for a true one."""

    name: str
    messages: tuple[dict[str, str], ...]
    at: tuple[int, ...]
    claim: str
    kind: str = ""

    @property
    def language(self) -> str:
        return self.name[:2]


@cache
def memories(folder: str) -> tuple[Memory, ...]:
    """Return the memories of the conversations in a folder."""
    files = sorted((CONVERSATIONS / folder).glob("*.txt"))
    every = [memory for file in files for memory in _memories(file)]
    return tuple({(memory.name, memory.claim, memory.kind): memory for memory in every}.values())


def _memories(file: Path) -> Iterator[Memory]:
    head, lines = file.read_text(encoding="utf-8").rstrip().split("\n==\n")
    speakers, said = head.split("\n\n")
    roles = dict(line.split(": ") for line in speakers.splitlines())
    messages = tuple(_message(line, place, roles) for place, line in enumerate(said.splitlines()))
    for line in lines.splitlines():
        numbers, text = line.split(" ", 1)
        at = tuple(map(int, numbers.split(",")))
        yield Memory(file.stem, messages, at, _CHANGE.sub(r"\2", text))
        for change in _CHANGE.finditer(text):
            before, after = text[: change.start()], text[change.end() :]
            claim = _CHANGE.sub(r"\2", before) + change[3] + _CHANGE.sub(r"\2", after)
            yield Memory(file.stem, messages, at, claim, change[1])


def _message(line: str, place: int, roles: dict[str, str]) -> dict[str, str]:
    number, name, content = re.fullmatch(r"(\d+) ([^:]+): (.*)", line).groups()  # type: ignore[union-attr]
    assert int(number) == place, line
    return {"role": roles[name], "name": name, "content": content}
