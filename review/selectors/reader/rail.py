"""The rail of the session reader: the quotes of a window, or those in one state, as rows in reading order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from review.domain.limits import MAX_RAIL_ROWS
from review.models import Quote, Standing
from review.presentation.evidence_map import QuotePlace
from review.selectors.access import Person, reviewed_projects
from review.selectors.quotes.critical_differences import open_differences
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, with_attempt
from review.selectors.reader.windows import MessageWindow, PendingWindow, in_reading_order, window_at
from review.selectors.repair.diagnoses import with_diagnoses

MAX_FULL_RAIL_ROWS = 24
"""A crowded rail shows only the words of most quotes until one is opened, since full rows are slow to render."""


def window_rows(quotes: QuerySet[Quote], window: MessageWindow) -> list[QuoteRow]:
    """Return the rows of a window in reading order; quotes without a place follow the last message."""
    return _rows_of(quotes.filter(claimed_in(window)))


def listed_rows(quotes: QuerySet[Quote], window: MessageWindow, *, total: int) -> Mapping[int, Sequence[QuoteRow]]:
    """Return the rows of every window by its first message; of one *window* only, if the rail cannot list them all."""
    if total > MAX_RAIL_ROWS:
        return {window.first: window_rows(quotes, window)}
    rows: dict[int, list[QuoteRow]] = defaultdict(list)
    for row in _rows_of(quotes):
        claimed = row.current.message_index
        rows[window_at(window.total if claimed is None else claimed, window.total).first].append(row)
    return rows


def with_rows(
    windows: Sequence[PendingWindow],
    rows: Mapping[int, Sequence[QuoteRow]],
    *,
    differing: frozenset[int],
    is_crowded: bool,
) -> tuple[PendingWindow, ...]:
    """Return windows with their rows of the rail; in a crowded rail, with the words only."""
    short = frozenset(row.quote.pk for listed in rows.values() for row in listed if is_crowded)
    return tuple(
        replace(one, rows=tuple(rows.get(one.window.first, ())), differing=differing, short_rows=short)
        for one in windows
    )


def _rows_of(quotes: QuerySet[Quote]) -> list[QuoteRow]:
    return _with_used_by([quote_row(quote) for quote in in_reading_order(_with_speaker(quotes))])


def claimed_in(window: MessageWindow) -> Q:
    """Match the quotes that a window lists."""
    listed = Q(current__message_index__range=(window.first, max(window.first, window.last)))
    if window.next_first is None:
        listed |= Q(current__message_index__isnull=True) | Q(current__message_index__gt=window.last)
    return listed


def _with_used_by(rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Add to each row how many entries use exactly the same words."""
    entries: dict[tuple[object, ...], set[int]] = defaultdict(set)
    for row in rows:
        if row.quote.counts and row.current.aligned:
            entries[_found_span(row)].add(row.quote.entry_id)
    return [replace(row, used_by=max(1, len(entries[_found_span(row)]))) for row in rows]


def _found_span(row: QuoteRow) -> tuple[object, ...]:
    return row.current.message_index, row.current.span_start, row.current.span_end


def _with_speaker(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join everything that a row of the rail shows, with the role of the message but not its text, and no session."""
    joined = ("entry__claim", "entry__added_by", "current__message")
    return with_attempt(quotes).select_related(*joined).defer("current__message__content")


def differing_in(quotes: QuerySet[Quote], user: Person) -> frozenset[int]:
    """Return the keys of the quotes with a critical difference that a person has not acknowledged."""
    counting = quotes.filter(open_differences(user), standing=Standing.COUNTS)
    return frozenset(counting.order_by().values_list("pk", flat=True))


def first_open(places: Iterable[QuotePlace], differing: frozenset[int]) -> int | None:
    """Return the key of the first of some quotes that waits for a person, in their order; None if none does."""
    return next((one.key for one in places if not one.is_settled and (one.is_unclear or one.key in differing)), None)


def filtered_rows(quotes: QuerySet[Quote], show: str, *, differing: frozenset[int]) -> list[QuoteRow]:
    """Return the rows of the quotes in one state, in reading order; at most one more than the rail lists."""
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
    return [quote_row(quote) for quote in in_reading_order(_with_speaker(chosen))[: MAX_RAIL_ROWS + 1]]


@dataclass(frozen=True)
class RailRow:
    """The response with the full row of a quote that a crowded rail shows by its words only."""

    row: QuoteRow
    loaded: Mapping[str, object]


def rail_row(quote: Quote, *, user: Person) -> RailRow:
    """Return the full row of one quote."""
    row = quote_row(quote)
    return RailRow(row, {"differing": differing_in(Quote.objects.filter(pk=quote.pk), user), "current": row})


@dataclass(frozen=True)
class RailOffer:
    """The response with the likeliest repair of a quote."""

    row: QuoteRow
    quote: Quote
    next: str
    is_loaded: bool = True


def rail_offer(quote: Quote, *, user: Person) -> RailOffer:
    """Return the repair that the rail offers for a quote; diagnosing a whole rail would take too long."""
    session = quote.entry.session
    is_open = session.project_id in reviewed_projects(user) and quote.entry.rejected_at is None
    row = with_diagnoses([quote_row(quote)])[0] if is_open else quote_row(quote)
    return RailOffer(row, quote, next=f"{session.get_absolute_url()}?quote={quote.pk}#here")
