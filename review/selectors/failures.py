"""The failed quotes of all sessions, grouped by what is wrong with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Q, QuerySet

from aligner_core import Diagnosis
from review.models import Quote, Standing
from review.selectors.access import Person, visible_quotes
from review.selectors.doctor import doctored
from review.selectors.quotes import FAILED, QuoteRow, quote_row, with_current

WITHDRAWN = Q(standing=Standing.WITHDRAWN, entry__rejected_at__isnull=True)
GROUPS = (*(diagnosis.value for diagnosis in Diagnosis), "withdrawn")
"""Groups in the order they are worth working through: what one click repairs comes first."""
MOST_LISTED = 200
"""How many failed quotes are diagnosed for one list: each is looked for in its whole session, once."""


@dataclass(frozen=True, slots=True)
class Group:
    """The failed quotes of one diagnosis on this page, and how many there are in all."""

    code: str
    count: int
    rows: tuple[QuoteRow, ...]


@dataclass(frozen=True, slots=True)
class FailureTotals:
    """How much there is to repair, as the database counts it."""

    failed: int
    entries: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class FailureCounts:
    """How much there is to repair, and what is wrong with the quotes that are listed."""

    totals: FailureTotals
    repairable: int
    by_group: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Failures:
    """Failed and withdrawn quotes in the order of their groups, and how many there are."""

    rows: tuple[QuoteRow, ...]
    counts: FailureCounts

    @property
    def is_cut(self) -> bool:
        """Say whether there are more failed quotes than are listed."""
        return self.counts.totals.failed > MOST_LISTED


def failures(user: Person, filters: Mapping[str, str]) -> Failures:
    """Give failed and withdrawn quotes with what is wrong with them, narrowed by the filters that are set."""
    quotes = _narrowed(visible_quotes(user), filters)
    failed = doctored(_rows(quotes.filter(FAILED)))
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


def failure_totals(user: Person) -> FailureTotals:
    """Count what failed and what was withdrawn in all projects of a person; one query, and nothing is looked for."""
    return _totals(visible_quotes(user))


def _totals(quotes: QuerySet[Quote]) -> FailureTotals:
    counted = quotes.aggregate(
        failed=Count("pk", filter=FAILED),
        entries=Count("entry", filter=FAILED, distinct=True),
        withdrawn=Count("pk", filter=WITHDRAWN),
    )
    return FailureTotals(**counted)


def grouped(rows: Sequence[QuoteRow], *, counts: FailureCounts) -> list[Group]:
    """Part one page of failed quotes into its groups."""
    return [Group(code, counts.by_group[code], tuple(some)) for code, some in groupby(rows, key=group_of)]


def group_of(row: QuoteRow) -> str:
    """Name the group that a quote is listed in."""
    return str(row.diagnosis or Diagnosis.NO_TRACE) if row.quote.counts else "withdrawn"


def _rows(quotes: QuerySet[Quote]) -> list[QuoteRow]:
    ordered = with_current(quotes).order_by("entry__session", "current__message_index", "pk")
    return [quote_row(quote) for quote in ordered[:MOST_LISTED]]


def _narrowed(quotes: QuerySet[Quote], filters: Mapping[str, str]) -> QuerySet[Quote]:
    if filters.get("session"):
        quotes = quotes.filter(entry__session=int(filters["session"]))
    if filters.get("project"):
        quotes = quotes.filter(entry__session__project__slug=filters["project"])
    return quotes
