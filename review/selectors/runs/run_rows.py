"""The entries and the quotes behind a number of the pages about runs, by the same conditions that counted them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import F, Model, Q, QuerySet

from review.domain.limits import PAGE_SIZE
from review.models import Entry, Quote
from review.selectors.access import Person
from review.selectors.keyset import Cursor, KeysetPage, Order, counted, page_of
from review.selectors.quotes.quote_rows import badged_quotes
from review.selectors.runs.run_counts import (
    IS_VERIFIED,
    METHOD_STATES,
    NEEDED_NOBODY,
    WAS_CRITICAL,
    entries_of,
    quotes_as_uploaded,
    quotes_now,
    with_method,
)
from review.selectors.runs.scope import Scope, scoped_extractions

ENTRY_CONDITIONS: Mapping[str, Q] = {"clear": NEEDED_NOBODY, "asked": ~NEEDED_NOBODY, "verified": IS_VERIFIED}
RowT = TypeVar("RowT", bound=Model)
MAX_COUNTED_ROWS = 999
CRITICAL_STATE = "critical"
QUOTE_STATES = (*METHOD_STATES, CRITICAL_STATE, "aligned")


@dataclass(frozen=True, slots=True)
class RunRows(Generic[RowT]):
    """One page of a list, and the number of rows, "999+" above MAX_COUNTED_ROWS."""

    keyset: KeysetPage
    rows: Sequence[RowT]
    count: str


def rows_page(rows: QuerySet[RowT], cursor: Cursor | None) -> RunRows[RowT]:
    """Return a page of the rows of `run_entries` or `run_quotes`, in their order."""
    order = Order(tuple(map(str, rows.query.order_by)))
    keyset = page_of(lambda place, limit: order.merged([rows], place, limit), cursor, size=PAGE_SIZE)
    by_key = rows.in_bulk([place[-1] for place in keyset.places])
    number = rows.order_by()[: MAX_COUNTED_ROWS + 1].count()
    listed = [by_key[place[-1]] for place in keyset.places]
    return RunRows(keyset, listed, counted(number, most=MAX_COUNTED_ROWS))


def run_entries(user: Person, scope: Scope, *, state: str = "") -> QuerySet[Entry]:
    """Return the entries of the runs in a scope: all of them, or those behind one number."""
    entries = entries_of(scoped_extractions(user, scope)).select_related("session__project", "claim")
    if state:
        entries = entries.filter(ENTRY_CONDITIONS[state])
    return entries.prefetch_related(badged_quotes(Quote.objects.all())).order_by("-extraction", "pk")


def run_quotes(user: Person, scope: Scope, *, state: str = "", reason: str = "", now: bool = False) -> QuerySet[Quote]:
    """Return the quotes behind one number for the runs in a scope, as uploaded or as they are *now*.

    `method`, `similarity` and `reason` are those of the attempt that counts for it.
    """
    attempt, quotes_in = _attempts(now=now)
    quotes = quotes_in(scoped_extractions(user, scope))
    if state == CRITICAL_STATE:
        quotes = quotes.filter(WAS_CRITICAL)
    elif state == "aligned":
        quotes = quotes.exclude(with_method("failed", attempt=attempt))
    elif state:
        quotes = quotes.filter(with_method(state, attempt=attempt))
    if reason:
        quotes = quotes.filter(**{f"{attempt}__reason": reason})
    shown = {name: F(f"{attempt}__{name}") for name in ("method", "similarity", "reason")}
    return quotes.annotate(**shown).select_related("entry__claim").order_by("-entry__extraction", "entry", "pk")


def _attempts(*, now: bool) -> tuple[str, Callable[..., QuerySet[Quote]]]:
    return ("current", quotes_now) if now else ("first", quotes_as_uploaded)
