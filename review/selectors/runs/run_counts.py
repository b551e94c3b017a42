"""Runs in numbers: quotes as uploaded and as they are now, entries that needed nobody, and verified ones.

The same conditions decide the numbers and the lists behind them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact

from review.domain.intervals import Interval, wilson_interval
from review.models import Alignment, Entry, Extraction, Quote, Standing
from review.models.entries import ABOVE_CANDIDATE
from review.selectors.quotes.critical_differences import IS_CRITICAL

METHOD_STATES = ("exact", "normalized", "fuzzy", "failed")
# Not "is null": SQLite would read the index of all quotes that were not split off, which are nearly all quotes.
_FIRST_OF_ENTRY = Alignment.objects.filter(
    Exact(Coalesce("quote__split_from_id", 0), 0), quote__added_by=None, quote__entry=OuterRef("pk"), attempt=1
)
_ASKS = Q(method="none") | Q(ambiguous=True) | Q(evidence_json__contains=IS_CRITICAL)
NEEDED_NOBODY = Q(Exists(_FIRST_OF_ENTRY)) & ~Q(Exists(_FIRST_OF_ENTRY.filter(_ASKS)))
"""Match the entries with every quote found at once, in one place, without a critical difference."""
IS_VERIFIED = Q(stage__in=ABOVE_CANDIDATE, rejected_at__isnull=True)
QUOTE_ASKED = Q(first__method="none") | Q(first__ambiguous=True) | Q(first__evidence_json__contains=IS_CRITICAL)
WAS_CRITICAL = Q(first__evidence_json__contains=IS_CRITICAL) & ~Q(first__method="none")


@dataclass(frozen=True, slots=True)
class Share:
    """A number out of a total, with the Wilson interval of 95 percent."""

    count: int
    total: int

    @property
    def percent(self) -> float:
        """The share in percent; 0 of nothing."""
        return 100 * self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> Interval | None:
        """The bounds of the share in percent; None of nothing."""
        found = wilson_interval(self.count, self.total)
        return None if found is None else Interval(100 * found.low, 100 * found.high)


@dataclass(frozen=True, slots=True)
class RunCounts:
    """The numbers of one run, or of several: `first` are the methods as uploaded, `now` those after repair."""

    entries: int = 0
    clear: int = 0
    verified: int = 0
    critical: int = 0
    first: Counter[str] = field(default_factory=Counter)
    now: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of_stored(cls, stored: Mapping[str, Any]) -> Self:
        """Return the numbers as uploaded from the value of `stored`."""
        return cls(
            entries=stored["entries"],
            clear=stored["clear"],
            critical=stored["critical"],
            first=Counter(stored["first"]),
            reasons=Counter(stored["reasons"]),
        )

    @property
    def stored(self) -> dict[str, Any]:
        """The numbers as uploaded, as JSON; `verified` and `now`, which change later, are left out."""
        return {
            "entries": self.entries,
            "clear": self.clear,
            "critical": self.critical,
            "first": dict(sorted(self.first.items())),
            "reasons": dict(sorted(self.reasons.items())),
        }

    @property
    def quotes(self) -> int:
        """The number of quotes as uploaded."""
        return self.first.total()

    @property
    def aligned(self) -> Share:
        """The number of quotes found as uploaded."""
        return Share(self.quotes - self.first["failed"], self.quotes)

    @property
    def not_found(self) -> Share:
        """The number of quotes not found as uploaded."""
        return Share(self.first["failed"], self.quotes)

    @property
    def may_differ(self) -> Share:
        """The number of quotes that had a critical difference as uploaded."""
        return Share(self.critical, self.quotes)

    @property
    def clean_on_arrival(self) -> Share:
        """The number of entries that needed nobody."""
        return Share(self.clear, self.entries)

    @property
    def verified_share(self) -> Share:
        """The share of entries that are verified or certified."""
        return Share(self.verified, self.entries)

    @property
    def methods(self) -> tuple[tuple[str, Share, Share], ...]:
        """Every method with its share as uploaded and now."""
        return tuple(
            (state, Share(self.first[state], self.quotes), Share(self.now[state], self.now.total()))
            for state in METHOD_STATES
        )


def quotes_as_uploaded(extractions: QuerySet[Extraction]) -> QuerySet[Quote]:
    """Return the quotes that extractions were uploaded with; `first` is the first attempt at each."""
    among = {"entry__extraction__in": extractions.order_by().values("pk")}
    quotes = Quote.objects.filter(Exact(Coalesce("split_from_id", 0), 0), added_by=None, **among)
    return quotes.annotate(first=FilteredRelation("alignments", condition=Q(alignments__attempt=1)))


def quotes_now(extractions: QuerySet[Extraction]) -> QuerySet[Quote]:
    """Return the quotes of extractions that count."""
    return Quote.objects.filter(entry__extraction__in=extractions.order_by().values("pk"), standing=Standing.COUNTS)


def entries_of(extractions: QuerySet[Extraction]) -> QuerySet[Entry]:
    """Return the entries of extractions."""
    return Entry.objects.filter(extraction__in=extractions.order_by().values("pk"))


def with_method(state: str, *, attempt: str) -> Q:
    """Match the quotes with a method in one attempt, ``first`` or ``current``; ``failed`` counts as a method."""
    return Q(**{f"{attempt}__method": "none" if state == "failed" else state})


def count_runs(extractions: QuerySet[Extraction]) -> Mapping[int, RunCounts]:
    """Return the numbers of every extraction by its key; linear in their quotes, three queries."""
    first: dict[int, Counter[str]] = defaultdict(Counter)
    now: dict[int, Counter[str]] = defaultdict(Counter)
    reasons: dict[int, Counter[str]] = defaultdict(Counter)
    critical: Counter[int] = Counter()
    for key, method, reason, is_critical, count in _first_rows(extractions):
        first[key][_state(method)] += count
        critical[key] += count if is_critical else 0
        if reason:
            reasons[key][reason] += count
    current = quotes_now(extractions).order_by().values_list("entry__extraction", "current__method")
    for key, method, count in current.annotate(count=Count("pk")):
        now[key][_state(method)] += count
    entries = entries_of(extractions).order_by().values("extraction")
    counted = entries.annotate(
        entries=Count("pk"), clear=Count("pk", filter=NEEDED_NOBODY), verified=Count("pk", filter=IS_VERIFIED)
    )
    return {
        row["extraction"]: RunCounts(
            row["entries"],
            row["clear"],
            row["verified"],
            critical[row["extraction"]],
            first[row["extraction"]],
            now[row["extraction"]],
            reasons[row["extraction"]],
        )
        for row in counted
    }


def count_new(entries: Iterable[Sequence[Alignment]]) -> RunCounts:
    """Return the numbers of a run that was just stored, by the first attempts at the quotes of each entry."""
    listed = [list(attempts) for attempts in entries]
    quotes = [attempt for attempts in listed for attempt in attempts]
    return RunCounts(
        entries=len(listed),
        clear=sum(bool(attempts) and not any(map(_asks, attempts)) for attempts in listed),
        critical=sum(one.method != "none" and IS_CRITICAL in one.evidence_json for one in quotes),
        first=Counter(_state(one.method) for one in quotes),
        reasons=Counter(one.reason for one in quotes if one.reason),
    )


def _asks(attempt: Alignment) -> bool:
    return attempt.method == "none" or attempt.ambiguous or IS_CRITICAL in attempt.evidence_json


def add_up(counts: Iterable[RunCounts]) -> RunCounts:
    """Return the sum of the numbers of several runs."""
    listed = list(counts)
    return RunCounts(
        entries=sum(one.entries for one in listed),
        clear=sum(one.clear for one in listed),
        verified=sum(one.verified for one in listed),
        critical=sum(one.critical for one in listed),
        first=_sum(one.first for one in listed),
        now=_sum(one.now for one in listed),
        reasons=_sum(one.reasons for one in listed),
    )


def _first_rows(extractions: QuerySet[Extraction]) -> Iterable[tuple[int, str, str, bool, int]]:
    quotes = quotes_as_uploaded(extractions).annotate(is_critical=WAS_CRITICAL, method=F("first__method"))
    names = ("entry__extraction", "method", "first__reason", "is_critical")
    return quotes.filter(first__isnull=False).order_by().values_list(*names).annotate(count=Count("pk"))


def _state(method: str) -> str:
    return "failed" if method == "none" else method


def _sum(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return total
