"""Messages as the reader shows them: cut at every quote, folded where they are long, with who spoke and when."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from review.highlights import Highlight, Stretch, stretches
from review.models import Message
from review.selectors.placing import highlights_of, is_drawn_in
from review.selectors.quotes import QuoteRow
from review.selectors.windows import AROUND, LONG, height_of, is_long_tool_output

Sought = Callable[[Message], Iterable[Highlight]]
Drawn = tuple[QuoteRow, Highlight]


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """One message, cut for display."""

    message: Message
    stretches: tuple[Stretch, ...]
    hidden_after: int
    moment: datetime | None
    new_day: date | None
    rows: tuple[QuoteRow, ...]
    is_closed: bool = False

    @property
    def is_folded(self) -> bool:
        """Say whether a part of the text is not shown."""
        return self.hidden_after > 0 or any(stretch.hidden for stretch in self.stretches)

    @property
    def height(self) -> int:
        """Estimate how high the message is, for as long as it is not drawn."""
        return height_of(self.message.length, role=self.message.role if self.is_closed else "")

    @property
    def aligned(self) -> int:
        """Count the quotes found here."""
        return sum(row.current.aligned and row.quote.counts for row in self.rows)

    @property
    def failed(self) -> int:
        """Count the quotes claimed to stand here that do not."""
        return sum(row.state == "failed" for row in self.rows)


def shown_messages(
    messages: Iterable[Message], rows: Sequence[QuoteRow], *, full: frozenset[int], sought: Sought
) -> tuple[ShownMessage, ...]:
    """Cut messages at the quotes among *rows* and at what is sought; those named in *full* are not folded."""
    claimed, drawn = _by_message(rows)
    shown, day = [], None
    for message in messages:
        limit = message.length if message.index in full else LONG
        places = [one for row, one in drawn[message.index] if _is_drawn(row, message)]
        places += sought(message)
        parts, rest = stretches(message.content, places, limit=limit, around=AROUND)
        moment = _moment(message.timestamp)
        new_day = moment.date() if moment and moment.date() != day else None
        day = new_day or day
        closed = not places and message.index not in full and is_long_tool_output(message.length, role=message.role)
        shown.append(ShownMessage(message, parts, rest, moment, new_day, tuple(claimed[message.index]), closed))
    return tuple(shown)


def _is_drawn(row: QuoteRow, message: Message) -> bool:
    return is_drawn_in(row, message.content, text_hash=message.content_hash)


def _by_message(rows: Sequence[QuoteRow]) -> tuple[dict[int, list[QuoteRow]], dict[int, list[Drawn]]]:
    claimed: dict[int, list[QuoteRow]] = defaultdict(list)
    drawn: dict[int, list[Drawn]] = defaultdict(list)
    for row in rows:
        if row.current.message_index is not None:
            claimed[row.current.message_index].append(row)
        if row.quote.counts:
            for index, highlight in highlights_of(row):
                drawn[index].append((row, highlight))
    return claimed, drawn


def _moment(timestamp: str) -> datetime | None:
    """Give the time as the clock of the conversation showed it."""
    try:
        return datetime.fromisoformat(timestamp).replace(tzinfo=None)
    except ValueError:
        return None
