"""Where in a session its messages and quotes stand, before any text is read: what the windows of the reader are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from review.evidence_map import Place
from review.models import Quote, ReviewSession
from review.speakers import speaker_of

WINDOW = 20
MOST_WINDOWS = 250
"""What a page opens at is one small window; a very long session has larger ones, as each costs a page a line."""
LONG = 4000
AROUND = 400
MOST_TOOL_OUTPUT = 400
HEAD, LINE, A_LINE_HOLDS = 72, 33, 60
"""What a message is about as high as, in pixels: its head, a line, and the characters that a line holds."""


@dataclass(frozen=True, slots=True)
class Window:
    """Some messages of a session that are read together."""

    first: int
    last: int
    total: int

    @property
    def later(self) -> int | None:
        """Give where the window after begins."""
        return self.last + 1 if self.last + 1 < self.total else None


@dataclass(frozen=True, slots=True)
class Ahead:
    """A window before it is read: how much room it will take, and what the rail will list for it."""

    window: Window
    height: int
    quotes: int
    failed: int


def window_at(index: int, total: int) -> Window:
    """Give the window that holds a message; the last one for what lies beyond the end."""
    size = window_size(total)
    first = max(0, min(index, total - 1)) // size * size
    return Window(first, min(first + size, total) - 1, total)


def window_size(total: int) -> int:
    """Give how many messages are read together; it doubles, so that a session that grows seldom changes its windows."""
    size = WINDOW
    while size * MOST_WINDOWS < total:
        size *= 2
    return size


def height_of(length: int, *, role: str) -> int:
    """Estimate how high a message will be, so that the page keeps its length while parts of it are not drawn."""
    if is_long_tool_output(length, role=role):
        return HEAD + LINE
    shown = length if length <= LONG else 2 * AROUND
    return HEAD + LINE * (1 + shown // A_LINE_HOLDS)


def is_long_tool_output(length: int, *, role: str) -> bool:
    """Say whether a message is closed until somebody opens it, unless it holds evidence."""
    return length > MOST_TOOL_OUTPUT and speaker_of(role) == "tool"


def windows_ahead(heights: Sequence[int], places: Sequence[Place]) -> tuple[Ahead, ...]:
    """Give every window of a session; quotes without a place belong to the last."""
    total, size = len(heights), window_size(len(heights))
    claimed = Counter((one.claimed, one.state == "failed") for one in places)
    quotes, failed = Counter[int](), Counter[int]()
    for (index, is_failed), count in claimed.items():
        first = window_at(total if index is None else index, total).first
        quotes[first] += count
        failed[first] += count if is_failed else 0
    return tuple(
        Ahead(window_at(first, total), sum(heights[first : first + size]), quotes[first], failed[first])
        for first in range(0, total, size)
    )


def heights_of(session: ReviewSession) -> list[int]:
    """Estimate how high every message will be, in order; their number is that of the session's messages."""
    rows = session.messages.filter(version=1).order_by("index").values_list("length", "role")
    return [height_of(length, role=role) for length, role in rows]


def in_reading_order(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Order quotes as they are read; those without a place come last."""
    index, start = (F(f"current__{name}").asc(nulls_last=True) for name in ("message_index", "span_start"))
    return quotes.order_by(index, start, "entry", "position")
