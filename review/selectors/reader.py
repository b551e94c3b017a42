"""The session reader: a window of messages with their highlights, and the rail of quotes beside it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Q, QuerySet

from review.evidence_map import Tick, ticks
from review.highlights import Highlight, Stretch, stretches
from review.models import Message, Quote, ReviewSession, Standing
from review.selectors.access import Person
from review.selectors.differing import open_differences
from review.selectors.doctor import doctored
from review.selectors.mixes import Mix, mix_of
from review.selectors.placing import highlights_of
from review.selectors.quotes import QuoteRow, quote_row, with_current
from review.selectors.sources import current_messages

WINDOW = 200
LONG = 4000
AROUND = 400
MOST_ROWS = 300


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks the reader to show."""

    first: int = 0
    quote: int | None = None
    show: str = ""
    full: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """One message, cut for display."""

    message: Message
    stretches: tuple[Stretch, ...]
    hidden_after: int
    moment: datetime | None
    new_day: date | None
    rows: tuple[QuoteRow, ...]

    @property
    def is_folded(self) -> bool:
        """Say whether a part of the text is not shown."""
        return self.hidden_after > 0 or any(stretch.hidden for stretch in self.stretches)

    @property
    def aligned(self) -> int:
        """Count the quotes found here."""
        return sum(row.current.aligned and row.quote.counts for row in self.rows)

    @property
    def failed(self) -> int:
        """Count the quotes claimed to stand here that do not."""
        return sum(row.state == "failed" for row in self.rows)


