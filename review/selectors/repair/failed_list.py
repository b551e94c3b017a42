"""The failed quotes of all sessions, grouped by diagnosis: pages of stored rows, without searching anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from aligner_core import Diagnosis, Fix
from review.domain.failures import RANKS, UNDIAGNOSED, WITHDRAWN, group_named
from review.domain.marks import mark
from review.domain.policy import Reason
from review.models import Entry, FailedQuote, Quote
from review.selectors.access import Person, reviewed_projects
from review.selectors.keyset import Cursor, KeysetPage, page_of
from review.selectors.quotes.faces import Face, face_of
from review.selectors.quotes.failed_count import IN_GROUPS, FailedScope, failed_scope
from review.selectors.quotes.quote_rows import QuoteRow, offered_fixes, quote_row, readable_quote, with_current
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.excerpts import with_excerpts

WITHOUT_QUOTES = mark(f"missing:{Reason.NO_EVIDENCE}")
FOUND_METHODS = ("exact", "normalized", "fuzzy")
MAX_ROWS = 40
"""The number of quotes on a page: fewer than in other lists, as a row includes the text around its words."""


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """The failed quotes with one diagnosis on this page, and their number in all."""

    code: str
    count: int
    rows: tuple[QuoteRow, ...]
    alike: "Alike | None" = None

    @property
    def faces(self) -> tuple[Face, ...]:
        """What the list shows of its quotes."""
        return tuple(face_of(row, row.excerpt) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Alike:
    """The number of quotes of a group that the same kind of click repairs, which can be repaired at once."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class FailureCounts:
    """The numbers of quotes that failed, can be repaired with one click, or were withdrawn, and of waiting entries.

    `without_quotes` is the number of entries without a quote that counts, in which nothing can fail. Counts stop at one
    beyond MAX_COUNTED.
    """

    failed: int
    repairable: int
    entries: int
    withdrawn: int
    without_quotes: int


@dataclass(frozen=True)
class FailedPage:
    """The response of the list of failed quotes; `found` are the entries by method, if no quote failed."""

    page: KeysetPage
    groups: list[FailureGroup]
    counts: FailureCounts
    found: Mapping[str, int]
    reviewed: frozenset[int]


def failed_page(user: Person, filters: Mapping[str, str], cursor: Cursor | None) -> FailedPage:
    """Return one page of the failed and withdrawn quotes, narrowed by the filters that are set."""
    scope = failed_scope(user, project=filters.get("project", ""), session=filters.get("session", ""))
    wanted = RANKS.get(filters.get("diagnosis", ""))
    page = page_of(partial(IN_GROUPS.merged, [scope.rows(group=wanted)]), cursor, size=MAX_ROWS)
    rows = listed_rows([quote for *_, quote in page.places])
    return FailedPage(
        page=page,
        groups=[
            _group(scope, group, tuple(row for _, row in some))
            for group, some in groupby(rows, key=lambda listed: listed[0])
        ],
        counts=failure_counts(scope),
        found={} if rows or filters else _found(scope),
        reviewed=reviewed_projects(user),
    )


def _group(scope: FailedScope, group: str, rows: tuple[QuoteRow, ...]) -> FailureGroup:
    kind = next((row.fixes[0].kind for row in rows if row.fixes), None)
    count = scope.count_alike(RANKS[group], kind) if kind is not None and len(rows) > 1 else 0
    alike = Alike(str(kind), count) if count > 1 else None
    return FailureGroup(group, scope.in_group(RANKS[group]), rows, alike)


def failure_counts(scope: FailedScope) -> FailureCounts:
    """Return the numbers at the head of the list; a few queries per project, whatever the size of the store."""
    return FailureCounts(
        failed=scope.failed(),
        repairable=scope.repairable(),
        entries=scope.entries(),
        withdrawn=scope.in_group(RANKS[WITHDRAWN]),
        without_quotes=scope.entries(WITHOUT_QUOTES),
    )


def listed_rows(quotes: Sequence[int]) -> list[tuple[str, QuoteRow]]:
    """Return quotes in the given order, each with its group; only those without a stored diagnosis are diagnosed."""
    stored = {row.quote_id: row for row in FailedQuote.objects.filter(quote__in=quotes)}
    read = {quote.pk: quote_row(quote) for quote in with_current(Quote.objects.filter(pk__in=stored).order_by("pk"))}
    waiting = [row for pk, row in read.items() if stored[pk].group == RANKS[UNDIAGNOSED]]
    read |= {row.quote.pk: row for row in with_diagnoses(waiting)}
    listed = with_excerpts([_as_stored(read[pk], stored[pk]) for pk in quotes if pk in read])
    return [(stored[row.quote.pk].group_name, row) for row in listed]


def _as_stored(row: QuoteRow, stored: FailedQuote) -> QuoteRow:
    """Return a row with its stored diagnosis."""
    if not stored.diagnosis:
        return row
    fixes = offered_fixes((Fix.model_validate_json(stored.fix),)) if stored.fix else ()
    return replace(row, diagnosis=Diagnosis(stored.diagnosis), fixes=fixes, last_index=stored.last_index)


@dataclass(frozen=True)
class FailedRowUpdate:
    """The response to a change of a quote in that list: its row, its old group, and the new counts."""

    entry: Entry
    row: QuoteRow
    counts: FailureCounts
    group: str
    group_count: int

    @property
    def face(self) -> Face:
        """What the list shows of it."""
        return face_of(self.row, self.row.excerpt)


def failed_row_update(before: QuoteRow, *, user: Person) -> FailedRowUpdate:
    """Return the new row of a quote; *before* is its old row, from `as_listed`."""
    [row] = with_excerpts(with_diagnoses([quote_row(readable_quote(user, before.quote.pk).get())]))
    scope, group = failed_scope(user), before.group
    return FailedRowUpdate(before.quote.entry, row, failure_counts(scope), group, scope.in_group(RANKS[group]))


def as_listed(row: QuoteRow) -> QuoteRow:
    """Return a row with the group that it is listed in; one that is not listed has yet to be diagnosed."""
    rank = FailedQuote.objects.filter(quote=row.quote).values_list("group", flat=True).first()
    return replace(row, group=UNDIAGNOSED if rank is None else group_named(rank))


def _found(scope: FailedScope) -> Mapping[str, int]:
    """Return the number of entries with a quote found by each method, as the list of entries counts them."""
    numbers = {method: scope.entries(f"method:{method}") for method in FOUND_METHODS}
    return {method: number for method, number in numbers.items() if number}
