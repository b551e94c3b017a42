"""The contents of the search page and the palette: kinds with counts, hits with excerpts, and facets."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, F, FloatField, Max, Min, Model, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Least

from aligner_core.evidence import MAX_FUZZY_CONFIDENCE, NORMALIZED_CONFIDENCE
from review.domain.limits import MAX_COUNTED, MAX_FILTERED_HITS, MAX_WEIGHED_HITS
from review.models import Entry, Membership, Message, Quote, ReviewSession, Standing
from review.selectors.access import Person
from review.selectors.keyset import counted
from review.selectors.quotes.quote_rows import quote_row, with_current
from review.selectors.search.facets import Facet, condition_of, facets_of
from review.selectors.search.matching import (
    SEEN,
    Nearest,
    are_read_off,
    matching_entries,
    matching_messages,
    matching_people,
    matching_quotes,
    matching_sessions,
    nearest,
)
from review.selectors.search.terms import Term, is_searchable, terms_of

KINDS: Mapping[str, Callable[[Person, tuple[Term, ...]], QuerySet[Any]]] = {
    "entries": matching_entries,
    "quotes": matching_quotes,
    "messages": matching_messages,
    "sessions": matching_sessions,
    "people": matching_people,
}
TABLES: Mapping[str, type[Model]] = {
    "entries": Entry,
    "quotes": Quote,
    "messages": Message,
    "sessions": ReviewSession,
    "people": Membership,
}
"""The tables that the kinds of hits are rows of."""
NEWEST, OLDEST, UNSURE = "newest", "oldest", "unsure"
SORTS = (NEWEST, OLDEST, UNSURE)
WEIGHED_KINDS = frozenset({"entries", "quotes"})
"""The kinds that can be sorted by confidence."""
PAGE_HITS, PALETTE_HITS = 20, 4
CHARS_BEFORE, CHARS_AFTER = 40, 160


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search; an empty `kind` stands for the first one with hits, `after` is the last hit seen."""

    words: str = ""
    kind: str = ""
    sort: str = NEWEST
    after: int | None = None
    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an excerpt, and whether it matches the search."""

    text: str
    is_hit: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found, and its words around the match."""

    row: Any
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """A kind of hits, their number, and those shown; `is_whole` is whether all rows were looked at."""

    kind: str
    number: int
    hits: tuple[Hit, ...] = ()
    is_whole: bool = True

    @property
    def count(self) -> str:
        """The number of hits, with a plus above MAX_COUNTED, or when not all rows were looked at."""
        return counted(self.number, is_whole=self.is_whole)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Everything the search page shows; `following` is the cursor of the next page: the last hit shown.

    `is_cut` is whether there may be hits among the entries that were not read; the next page continues there.
    """

    query: SearchQuery
    is_too_short: bool
    tabs: tuple[Tab, ...] = ()
    shown: Tab | None = None
    facets: tuple[Facet, ...] = ()
    sorts: tuple[str, ...] = ()
    following: int | None = None
    is_partly_counted: bool = False
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The range of keys that is read at a time, from `first` to `last`, and whether it contains all hits.

    `after` is the cursor of the next range; None for the last one, or if the sort covers only the newest.
    """

    first: int
    last: int
    after: int | None
    is_whole: bool


def search_page(user: Person, query: SearchQuery) -> SearchPage:
    """Return the hits of one kind with the counts of all kinds; nothing for an empty search."""
    terms = terms_of(query.words)
    if not terms or not is_searchable(terms):
        return SearchPage(query, is_too_short=bool(terms))
    matched = {kind: matching(user, terms) for kind, matching in KINDS.items()}
    window = _window(user, query, terms)
    found = {kind: _narrowed(kind, rows, query, window) for kind, rows in matched.items()}
    tabs = tuple(Tab(kind, _capped(rows)) for kind, rows in found.items())
    kind = query.kind or next((tab.kind for tab in tabs if tab.number and not query.chosen), "entries")
    newest = _newest(matched[kind]) if kind in WEIGHED_KINDS else []
    rows, following = _page(kind, found[kind], query)
    is_cut = kind == "entries" and following is None and window is not None and not window.is_whole
    return SearchPage(
        query=query,
        is_too_short=False,
        tabs=tabs,
        shown=Tab(kind, next(tab.number for tab in tabs if tab.kind == kind), _hits(kind, rows, terms)),
        facets=facets_of(newest[:MAX_WEIGHED_HITS], query.chosen) if kind == "entries" else (),
        sorts=SORTS if kind in WEIGHED_KINDS else SORTS[:2] if kind != "people" else (),
        following=window.after if is_cut and window else following,
        is_cut=is_cut,
        is_partly_counted=kind == "entries" and len(newest) > MAX_WEIGHED_HITS,
    )


