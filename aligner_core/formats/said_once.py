"""The turns of a log, each kept once and at the place where it began.

A log only grows, and what stood in it keeps its place: messages are written several times while they grow, and whole
conversations are written again.
"""

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field

from aligner_core.formats.agent_rows import ASSISTANT, USER, Turn
from aligner_core.formats.reading import Omissions

GROWN, HISTORY = "growing message", "history"


@dataclass(slots=True, eq=False)
class Kept:
    """A message of a log: its first turn, and the words of its blocks."""

    first: Turn
    blocks: list[str]

    @property
    def content(self) -> str:
        """The words."""
        return "\n".join(self.blocks)

    def is_like(self, other: Turn) -> bool:
        """Whether words alone identify this message and a turn, and are the same."""
        first = self.first
        return not first.identity and not other.identity and (first.role, self.content) == (other.role, other.words)


@dataclass(slots=True)
class SaidOnce:
    """The messages of a log as far as it was read; `repeats` counts what was written more than once."""

    messages: list[Kept] = field(default_factory=list)
    repeats: Omissions = field(default_factory=Omissions)
    _places: dict[str, int] = field(default_factory=dict)
    _parents: dict[str, str] = field(default_factory=dict)
    _next: int = -1
    """The place of the message that should come next while history is written again."""

    def add(self, turn: Turn) -> None:
        """Add a turn, unless it is without words or there already."""
        self._parents.setdefault(turn.identity or turn.uuid, turn.parent)
        if not turn.words:
            return
        place = self._places.get(turn.identity, -1)
        if place >= 0 and turn.words in self.messages[place].blocks:
            self._repeat(turn, place)
        elif place >= 0 and turn.role == ASSISTANT:
            self._add_block(self.messages[place], turn)
        elif 0 <= self._next < len(self.messages) and self.messages[self._next].is_like(turn):
            self.repeats.add(HISTORY, turn.where)
            self._next += 1
        else:
            self._next = -1
            if turn.identity:
                self._places.setdefault(turn.identity, len(self.messages))
            self.messages.append(Kept(turn, [turn.words]))

    def branches(self, uuids: Container[str]) -> list[str]:
        """Return where somebody went back: the places of what is said on a row on which something else was said before.

        A row that is not there is the row before, so nothing else hangs on it; rows of progress and of tools say
        nothing.
        """
        children: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for first in (kept.first for kept in self.messages if kept.first.role in (USER, ASSISTANT)):
            name = first.identity or first.uuid
            if self._parents[name] in uuids:
                children[self._parents[name]].setdefault(name, first.where)
        return [where for places in children.values() for where in list(places.values())[1:]]

    def _repeat(self, turn: Turn, place: int) -> None:
        """Pass over a turn that is there; what came since is history too where the same stands before it."""
        if place == len(self.messages) - 1 and place != self._next:
            self.repeats.add(GROWN, turn.where)
            return
        before = place - 1
        while before >= 0 and len(self.messages) - 1 > place and self.messages[before].is_like(self._last_turn()):
            self.repeats.add(HISTORY, self.messages.pop().first.where)
            before -= 1
        self.repeats.add(HISTORY, turn.where)
        self._next = place + 1

    def _last_turn(self) -> Turn:
        return self.messages[-1].first

    def _add_block(self, kept: Kept, turn: Turn) -> None:
        """Add a block to its message, or put it in the place of the beginning that was written before."""
        beginning = next((place for place, words in enumerate(kept.blocks) if turn.words.startswith(words)), None)
        if beginning is not None:
            kept.blocks[beginning] = turn.words
        elif not any(words.startswith(turn.words) for words in kept.blocks):
            kept.blocks.append(turn.words)
            return
        self.repeats.add(GROWN, turn.where)
