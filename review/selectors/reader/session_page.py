"""The session reader: windows of messages with their highlights, and the rail of quotes beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import quote

from django.db.models import QuerySet

from review.domain.limits import MAX_RAIL_ROWS
from review.models import ABOVE_CANDIDATE, Entry, Extraction, Message, Quote, ReviewSession
from review.presentation.evidence_map import QuotePlace
from review.selectors.access import Person, reviewed_projects, visible_entries
from review.selectors.extracting import Extracting, extracting
from review.selectors.quotes.highlights import highlights_of, is_drawn_in
from review.selectors.quotes.quote_rows import QuoteRow
from review.selectors.quotes.state_counts import StateCounts, count_placed_states
from review.selectors.reader.evidence_map import quote_places
from review.selectors.reader.later_mentions import LaterMention, LaterMentions, later_mentions
from review.selectors.reader.messages import ExtraHighlights, ShownMessage, shown_messages
from review.selectors.reader.rail import (
    MAX_FULL_RAIL_ROWS,
    claimed_in,
    differing_in,
    filtered_rows,
    first_open,
    listed_rows,
    window_rows,
    with_rows,
)
from review.selectors.reader.text_search import TextHits, find_text, text_highlights
from review.selectors.reader.windows import MessageWindow, PendingWindow, estimated_heights, pending_windows, window_at
from review.selectors.retrievals.answers import RetrievalPanel, retrieval_panel

MAX_LISTED_RUNS = 5
"""How many extractions the head of a session lists, newest first; the page of an extraction lists all."""


@dataclass(frozen=True, slots=True)
class ReaderQuery:
    """The parameters of the reader, as read from the address."""

    first: int = 0
    quote: int | None = None
    names_place: bool = True
    """Whether the address says what to show: a message, a quote, a kind of quotes, words or a claim."""
    show: str = ""
    full: frozenset[int] = frozenset()
    find: str = ""
    later: int | None = None
    add: int | None = None

    @property
    def kept(self) -> str:
        """The parameters that the address of another window keeps: all but the first message."""
        asked = {"show": self.show, "find": self.find, "later": self.later}
        return "".join(f"{name}={quote(str(value), safe='')}&" for name, value in asked.items() if value)


@dataclass(frozen=True, slots=True)
class ListedQuotes:
    """The quotes of a window, and which quotes have an open critical difference."""

    rows: Sequence[QuoteRow]
    differing: frozenset[int]


@dataclass(frozen=True, slots=True)
class LoadedWindow:
    """One window of a session: its messages, and the quotes that claim to be in them."""

    window: MessageWindow
    messages: tuple[ShownMessage, ...]
    rows: tuple[QuoteRow, ...]
    differing: frozenset[int]
    unlisted: int = 0
    short_rows: frozenset[int] = frozenset()
    current: QuoteRow | None = None
    current_at: str = ""

    @property
    def is_loaded(self) -> bool:
        """Whether its messages are on the page; those of a pending window are not."""
        return True


@dataclass(frozen=True, slots=True)
class SessionOverview:
    """A session around the requested place: one loaded window, and all other windows as pending."""

    session: ReviewSession
    loaded: LoadedWindow
    windows: tuple[PendingWindow | LoadedWindow, ...]
    state_counts: StateCounts
    differing: int
    entries: int
    runs: tuple[Extraction, ...]
    previous: int | None
    next: int | None
    is_cut: bool
    """Whether the rail lists only the quotes of the messages on the page, as the session has too many."""


@dataclass(frozen=True)
class SessionPage:
    """The response of the session reader."""

    session: ReviewSession
    query: ReaderQuery
    overview: SessionOverview
    loaded: LoadedWindow
    may_review: bool
    later: LaterMentions | None
    next_mention: LaterMention | None
    text_hits: TextHits | None
    retrieval: RetrievalPanel | None
    extracting: Extracting | None = None
    """Extraction by a model, for who may start it."""
    adding: Entry | None = None
    """The entry that words are being selected for, as a quote of it."""


@dataclass(frozen=True)
class WindowUpdate:
    """The response with another window of a session: its messages, and its rows of the rail."""

    session: ReviewSession
    query: ReaderQuery
    loaded: LoadedWindow
    retrieval: RetrievalPanel | None


def session_page(session: ReviewSession, *, query: ReaderQuery, user: Person) -> SessionPage:
    """Return everything the session reader shows to a person."""
    later = _later(session, query, user)
    panel, may_review = retrieval_panel(session), session.project_id in reviewed_projects(user)
    overview = session_overview(
        session,
        query=query,
        user=user,
        extra_highlights=_extra_highlights(query, later),
        begins_at_open=may_review and not query.names_place,
    )
    return SessionPage(
        session=session,
        query=query,
        overview=overview,
        loaded=overview.loaded,
        may_review=may_review,
        later=later,
        next_mention=later.after(query.first) if later else None,
        text_hits=find_text(session, query.find) if query.find else None,
        retrieval=panel,
        extracting=extracting(session) if may_review and panel is None else None,
        adding=_adding(session, query, user),
    )


def window_update(session: ReviewSession, *, query: ReaderQuery, user: Person) -> WindowUpdate:
    """Return another window of a session."""
    loaded = requested_window(
        session, query=query, user=user, extra_highlights=_extra_highlights(query, _later(session, query, user))
    )
    return WindowUpdate(session, query, loaded, retrieval_panel(session))


def message_update(session: ReviewSession, index: int, *, query: ReaderQuery, user: Person) -> WindowUpdate:
    """Return one message in full, as a window of its own; without messages if there is no such index."""
    loaded = message_window(
        session, index=index, extra_highlights=_extra_highlights(query, _later(session, query, user))
    )
    return WindowUpdate(session, query, loaded, retrieval_panel(session))


def session_overview(
    session: ReviewSession,
    *,
    query: ReaderQuery,
    user: Person,
    extra_highlights: ExtraHighlights,
    begins_at_open: bool = False,
) -> SessionOverview:
    """Return a session around the requested quote or message, or around the first quote that waits for a person."""
    quotes = Quote.objects.filter(entry__session=session)
    differing = differing_in(quotes, user)
    places = list(quote_places(quotes))
    if begins_at_open:
        query = replace(query, quote=first_open(places, differing))
    heights = estimated_heights(session)
    wanted = next((one for one in places if one.key == query.quote), None)
    window = window_at(query.first if wanted is None else _index(wanted, len(heights)), len(heights))
    rows = listed_rows(quotes, window, total=len(places))
    listed = ListedQuotes(rows.get(window.first, ()), differing)
    loaded = loaded_window(session, window, listed, query=query, extra_highlights=extra_highlights)
    walked = [row.quote.pk for row in loaded.rows] if query.show else [place.key for place in places]
    previous, following = _neighbours(walked, query.quote)
    pending = pending_windows(heights, places)
    if not query.show:
        pending = with_rows(pending, rows, differing=differing, is_crowded=len(places) > MAX_FULL_RAIL_ROWS)
    return SessionOverview(
        session=session,
        loaded=loaded,
        windows=tuple(loaded if one.window == window else one for one in pending),
        state_counts=count_placed_states(places),
        differing=len(differing),
        entries=session.entries.count(),
        runs=tuple(session.extractions.defer("canonical", "notes").order_by("-pk")[:MAX_LISTED_RUNS]),
        previous=previous,
        next=following,
        is_cut=len(places) > MAX_RAIL_ROWS,
    )


def requested_window(
    session: ReviewSession, *, query: ReaderQuery, user: Person, extra_highlights: ExtraHighlights
) -> LoadedWindow:
    """Return the requested window; four queries, however long the session is."""
    window = window_at(query.first, session.messages.filter(version=1).count())
    quotes = Quote.objects.filter(claimed_in(window), entry__session=session)
    listed = ListedQuotes(window_rows(quotes, window), differing_in(quotes, user))
    return loaded_window(session, window, listed, query=ReaderQuery(full=query.full), extra_highlights=extra_highlights)


def message_window(session: ReviewSession, *, index: int, extra_highlights: ExtraHighlights) -> LoadedWindow:
    """Return one message in full, as a window of its own."""
    window = MessageWindow(index, index, index + 1)
    quotes = Quote.objects.filter(entry__session=session, current__message_index=index)
    rows = window_rows(quotes, window)
    messages = shown_messages(
        _messages(session, window), rows, full=frozenset({index}), extra_highlights=extra_highlights
    )
    return LoadedWindow(window=window, messages=messages, rows=tuple(rows), differing=frozenset())


def loaded_window(
    session: ReviewSession,
    window: MessageWindow,
    listed: ListedQuotes,
    *,
    query: ReaderQuery,
    extra_highlights: ExtraHighlights,
) -> LoadedWindow:
    """Load a window; if the rail cannot list all of its quotes, it lists those around the current one."""
    quotes = Quote.objects.filter(entry__session=session)
    rows = filtered_rows(quotes, query.show, differing=listed.differing) if query.show else listed.rows
    place = next((number for number, row in enumerate(rows) if row.quote.pk == query.quote), None)
    current = None if place is None else rows[place]
    first = _first_of(MAX_RAIL_ROWS, around=place or 0, total=len(rows))
    whole = _first_of(MAX_FULL_RAIL_ROWS, around=place or 0, total=len(rows))
    messages = shown_messages(
        _messages(session, window), listed.rows, full=query.full, extra_highlights=extra_highlights
    )
    return LoadedWindow(
        window=window,
        messages=messages,
        rows=tuple(rows[first : first + MAX_RAIL_ROWS]),
        differing=listed.differing,
        unlisted=max(0, len(rows) - MAX_RAIL_ROWS),
        short_rows=frozenset(row.quote.pk for row in (*rows[:whole], *rows[whole + MAX_FULL_RAIL_ROWS :])),
        current=current,
        current_at=_current_at(current, messages) if current else "",
    )


def _first_of(most: int, *, around: int, total: int) -> int:
    return max(0, min(around - most // 2, total - most))


def _messages(session: ReviewSession, window: MessageWindow) -> QuerySet[Message]:
    return session.current_messages().filter(index__gte=window.first, index__lte=window.last)


def _index(place: QuotePlace, total: int) -> int:
    return total if place.claimed is None else place.claimed


def _current_at(row: QuoteRow, messages: Sequence[ShownMessage]) -> str:
    """Return the place where the current quote is shown: in the text, at its message, or only in the rail."""
    message = next((one.message for one in messages if one.message.index == row.current.message_index), None)
    if message is None:
        return "rail"
    drawn = row.quote.counts and is_drawn_in(row, message.content, text_hash=message.content_hash)
    return "text" if drawn and highlights_of(row) else "message"


def _neighbours(keys: Sequence[int], key: int | None) -> tuple[int | None, int | None]:
    """Return the keys before and after *key*; without a key, the first one follows."""
    place = keys.index(key) if key in keys else -1
    previous = keys[place - 1] if place > 0 else None
    return previous, keys[place + 1] if place + 1 < len(keys) else None


def _adding(session: ReviewSession, query: ReaderQuery, user: Person) -> Entry | None:
    """Return the entry that a person adds a quote to, if it may be added."""
    if query.add is None or session.project_id not in reviewed_projects(user):
        return None
    open_entries = session.entries.filter(rejected_at__isnull=True).exclude(stage__in=ABOVE_CANDIDATE)
    return open_entries.select_related("claim").filter(pk=query.add).first()


def _later(session: ReviewSession, query: ReaderQuery, user: Person) -> LaterMentions | None:
    entry = visible_entries(user).filter(session=session, pk=query.later).first() if query.later else None
    return None if entry is None else later_mentions(entry)


def _extra_highlights(query: ReaderQuery, later: LaterMentions | None) -> ExtraHighlights:
    """Return the highlights besides quotes: the words of a search, or later mentions of a claim."""
    if later is not None:
        return later.highlights_in
    return partial(text_highlights, words=query.find)
