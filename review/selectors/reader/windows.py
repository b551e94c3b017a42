"""The windows of the reader: the division of a session, computed before any text is read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from review.models import Quote, ReviewSession
from review.models.sessions import speaker_of
from review.presentation.evidence_map import QuotePlace
from review.selectors.quotes.quote_rows import QuoteRow

MESSAGES_PER_WINDOW = 20
MAX_WINDOWS = 250
"""A page loads one small window; a very long session has larger ones, as each adds a line to the page."""
MAX_UNFOLDED_CHARS = 4000
CONTEXT_CHARS = 400
MAX_OPEN_TOOL_CHARS = 400
HEAD_PX, LINE_PX, CHARS_PER_LINE = 59, 33, 60
"""The estimated height of the head of a message and of a line, and the number of characters in a line."""


@dataclass(frozen=True, slots=True)
class MessageWindow:
    """Consecutive messages of a session that are loaded together."""

    first: int
    last: int
    total: int

    @property
    def next_first(self) -> int | None:
        """The first message of the next window."""
        return self.last + 1 if self.last + 1 < self.total else None


@dataclass(frozen=True, slots=True)
class PendingWindow:
    """A window that is not loaded yet: its estimated height, and its present or future rows of the rail."""

    window: MessageWindow
    height: int
    quotes: int
    failed: int
    rows: tuple[QuoteRow, ...] = ()
    differing: frozenset[int] = frozenset()
    short_rows: frozenset[int] = frozenset()


def window_at(index: int, total: int) -> MessageWindow:
    """Return the window that contains a message; the last one for an index beyond the end."""
    size = window_size(total)
    first = max(0, min(index, total - 1)) // size * size
    return MessageWindow(first, min(first + size, total) - 1, total)


def window_size(total: int) -> int:
    """Return the number of messages per window; it only doubles, so a growing session rarely changes its windows."""
    size = MESSAGES_PER_WINDOW
    while size * MAX_WINDOWS < total:
        size *= 2
    return size


def estimated_height(length: int, *, role: str) -> int:
    """Return the estimated height of a message, so that the page keeps its length while windows are pending."""
    if is_long_tool_output(length, role=role):
        return HEAD_PX + LINE_PX
    shown = length if length <= MAX_UNFOLDED_CHARS else 2 * CONTEXT_CHARS
    return HEAD_PX + LINE_PX * (1 + shown // CHARS_PER_LINE)


def is_long_tool_output(length: int, *, role: str) -> bool:
    """Return whether a message is tool output so long that it starts collapsed, unless it contains evidence."""
    return length > MAX_OPEN_TOOL_CHARS and speaker_of(role) == "tool"


def pending_windows(heights: Sequence[int], places: Sequence[QuotePlace]) -> tuple[PendingWindow, ...]:
    """Return all windows of a session as pending; quotes without a place belong to the last."""
    total, size = len(heights), window_size(len(heights))
    claimed = Counter((one.claimed, one.state == "failed") for one in places)
    quotes, failed = Counter[int](), Counter[int]()
    for (index, is_failed), count in claimed.items():
        first = window_at(total if index is None else index, total).first
        quotes[first] += count
        failed[first] += count if is_failed else 0
    return tuple(
        PendingWindow(window_at(first, total), sum(heights[first : first + size]), quotes[first], failed[first])
        for first in range(0, total, size)
    )


def estimated_heights(session: ReviewSession) -> list[int]:
    """Return the estimated height of every message of a session, in order."""
    rows = session.messages.filter(version=1).order_by("index").values_list("length", "role")
    return [estimated_height(length, role=role) for length, role in rows]


def in_reading_order(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Order quotes by their place in the session; those without a place come last.

    In one place they are in the order of their entries' keys: `entry` alone would join what entries are ordered by.
    """
    index, start = (F(f"current__{name}").asc(nulls_last=True) for name in ("message_index", "span_start"))
    return quotes.order_by(index, start, "entry_id", "position")
