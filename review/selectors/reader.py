"""The session reader: windows of messages with their highlights, and the rail of quotes beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from review.models import Message, Quote, ReviewSession
from review.selectors.access import Person
from review.selectors.mapping import places_of
from review.selectors.mixes import Mix, mix_of_places
from review.selectors.placing import highlights_of, is_drawn_in
from review.selectors.quotes import QuoteRow, with_current
from review.selectors.rail import MOST_ROWS, MOST_WHOLE_ROWS, claimed_in, differing_in, filtered, rows_of
from review.selectors.shown import ShownMessage, Sought, shown_messages
from review.selectors.sources import current_messages
from review.selectors.windows import Ahead, Window, heights_of, window_at, windows_ahead


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks the reader to show."""

    first: int = 0
    quote: int | None = None
    show: str = ""
    full: frozenset[int] = frozenset()
    find: str = ""
    later: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One window of a session: its messages, and the quotes that claim to stand there."""

    window: Window
    messages: tuple[ShownMessage, ...]
    rows: tuple[QuoteRow, ...]
    differing: frozenset[int]
    beyond: int = 0
    short: frozenset[int] = frozenset()
    current: QuoteRow | None = None
    here: str = ""

    @property
    def is_read(self) -> bool:
        """Say that its messages are on the page, as those of a window ahead are not."""
        return True


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the session reader shows."""

    session: ReviewSession
    part: Part
    parts: tuple[Ahead | Part, ...]
    mix: Mix
    differing: int
    entries: int
    previous: int | None
    following: int | None


def read_session(session: ReviewSession, *, asked: Asked, user: Person, sought: Sought) -> Reading:
    """Read a session around the asked-for quote or message: one window whole, of the others what they are about."""
    quotes = Quote.objects.filter(entry__session=session)
    wanted = with_current(quotes).filter(pk=asked.quote).first() if asked.quote is not None else None
    heights = heights_of(session)
    window = window_at(_index(wanted, len(heights)) if wanted else asked.first, len(heights))
    differing = differing_in(quotes, user)
    part = part_of(session, window, asked=asked, differing=differing, sought=sought)
    places = list(places_of(quotes))
    walked = [row.quote.pk for row in part.rows] if asked.show else [place.key for place in places]
    previous, following = _around(walked, asked.quote)
    return Reading(
        session=session,
        part=part,
        parts=tuple(part if one.window == window else one for one in windows_ahead(heights, places)),
        mix=mix_of_places(places),
        differing=len(differing),
        entries=session.entries.count(),
        previous=previous,
        following=following,
    )


def read_part(session: ReviewSession, *, asked: Asked, user: Person, sought: Sought) -> Part:
    """Read one window of a session; four queries, however long the session is."""
    window = window_at(asked.first, session.messages.filter(version=1).count())
    differing = differing_in(Quote.objects.filter(claimed_in(window), entry__session=session), user)
    return part_of(session, window, asked=Asked(full=asked.full), differing=differing, sought=sought)


def read_message(session: ReviewSession, *, index: int, sought: Sought) -> Part:
    """Read one message whole, as a window of its own."""
    window = Window(index, index, index + 1)
    quotes = Quote.objects.filter(entry__session=session, current__message_index=index)
    rows = rows_of(quotes, window)
    messages = shown_messages(_messages(session, window), rows, full=frozenset({index}), sought=sought)
    return Part(window=window, messages=messages, rows=tuple(rows), differing=frozenset())


def part_of(
    session: ReviewSession,
    window: Window,
    *,
    asked: Asked,
    differing: frozenset[int],
    sought: Sought,
) -> Part:
    """Read a window; where the rail cannot list all of its quotes, it lists those around the asked-for one."""
    quotes = Quote.objects.filter(entry__session=session)
    in_window = rows_of(quotes, window)
    rows = filtered(quotes, asked.show, differing=differing) if asked.show else in_window
    place = next((number for number, row in enumerate(rows) if row.quote.pk == asked.quote), None)
    current = None if place is None else rows[place]
    first = _first_of(MOST_ROWS, around=place or 0, total=len(rows))
    whole = _first_of(MOST_WHOLE_ROWS, around=place or 0, total=len(rows))
    messages = shown_messages(_messages(session, window), in_window, full=asked.full, sought=sought)
    return Part(
        window=window,
        messages=messages,
        rows=tuple(rows[first : first + MOST_ROWS]),
        differing=differing,
        beyond=max(0, len(rows) - MOST_ROWS),
        short=frozenset(row.quote.pk for row in (*rows[:whole], *rows[whole + MOST_WHOLE_ROWS :])),
        current=current,
        here=_here(current, messages) if current else "",
    )


def _first_of(most: int, *, around: int, total: int) -> int:
    return max(0, min(around - most // 2, total - most))


def _messages(session: ReviewSession, window: Window) -> QuerySet[Message]:
    return current_messages(session).filter(index__gte=window.first, index__lte=window.last)


def _index(quote: Quote, total: int) -> int:
    index = quote.current.message_index if quote.current else None
    return total if index is None else index


def _here(row: QuoteRow, messages: Sequence[ShownMessage]) -> str:
    """Say where the current quote is shown: in the text, at its message, or in the rail alone."""
    message = next((one.message for one in messages if one.message.index == row.current.message_index), None)
    if message is None:
        return "rail"
    drawn = row.quote.counts and is_drawn_in(row, message.content, text_hash=message.content_hash)
    return "text" if drawn and highlights_of(row) else "message"


def _around(keys: Sequence[int], key: int | None) -> tuple[int | None, int | None]:
    """Give what comes before and after one of *keys*; the first comes after none."""
    place = keys.index(key) if key in keys else -1
    previous = keys[place - 1] if place > 0 else None
    return previous, keys[place + 1] if place + 1 < len(keys) else None
