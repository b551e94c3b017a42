"""What comes of an extraction: an upload as any other, and what it took."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from aligner_core.extraction.questions import Tokens
from aligner_core.extraction.windows import Window

EXTRACTOR = "evidence-review"
"""The name of this extractor in the run of an extraction."""


class Counts(NamedTuple):
    """How many quotes there are after an attempt, how many of them are ok, and how many entries have no fault."""

    quotes: int
    ok: int
    entries: int
    clean: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A window that was not read, and why: a code of `AskError`, `cut_off`, `unreadable` or `budget`."""

    window: Window
    code: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class WindowDone:
    """A window to which nothing more is done: what it took and what became of its entries."""

    window: Window
    tokens: Tokens
    requests: int
    attempts: tuple[Counts, ...]
    repaired: int
    withdrawn: int
    given_up: int
    lost: tuple[Lost, ...]


@dataclass(frozen=True, slots=True)
class Extracted:
    """An extraction as an upload, with its run, and what it took, which is in the upload too.

    `attempts` are the counts after the first answer and after each time that the model was asked again: none is worse
    than the one before.
    """

    upload: dict[str, Any]
    tokens: Tokens
    requests: int
    windows: int
    attempts: tuple[Counts, ...]
    repaired: int
    withdrawn: int
    given_up: int
    merged: int
    lost: tuple[Lost, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every message was read."""
        return not self.lost

    @property
    def has_read(self) -> bool:
        """Whether any answer could be read."""
        return bool(self.attempts)


def sums(attempts: Sequence[Sequence[Counts]]) -> tuple[Counts, ...]:
    """Return the counts of all windows together after each attempt; a window that was done stays as it is.

    >>> sums([[Counts(2, 2, 1, 1)], [Counts(2, 0, 2, 0), Counts(2, 1, 2, 1)]])[-1]
    Counts(quotes=4, ok=3, entries=3, clean=2)
    """
    read = [some for some in attempts if some]
    longest = max(map(len, read), default=0)
    rounds = [[some[min(place, len(some) - 1)] for some in read] for place in range(longest)]
    return tuple(Counts(*map(sum, zip(*counts, strict=True))) for counts in rounds)
