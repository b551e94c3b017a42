"""The rail of the session reader: the quotes of a window, or those of one kind, as rows in reading order."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q, QuerySet

from review.models import Quote, Standing
from review.selectors.access import Person
from review.selectors.differing import open_differences
from review.selectors.quotes import QuoteRow, quote_row, with_current
from review.selectors.windows import Window, in_reading_order

MOST_ROWS = 300
MOST_WHOLE_ROWS = 24
"""A crowded rail says of most quotes only the words, until somebody goes there: what a row is made of takes time."""


def rows_of(quotes: QuerySet[Quote], window: Window) -> list[QuoteRow]:
    """Give the quotes of a window in reading order; those without a place follow the last message."""
    return _used([quote_row(quote) for quote in in_reading_order(_with_speaker(quotes.filter(claimed_in(window))))])


def claimed_in(window: Window) -> Q:
    """Match the quotes that a window lists."""
    here = Q(current__message_index__range=(window.first, max(window.first, window.last)))
    if window.later is None:
        here |= Q(current__message_index__isnull=True) | Q(current__message_index__gt=window.last)
    return here


def _used(rows: Sequence[QuoteRow]) -> list[QuoteRow]:
    """Count for each quote that counts how many entries rest on the very same words."""
    entries: dict[tuple[object, ...], set[int]] = defaultdict(set)
    for row in rows:
        if row.quote.counts and row.current.aligned:
            entries[_words(row)].add(row.quote.entry_id)
    return [replace(row, used_by=max(1, len(entries[_words(row)]))) for row in rows]


def _words(row: QuoteRow) -> tuple[object, ...]:
    return row.current.message_index, row.current.span_start, row.current.span_end


def _with_speaker(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join what a row of the rail shows, and the role of the message; never its text a second time."""
    return with_current(quotes).select_related("current__message").defer("current__message__content")


def differing_in(quotes: QuerySet[Quote], user: Person) -> frozenset[int]:
    """Name the quotes with a critical difference that is open to a person."""
    counting = quotes.filter(open_differences(user), current__method="fuzzy", standing=Standing.COUNTS)
    return frozenset(counting.values_list("pk", flat=True))


def filtered(quotes: QuerySet[Quote], show: str, *, differing: frozenset[int]) -> list[QuoteRow]:
    """Give the quotes of one kind, in reading order; one more than the rail lists, if there are more."""
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
    return [quote_row(quote) for quote in in_reading_order(_with_speaker(chosen))[: MOST_ROWS + 1]]
