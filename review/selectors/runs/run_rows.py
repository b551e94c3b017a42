"""The entries and the quotes behind a number of the pages about runs, by the same conditions that counted them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from django.db.models import F, Model, Q, QuerySet

from review.domain.limits import PAGE_SIZE
from review.models import Entry, Extraction, Quote
from review.selectors.keyset import Cursor, KeysetPage, Order, Place, counted, page_of
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

ENTRY_CONDITIONS: Mapping[str, Q] = {"clear": NEEDED_NOBODY, "asked": ~NEEDED_NOBODY, "verified": IS_VERIFIED}
RowT = TypeVar("RowT", bound=Model)
MAX_COUNTED_ROWS = 999
PART, GROWING, MAX_PART = 20, 4, 5_000
"""How many runs are looked at first, how many times more then, and how many at a time at most."""
CRITICAL_STATE = "critical"
QUOTE_STATES = (*METHOD_STATES, CRITICAL_STATE, "aligned")


@dataclass(frozen=True, slots=True)
class RunRows(Generic[RowT]):
    """One page of a list, and the number of rows, "999+" above MAX_COUNTED_ROWS."""

    keyset: KeysetPage
    rows: Sequence[RowT]
    count: str


Runs = QuerySet[Extraction]


def rows_page(runs: Runs, rows_of: Callable[[Runs], QuerySet[RowT]], cursor: Cursor | None) -> RunRows[RowT]:
    """Return a page of the rows that `entries_behind` or `quotes_behind` finds in runs, the newest run first.

    Runs are looked at from the newest on, some at a time, until there are enough rows: a week can have any number.
    """
    order = Order(tuple(map(str, rows_of(runs).query.order_by)))
    cursor = cursor if cursor and len(cursor.place) == len(order.columns) else None

    from_newest = _Parts(_parts(runs, None))

    def fetch(place: Cursor | None, limit: int) -> list[Place]:
        found = list[Place]()
        for some in from_newest if place is None else _parts(runs, place):
            found += order.merged([rows_of(some)], place, limit - len(found))
            if len(found) >= limit:
                break
        return found

    keyset = page_of(fetch, cursor, size=PAGE_SIZE)
    keys = [place[-1] for place in keyset.places]
    by_key = rows_of(_among({place[0] for place in keyset.places})).in_bulk(keys)
    is_all = cursor is None and not keyset.has_others
    number = len(keys) if is_all else _number(from_newest, rows_of)
    return RunRows(keyset, [by_key[key] for key in keys], counted(number, most=MAX_COUNTED_ROWS))


class _Parts:
    """Parts of runs that are found once, however often they are gone through."""

    def __init__(self, parts: Iterator[Runs]) -> None:
        self._parts, self._found = parts, list[Runs]()

    def __iter__(self) -> Iterator[Runs]:
        """Yield the parts that were found before, then find the others."""
        yield from self._found
        for part in self._parts:
            self._found.append(part)
            yield part


def _number(parts: Iterable[Runs], rows_of: Callable[[Runs], QuerySet[RowT]]) -> int:
    """Return the number of rows, counting no further than one beyond MAX_COUNTED_ROWS."""
    number = 0
    for some in parts:
        number += rows_of(some).order_by()[: MAX_COUNTED_ROWS + 1 - number].count()
        if number > MAX_COUNTED_ROWS:
            break
    return number


def _parts(runs: Runs, cursor: Cursor | None) -> Iterator[Runs]:
    """Yield runs in parts, each larger than the one before, from that of the cursor on and in its direction."""
    beyond, column = ("gt", "pk") if cursor and cursor.is_back else ("lt", "-pk")
    rest, size = runs.order_by(column).values_list("pk", flat=True), PART
    if cursor is not None:
        rest = rest.filter(**{f"pk__{beyond}e": cursor.place[0]})
    is_last = False
    while not is_last:
        keys = list(rest[:size])
        if keys:
            yield _among(keys)
            rest = rest.filter(**{f"pk__{beyond}": keys[-1]})
        is_last, size = len(keys) < size, min(size * GROWING, MAX_PART)


def _among(keys: Collection[int]) -> Runs:
    return Extraction.objects.filter(pk__in=keys)


def entries_behind(state: str = "") -> Callable[[Runs], QuerySet[Entry]]:
    """Return the function for the entries of runs: all of them, or those behind one number."""
    return partial(_entries, state=state)


def _entries(runs: Runs, *, state: str) -> QuerySet[Entry]:
    entries = entries_of(runs).select_related("session__project", "claim")
    if state:
        entries = entries.filter(ENTRY_CONDITIONS[state])
    return entries.prefetch_related(badged_quotes(Quote.objects.all())).order_by("-extraction", "pk")


def quotes_behind(state: str = "", *, reason: str = "", now: bool = False) -> Callable[[Runs], QuerySet[Quote]]:
    """Return the function for the quotes of runs behind one number, as uploaded or as they are *now*.

    `method`, `similarity` and `reason` are those of the attempt that counts for it.
    """
    return partial(_quotes, state=state, reason=reason, now=now)


def _quotes(runs: Runs, *, state: str, reason: str, now: bool) -> QuerySet[Quote]:
    attempt, quotes_in = _attempts(now=now)
    quotes = quotes_in(runs)
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
