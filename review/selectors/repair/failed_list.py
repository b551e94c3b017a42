"""The failed quotes of all sessions, grouped by diagnosis."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from aligner_core import Diagnosis
from review.models import Entry, Quote, Standing
from review.selectors.access import PAGE_SIZE, Person, reviewed_projects, visible_quotes
from review.selectors.quotes.quote_rows import FAILED, QuoteRow, quote_row, readable_quote, with_current
from review.selectors.quotes.state_counts import StateCounts, count_states
from review.selectors.repair.diagnoses import with_diagnoses

WITHDRAWN = Q(standing=Standing.WITHDRAWN, entry__rejected_at__isnull=True)
GROUPS = (*(diagnosis.value for diagnosis in Diagnosis), "withdrawn")
"""Groups in the order in which to work through them: those that one click repairs come first."""
MAX_LISTED_QUOTES = 200
"""How many failed quotes are diagnosed for one list, as each is searched in its whole session."""


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """The failed quotes with one diagnosis on this page, and how many there are in all."""

    code: str
    count: int
    rows: tuple[QuoteRow, ...]


@dataclass(frozen=True, slots=True)
class FailureTotals:
    """How many quotes failed or were withdrawn, as the database counts them."""

    failed: int
    entries: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class FailureCounts:
    """How many quotes failed, and the diagnoses of those that are listed."""

    totals: FailureTotals
    repairable: int
    by_group: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Failures:
    """Failed and withdrawn quotes in the order of their groups, with their counts."""

    rows: tuple[QuoteRow, ...]
    counts: FailureCounts

    @property
    def is_cut(self) -> bool:
        """Whether only some of the failed quotes are listed."""
        return self.counts.totals.failed > MAX_LISTED_QUOTES


def failures(user: Person, filters: Mapping[str, str]) -> Failures:
    """Return failed and withdrawn quotes with their diagnoses, narrowed by the filters that are set."""
    quotes = _narrowed(visible_quotes(user), filters)
    failed = with_diagnoses(_rows(quotes.filter(FAILED)))
    withdrawn = _rows(quotes.filter(WITHDRAWN))
    totals = _totals(quotes)
    counts = FailureCounts(
        totals,
        repairable=sum(bool(row.repairs) for row in failed),
        by_group={**Counter(map(group_of, failed)), "withdrawn": totals.withdrawn},
    )
    wanted = filters.get("diagnosis")
    rows = (row for row in [*failed, *withdrawn] if wanted in {None, "", group_of(row)})
    return Failures(tuple(sorted(rows, key=lambda row: GROUPS.index(group_of(row)))), counts)


@dataclass(frozen=True)
class FailedPage:
    """The response of the list of failed quotes."""

    page: Page[QuoteRow]
    groups: list[FailureGroup]
    counts: FailureCounts
    is_cut: bool
    state_counts: StateCounts | None
    reviewed: frozenset[int]


def failed_page(user: Person, filters: Mapping[str, str], *, number: str | None) -> FailedPage:
    """Return one page of the failed quotes; if it is empty, with the states of all quotes instead."""
    found = failures(user, filters)
    page = Paginator(found.rows, PAGE_SIZE).get_page(number)
    return FailedPage(
        page=page,
        groups=in_groups(list(page.object_list), counts=found.counts),
        counts=found.counts,
        is_cut=found.is_cut,
        state_counts=None if page.object_list else count_states(visible_quotes(user)),
        reviewed=reviewed_projects(user),
    )


@dataclass(frozen=True)
class FailedRowUpdate:
    """The response to a change of a quote in that list: its row, its old group, and the new counts."""

    entry: Entry
    row: QuoteRow
    counts: FailureCounts
    group: str
    group_count: int


def failed_row_update(before: QuoteRow, *, user: Person) -> FailedRowUpdate:
    """Return the new row of a quote; *before* is its old row, with its diagnosis."""
    [row] = with_diagnoses([quote_row(readable_quote(user, before.quote.pk).get())])
    counts, group = failures(user, {}).counts, group_of(before)
    return FailedRowUpdate(before.quote.entry, row, counts, group, counts.by_group.get(group, 0))


def failure_totals(user: Person) -> FailureTotals:
    """Return how many quotes failed or were withdrawn in a person's projects; one query, without diagnoses."""
    return _totals(visible_quotes(user))


def _totals(quotes: QuerySet[Quote]) -> FailureTotals:
    counted = quotes.aggregate(
        failed=Count("pk", filter=FAILED),
        entries=Count("entry", filter=FAILED, distinct=True),
        withdrawn=Count("pk", filter=WITHDRAWN),
    )
    return FailureTotals(**counted)


def in_groups(rows: Sequence[QuoteRow], *, counts: FailureCounts) -> list[FailureGroup]:
    """Return one page of failed quotes as groups."""
    return [FailureGroup(code, counts.by_group[code], tuple(some)) for code, some in groupby(rows, key=group_of)]


def group_of(row: QuoteRow) -> str:
    """Return the code of the group that a quote is listed in."""
    return str(row.diagnosis or Diagnosis.NO_TRACE) if row.quote.counts else "withdrawn"


def _rows(quotes: QuerySet[Quote]) -> list[QuoteRow]:
    ordered = with_current(quotes).order_by("entry__session", "current__message_index", "pk")
    return [quote_row(quote) for quote in ordered[:MAX_LISTED_QUOTES]]


def _narrowed(quotes: QuerySet[Quote], filters: Mapping[str, str]) -> QuerySet[Quote]:
    if filters.get("session"):
        quotes = quotes.filter(entry__session=int(filters["session"]))
    if filters.get("project"):
        quotes = quotes.filter(entry__session__project__slug=filters["project"])
    return quotes
