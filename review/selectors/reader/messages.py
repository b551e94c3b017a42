"""Messages as the reader shows them: split at every quote, folded if they are long, with speaker and time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from review.models import Message
from review.presentation.highlights import Highlight, Passage, passages
from review.selectors.quotes.highlights import highlights_of, is_drawn_in
from review.selectors.quotes.quote_rows import QuoteRow
from review.selectors.reader.windows import CONTEXT_CHARS, MAX_UNFOLDED_CHARS, estimated_height, is_long_tool_output

ExtraHighlights = Callable[[Message], Iterable[Highlight]]
QuoteHighlight = tuple[QuoteRow, Highlight]


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """One message, split for display."""

    message: Message
    passages: tuple[Passage, ...]
    hidden_after: int
    local_time: datetime | None
    new_day: date | None
    rows: tuple[QuoteRow, ...]
    is_collapsed: bool = False

    @property
    def is_folded(self) -> bool:
        """Whether a part of the text is not shown."""
        return self.hidden_after > 0 or any(passage.hidden for passage in self.passages)

    @property
    def height(self) -> int:
        """The estimated height of the message, used while it is not drawn."""
        return estimated_height(self.message.length, role=self.message.role if self.is_collapsed else "")

    @property
    def aligned(self) -> int:
        """The number of quotes found in the message."""
        return sum(row.current.aligned and row.quote.counts for row in self.rows)

    @property
    def failed(self) -> int:
        """The number of quotes that claim to be in the message but are not."""
        return sum(row.state == "failed" for row in self.rows)


def shown_messages(
    messages: Iterable[Message], rows: Sequence[QuoteRow], *, full: frozenset[int], extra_highlights: ExtraHighlights
) -> tuple[ShownMessage, ...]:
    """Return messages split at the quotes of *rows* and at extra highlights; those in *full* are not folded."""
    claimed, drawn = _by_message(rows)
    shown, day = [], None
    for message in messages:
        limit = message.length if message.index in full else MAX_UNFOLDED_CHARS
        highlights = [one for row, one in drawn[message.index] if _is_drawn(row, message)]
        highlights += extra_highlights(message)
        shown_passages, hidden_after = passages(message.content, highlights, limit=limit, around=CONTEXT_CHARS)
        local_time = _local_time(message.timestamp)
        new_day = local_time.date() if local_time and local_time.date() != day else None
        day = new_day or day
        collapsed = (
            not highlights and message.index not in full and is_long_tool_output(message.length, role=message.role)
        )
        shown.append(
            ShownMessage(
                message, shown_passages, hidden_after, local_time, new_day, tuple(claimed[message.index]), collapsed
            )
        )
    return tuple(shown)


def _is_drawn(row: QuoteRow, message: Message) -> bool:
    return is_drawn_in(row, message.content, text_hash=message.content_hash)


def _by_message(rows: Sequence[QuoteRow]) -> tuple[dict[int, list[QuoteRow]], dict[int, list[QuoteHighlight]]]:
    claimed: dict[int, list[QuoteRow]] = defaultdict(list)
    drawn: dict[int, list[QuoteHighlight]] = defaultdict(list)
    for row in rows:
        if row.current.message_index is not None:
            claimed[row.current.message_index].append(row)
        if row.quote.counts:
            for index, highlight in highlights_of(row):
                drawn[index].append((row, highlight))
    return claimed, drawn


def _local_time(timestamp: str) -> datetime | None:
    """Return the local time of the conversation; None if the timestamp cannot be read."""
    try:
        return datetime.fromisoformat(timestamp).replace(tzinfo=None)
    except ValueError:
        return None