def palette_hits(user: Person, words: str) -> tuple[Tab, ...]:
    """Return the newest hits of every kind that has any."""
    terms = terms_of(words)
    if not terms or not is_searchable(terms):
        return ()
    tabs = (_newest_tab(user, kind, terms) for kind in KINDS)
    return tuple(tab for tab in tabs if tab.number)


def _newest_tab(user: Person, kind: str, terms: tuple[Term, ...]) -> Tab:
    """Return the newest hits of a kind; where those among the newest rows are enough, no others are counted."""
    if kind in SEEN:
        found = nearest(user, kind, terms, least=PALETTE_HITS, most=MAX_COUNTED + 1)
    else:
        found = Nearest(tuple(KINDS[kind](user, terms).order_by("-pk").values_list("pk", flat=True)[: MAX_COUNTED + 1]))
    rows = _rows_of(kind, found.keys[:PALETTE_HITS])
    return Tab(kind, len(found.keys), _hits(kind, rows, terms), is_whole=found.is_whole)


def _window(user: Person, query: SearchQuery, terms: tuple[Term, ...]) -> Window | None:
    """Return the range of entries to read if the words are frequent and the choices may be rare; else None for all."""
    if not query.chosen or not are_read_off(user, terms):
        return None
    # One by one: SQLite reads every row for both of them together.
    oldest = Entry.objects.aggregate(key=Min("pk"))["key"]
    newest = Entry.objects.aggregate(key=Max("pk"))["key"]
    if query.sort == OLDEST:
        first = oldest - 1 if query.after is None else query.after
        end = first + MAX_FILTERED_HITS
        return Window(first, end, end if end < newest else None, is_whole=end >= newest)
    last = newest if query.sort == UNSURE or query.after is None else min(query.after, newest)
    first = last - MAX_FILTERED_HITS
    is_whole = first <= oldest
    return Window(first, last, first if query.sort == NEWEST and not is_whole else None, is_whole=is_whole)


def _narrowed(kind: str, rows: QuerySet[Any], query: SearchQuery, window: Window | None) -> QuerySet[Any]:
    if kind != "entries" or not query.chosen:
        return rows
    among = rows if window is None else rows.filter(pk__range=(window.first, window.last))
    return among.filter(condition_of(query.chosen))


def _capped(rows: QuerySet[Any]) -> int:
    return rows.order_by("-pk")[: MAX_COUNTED + 1].count()  # in order, or a planner might start elsewhere


def _newest(rows: QuerySet[Any]) -> list[int]:
    return list(rows.order_by("-pk").values_list("pk", flat=True)[: MAX_WEIGHED_HITS + 1])


def _page(kind: str, rows: QuerySet[Any], query: SearchQuery) -> tuple[list[Any], int | None]:
    """Return a page of hits, and its last hit if there are more: the cursor of the next page."""
    if query.sort == UNSURE and kind in WEIGHED_KINDS:
        return _least_confident(kind, rows, query.after)
    if query.after is not None:
        rows = rows.filter(pk__gt=query.after) if query.sort == OLDEST else rows.filter(pk__lt=query.after)
    rows = rows.order_by("pk" if query.sort == OLDEST else "-pk")
    listed = _read(kind, rows, PAGE_HITS + 1)
    return listed[:PAGE_HITS], listed[PAGE_HITS - 1].pk if len(listed) > PAGE_HITS else None


