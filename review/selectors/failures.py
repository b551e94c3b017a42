"""The failed quotes of all sessions, grouped by why they failed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from aligner_core import FailureReason
from review.models import Quote, Standing
from review.selectors.access import Person, visible_quotes
from review.selectors.quotes import FAILED, REPAIRABLE, QuoteRow, quote_row, with_current

WITHDRAWN = Q(standing=Standing.WITHDRAWN, entry__rejected_at__isnull=True)
ORDER = (
    FailureReason.WRONG_MESSAGE,
    FailureReason.BELOW_THRESHOLD,
    FailureReason.OFFSETS_NOT_ALLOWED,
    FailureReason.INDEX_OUT_OF_RANGE,
    FailureReason.INVALID_INDEX,
    FailureReason.QUOTE_TOO_LONG,
    FailureReason.BUDGET_EXCEEDED,
    FailureReason.NOT_FOUND,
    FailureReason.EMPTY_QUOTE,
    FailureReason.INVALID_QUOTE,
)
"""Groups in the order they are worth working through: what one click repairs comes first."""


@dataclass(frozen=True, slots=True)
class Group:
    """The failed quotes of one reason on this page, and how many there are in all."""

    reason: str
    count: int
    rows: tuple[QuoteRow, ...]


@dataclass(frozen=True, slots=True)
class FailureCounts:
    """how much there is to repair."""

    failed: int
    repairable: int
    entries: int
    withdrawn: int
    by_reason: Mapping[str, int]


def failed_quotes(user: Person, filters: Mapping[str, str]) -> QuerySet[Quote]:
    """Give failed and withdrawn quotes, narrowed by the filters that are set, ordered by group and place."""
    quotes = _narrowed(visible_quotes(user), filters).filter(FAILED | WITHDRAWN)
    reason = filters.get("reason")
    if reason == "withdrawn":
        quotes = quotes.filter(WITHDRAWN)
    elif reason:
        quotes = quotes.filter(FAILED, current__reason=reason)
    ranked = quotes.annotate(rank=_rank()).order_by("rank", "entry__session", "current__message_index", "pk")
    return with_current(ranked)


def failure_counts(user: Person, filters: Mapping[str, str]) -> FailureCounts:
    """Count failed quotes by reason, and how many of them one click repairs; two queries."""
    quotes = _narrowed(visible_quotes(user), filters)
    totals = quotes.aggregate(
        failed=Count("pk", filter=FAILED),
        repairable=Count("pk", filter=FAILED & REPAIRABLE),
        entries=Count("entry", filter=FAILED, distinct=True),
        withdrawn=Count("pk", filter=WITHDRAWN),
    )
    reasons = quotes.filter(FAILED).order_by().values_list("current__reason").annotate(count=Count("pk"))
    return FailureCounts(**totals, by_reason=dict(reasons))


def grouped(quotes: Sequence[Quote], *, counts: FailureCounts) -> list[Group]:
    """Part one page of failed quotes into its groups."""
    totals = {**counts.by_reason, "withdrawn": counts.withdrawn}
    rows = [quote_row(quote) for quote in quotes]
    return [
        Group(reason, totals.get(reason, 0), tuple(some)) for reason, some in groupby(rows, key=lambda row: row.reason)
    ]


def _narrowed(quotes: QuerySet[Quote], filters: Mapping[str, str]) -> QuerySet[Quote]:
    if filters.get("session"):
        quotes = quotes.filter(entry__session=int(filters["session"]))
    if filters.get("project"):
        quotes = quotes.filter(entry__session__project__slug=filters["project"])
    return quotes


def _rank() -> Case:
    whens = [When(standing=Standing.WITHDRAWN, then=Value(len(ORDER) + 1))]
    whens += [When(current__reason=reason, then=Value(number)) for number, reason in enumerate(ORDER)]
    return Case(*whens, default=Value(len(ORDER)), output_field=IntegerField())