@dataclass(frozen=True, slots=True)
class Window:
    """Which messages of a session are on the page."""

    first: int
    last: int
    total: int

    @property
    def earlier(self) -> int | None:
        """Give where the window before begins."""
        return max(0, self.first - WINDOW) if self.first else None

    @property
    def later(self) -> int | None:
        """Give where the window after begins."""
        return self.last + 1 if self.last + 1 < self.total else None


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the session reader shows."""

    session: ReviewSession
    window: Window
    messages: tuple[ShownMessage, ...]
    rows: tuple[QuoteRow, ...]
    mix: Mix
    differing: frozenset[int]
    ticks: tuple[Tick, ...]
    entries: int
    current: QuoteRow | None
    here: str
    previous: QuoteRow | None
    following: QuoteRow | None
    is_cut: bool


def read_session(session: ReviewSession, *, asked: Asked, user: Person) -> Reading:
    """Read a window of a session, the one that holds the asked-for quote; eight queries at most."""
    quotes = Quote.objects.filter(entry__session=session)
    wanted = with_current(quotes).filter(pk=asked.quote).first() if asked.quote is not None else None
    window = _window(session, asked=asked, quote=wanted)
    in_window = [quote_row(quote) for quote in _in_window(with_current(quotes), window)]
    differing = _differing(quotes, user)
    chosen = in_window if not asked.show else _filtered(with_current(quotes), asked.show, differing=differing)
    rows = doctored(chosen)
    place = next((number for number, row in enumerate(rows) if row.quote.pk == asked.quote), None)
    return Reading(
        session=session,
        window=window,
        messages=_shown(session, window, in_window, asked=asked),
        rows=tuple(rows[:MOST_ROWS]),
        mix=mix_of(quotes),
        differing=differing,
        ticks=ticks(_places(quotes), total=window.total, first=window.first, last=window.last),
        entries=session.entries.count(),
        current=rows[place] if place is not None else None,
        here=_here(rows[place], window) if place is not None else "",
        previous=rows[place - 1] if place else None,
        following=_following(rows, place),
        is_cut=len(rows) > MOST_ROWS,
    )


def _here(row: QuoteRow, window: Window) -> str:
    """Say where the current quote is shown: in the text, at its message, or in the rail alone."""
    index = row.current.message_index
    if index is None or not window.first <= index <= window.last:
        return "rail"
    return "text" if row.quote.counts and highlights_of(row) else "message"


def _following(rows: Sequence[QuoteRow], place: int | None) -> QuoteRow | None:
    after = 0 if place is None else place + 1
    return rows[after] if after < len(rows) else None


def _window(session: ReviewSession, *, asked: Asked, quote: Quote | None) -> Window:
    total = session.messages.filter(version=1).count()
    first = asked.first
    if quote is not None and quote.current is not None:
        index = quote.current.message_index
        first = (total if index is None else min(index, total)) // WINDOW * WINDOW
    first = max(0, min(first, (total - 1) // WINDOW * WINDOW if total else 0))
    return Window(first, min(first + WINDOW, total) - 1, total)


def _in_window(quotes: QuerySet[Quote], window: Window) -> QuerySet[Quote]:
    """Give the quotes of the window in reading order; those without a place follow the last message."""
    here = Q(current__message_index__range=(window.first, max(window.first, window.last)))
    if window.later is None:
        here |= Q(current__message_index__isnull=True) | Q(current__message_index__gt=window.last)
    return _in_reading_order(quotes.filter(here))


def _differing(quotes: QuerySet[Quote], user: Person) -> frozenset[int]:
    """Name the quotes with a critical difference that is open to a person."""
    counting = quotes.filter(open_differences(user), standing=Standing.COUNTS)
    return frozenset(counting.values_list("pk", flat=True))


def _filtered(quotes: QuerySet[Quote], show: str, *, differing: frozenset[int]) -> list[QuoteRow]:
    counting = quotes.filter(standing=Standing.COUNTS)
    match show:
        case "failed":
            chosen = counting.filter(current__method="none")
        case "ambiguous":
            chosen = counting.filter(current__ambiguous=True)
        case "differences":
            chosen = counting.filter(pk__in=differing)
        case "withdrawn":
            chosen = quotes.filter(standing=Standing.WITHDRAWN)
        case _:
            chosen = counting.filter(current__method=show)
    return [quote_row(quote) for quote in _in_reading_order(chosen)[: MOST_ROWS + 1]]


def _in_reading_order(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    index, start = (F(f"current__{name}").asc(nulls_last=True) for name in ("message_index", "span_start"))
    return quotes.order_by(index, start, "entry", "position")


def _places(quotes: QuerySet[Quote]) -> list[tuple[int, int | None, str, bool]]:
    """Name every quote that counts with its message, method and ambiguity, for the map."""
    names = ("pk", "current__message_index", "current__method", "current__ambiguous")
    counting = quotes.filter(standing=Standing.COUNTS)
    return list(_in_reading_order(counting).values_list(*names))


def _shown(
    session: ReviewSession, window: Window, rows: Sequence[QuoteRow], *, asked: Asked
) -> tuple[ShownMessage, ...]:
    claimed, drawn = _by_message(rows)
    messages = current_messages(session).filter(index__gte=window.first, index__lte=window.last)
    shown, day = [], None
    for message in messages:
        limit = message.length if message.index in asked.full else LONG
        parts, rest = stretches(message.content, drawn[message.index], limit=limit, around=AROUND)
        moment = _moment(message.timestamp)
        new_day = moment.date() if moment and moment.date() != day else None
        day = new_day or day
        shown.append(ShownMessage(message, parts, rest, moment, new_day, tuple(claimed[message.index])))
    return tuple(shown)


def _by_message(rows: Sequence[QuoteRow]) -> tuple[dict[int, list[QuoteRow]], dict[int, list[Highlight]]]:
    claimed: dict[int, list[QuoteRow]] = defaultdict(list)
    drawn: dict[int, list[Highlight]] = defaultdict(list)
    for row in rows:
        if row.current.message_index is not None:
            claimed[row.current.message_index].append(row)
        if row.quote.counts:
            for index, highlight in highlights_of(row):
                drawn[index].append(highlight)
    return claimed, drawn


def _moment(timestamp: str) -> datetime | None:
    """Give the time as the clock of the conversation showed it."""
    try:
        return datetime.fromisoformat(timestamp).replace(tzinfo=None)
    except ValueError:
        return None