def _least_confident(kind: str, rows: QuerySet[Any], after: int | None) -> tuple[list[Any], int | None]:
    """Return a page of the newest hits by confidence; that of an entry is the lowest of its quotes, 0 without any."""
    weighed = rows.model._base_manager.filter(pk__in=_newest(rows)[:MAX_WEIGHED_HITS])  # noqa: SLF001
    weight = _confidence() if kind == "quotes" else _lowest_confidence()
    keys = list(weighed.annotate(weight=weight).order_by("weight", "-pk").values_list("pk", flat=True))
    start = keys.index(after) + 1 if after in keys else 0
    here = keys[start : start + PAGE_HITS]
    return _rows_of(kind, here), here[-1] if start + PAGE_HITS < len(keys) else None


def _confidence() -> Case:
    return Case(
        When(current__method="exact", then=Value(1.0)),
        When(current__method="normalized", then=Value(NORMALIZED_CONFIDENCE)),
        When(current__method="fuzzy", then=Least(F("current__similarity"), Value(MAX_FUZZY_CONFIDENCE))),
        default=Value(0.0),
        output_field=FloatField(),
    )


def _lowest_confidence() -> Coalesce:
    counting = Quote.objects.filter(entry=OuterRef("pk"), standing=Standing.COUNTS).order_by().values("entry")
    return Coalesce(Subquery(counting.annotate(lowest=Min(_confidence())).values("lowest")), Value(0.0))


def _read(kind: str, rows: QuerySet[Any], limit: int) -> list[Any]:
    """Return the first rows with the related data of their lines, found separately, as a join could start elsewhere."""
    return _rows_of(kind, list(rows.values_list("pk", flat=True)[:limit]))


def _rows_of(kind: str, keys: Sequence[int]) -> list[Any]:
    some = TABLES[kind]._base_manager.filter(pk__in=keys)  # noqa: SLF001 - Django's documented API
    by_key = {row.pk: row for row in _readable(kind, some)}
    return [by_key[key] for key in keys]


def _readable(kind: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Join the related data that the lines of hits show."""
    match kind:
        case "entries":
            return rows.select_related("session", "claim", "added_by", "verified_by")
        case "quotes":
            return with_current(rows).select_related("current__message")
        case "messages":
            return rows.select_related("session")
        case "people":
            return rows.select_related("user", "project")
        case _:
            return rows.select_related("project")


def _hits(kind: str, rows: Sequence[Any], terms: tuple[Term, ...]) -> tuple[Hit, ...]:
    pattern = re.compile("|".join(re.escape(one) for term in terms for one in term.spellings), re.IGNORECASE)
    shown = [quote_row(row) for row in rows] if kind == "quotes" else rows
    return tuple(Hit(row, excerpt_of(_words(kind, row), pattern)) for row in shown)


def _words(kind: str, row: Any) -> str:  # noqa: ANN401 - a row of any kind
    match kind:
        case "entries":
            return f"{row.claim_title}\n{row.claim_body}" if row.claim_body else row.claim_title or str(row)
        case "quotes":
            return str(row.text)
        case "messages":
            return str(row.content)
        case "people":
            return str(row.user.get_username())
        case _:
            return str(row)


def excerpt_of(text: str, pattern: re.Pattern[str]) -> tuple[Piece, ...]:
    """Return the first place of a text that matches, with the text around it, cut at every match.

    >>> [piece.text for piece in excerpt_of("The lease ends.", re.compile("lease"))]
    ['The ', 'lease', ' ends.']
    """
    first = pattern.search(text)
    start = max(0, first.start() - CHARS_BEFORE) if first is not None and first.start() > CHARS_BEFORE * 2 else 0
    end = min(len(text), (first.end() if first is not None else 0) + CHARS_AFTER)
    pieces, at = [Piece("… ", is_hit=False)] if start else [], start
    for match in pattern.finditer(text, start, end):
        if match.start() > at:
            pieces.append(Piece(text[at : match.start()], is_hit=False))
        pieces.append(Piece(match[0], is_hit=True))
        at = match.end()
    rest = text[at:end] + (" …" if end < len(text) else "")
    return tuple([*pieces, Piece(rest, is_hit=False)] if rest else pieces)
