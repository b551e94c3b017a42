"""The parts of the session reader that change with a quote, and nothing else."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from review.domain.limits import MAX_RAIL_ROWS
from review.models import Entry, Message, Quote, ReviewSession
from review.presentation.highlights import Highlight
from review.selectors.access import Person
from review.selectors.quotes.failed_count import count_failed
from review.selectors.quotes.highlights import highlights_of
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, readable_quote, with_current
from review.selectors.quotes.state_counts import StateCounts, count_states
from review.selectors.reader.evidence_map import quote_places
from review.selectors.reader.rail import MAX_FULL_RAIL_ROWS, differing_in, window_rows, with_rows
from review.selectors.reader.session_page import ListedQuotes, LoadedWindow, ReaderQuery, loaded_window
from review.selectors.reader.windows import MessageWindow, PendingWindow, estimated_heights, pending_windows, window_at
from review.selectors.retrievals.answers import RetrievalPanel, retrieval_panel


@dataclass(frozen=True, slots=True)
class ChangedWindows:
    """The windows that a change affects: on the page, with their messages; else with their rows of the rail."""

    session: ReviewSession
    loaded: tuple[LoadedWindow, ...]
    pending: tuple[PendingWindow, ...]
    indexes: frozenset[int]
    state_counts: StateCounts
    differing: int


@dataclass(frozen=True)
class ReaderUpdate:
    """The response to a change of a quote in the session reader: rows, messages and counters."""

    entry: Entry
    session: ReviewSession
    query: ReaderQuery
    changed: ChangedWindows
    row: QuoteRow
    retrieval: RetrievalPanel | None
    failed: str


def reader_update(row: QuoteRow, *, query: ReaderQuery, loaded: frozenset[int], user: Person) -> ReaderUpdate:
    """Return everything that a change of a quote affects; *row* is the old quote, *loaded* the windows on the page."""
    changed = changed_windows(row, query=query, loaded=loaded, user=user)
    return ReaderUpdate(
        entry=row.quote.entry,
        session=changed.session,
        query=query,
        changed=changed,
        row=quote_row(readable_quote(user, row.quote.pk).get()),
        retrieval=retrieval_panel(changed.session),
        failed=count_failed(user),
    )


def changed_windows(row: QuoteRow, *, query: ReaderQuery, loaded: frozenset[int], user: Person) -> ChangedWindows:
    """Return the windows that show a quote, old (*row*) or new; *loaded* are the windows on the page."""
    session = row.quote.entry.session
    quotes = Quote.objects.filter(entry__session=session)
    now = [quote_row(one) for one in with_current(quotes).filter(Q(pk=row.quote.pk) | Q(split_from=row.quote.pk))]
    total, differing = session.messages.filter(version=1).count(), differing_in(quotes, user)
    indexes = frozenset(index for one in (row, *now) for index in _indexes(one, total))
    touched = {window_at(index, total) for index in indexes}
    on_page = sorted((one for one in touched if one.first in loaded), key=lambda one: one.first)
    wanted = ReaderQuery(quote=row.quote.pk, full=query.full)
    return ChangedWindows(
        session=session,
        loaded=tuple(
            loaded_window(
                session,
                one,
                ListedQuotes(window_rows(quotes, one), differing),
                query=wanted,
                extra_highlights=_no_highlights,
            )
            for one in on_page
        ),
        pending=_pending(session, quotes, touched.difference(on_page), differing=differing),
        indexes=indexes,
        state_counts=count_states(quotes),
        differing=len(differing),
    )


def _pending(
    session: ReviewSession, quotes: QuerySet[Quote], unread: set[MessageWindow], *, differing: frozenset[int]
) -> tuple[PendingWindow, ...]:
    """Return the affected windows that are not on the page; most changes affect none."""
    if not unread:
        return ()
    places = list(quote_places(quotes))
    listed = [one for one in pending_windows(estimated_heights(session), places) if one.window in unread]
    if len(places) > MAX_RAIL_ROWS:
        return tuple(listed)
    rows = {one.first: window_rows(quotes, one) for one in unread}
    return with_rows(listed, rows, differing=differing, is_crowded=len(places) > MAX_FULL_RAIL_ROWS)


def _indexes(row: QuoteRow, total: int) -> list[int]:
    """Return the messages that show a quote: the one it claims, or else the end, and those it is highlighted in."""
    claimed = row.current.message_index
    return [total if claimed is None else claimed, *(index for index, _ in highlights_of(row))]


def _no_highlights(message: Message) -> list[Highlight]:  # noqa: ARG001 - an update has no search
    return []
