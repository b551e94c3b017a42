"""The effect of a higher bar on stored similarities; nothing is aligned again, and nothing is changed."""

from dataclasses import dataclass
from math import ceil

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Floor

from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.domain.roles import Capability
from review.models import Project, Quote, Standing
from review.models.entries import ABOVE_CANDIDATE
from review.presentation import charts
from review.selectors.access import Person, projects_where, visible_quotes

MAX_LISTED_FLIPS = 50
BINS = 15
BIN_WIDTH = 0.01
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The fuzzy quotes of open entries by similarity, and those that a bar would fail, nearest to the bar first."""

    bar: float
    fuzzy: int
    failing: int
    entries: int
    verified: int
    flips: tuple[Quote, ...]
    counts: tuple[int, ...]
    managed: tuple[Project, ...]

    @property
    def bins(self) -> tuple[tuple[float, charts.Bin], ...]:
        """The bars of the histogram, one hundredth wide each, with the similarity where each begins."""
        bins = charts.histogram(self.counts, lost=self.lost_bins)
        return tuple((start, one) for (start, _), one in zip(self.rows, bins, strict=True))

    @property
    def lost_bins(self) -> int:
        """The number of bars below the bar."""
        return ceil((self.bar - MIN_FUZZY_SIMILARITY) / BIN_WIDTH - ROUNDING)

    @property
    def cut(self) -> float:
        """The position of the bar's line in the chart."""
        step = (charts.RIGHT - charts.LEFT) / BINS
        return round(charts.LEFT + (self.bar - MIN_FUZZY_SIMILARITY) / BIN_WIDTH * step, 1)

    @property
    def rows(self) -> tuple[tuple[float, int], ...]:
        """The histogram as a table: the start of every bar, and its count."""
        return tuple((MIN_FUZZY_SIMILARITY + number * BIN_WIDTH, count) for number, count in enumerate(self.counts))


def what_if(user: Person, *, bar: float, project: str = "") -> WhatIf:
    """Return the quotes that a higher bar would fail; linear in the fuzzy quotes, by the index on their similarity."""
    fuzzy = _fuzzy(user, project)
    failing = fuzzy.filter(current__similarity__lt=bar)
    numbers = failing.aggregate(
        quotes=Count("pk"),
        entries=Count("entry", distinct=True, filter=Q(entry__evidence_aligned=True)),
        verified=Count("entry", distinct=True, filter=Q(entry__stage__in=ABOVE_CANDIDATE)),
    )
    nearest = failing.select_related("current", "entry__claim", "entry__session__project")
    counts = _histogram(fuzzy)
    managed = projects_where(user, Capability.MANAGE).filter(fuzzy_threshold__lt=bar).order_by("name", "pk")
    return WhatIf(
        bar=bar,
        fuzzy=sum(counts),
        failing=numbers["quotes"],
        entries=numbers["entries"],
        verified=numbers["verified"],
        flips=tuple(nearest.order_by("-current__similarity", "pk")[:MAX_LISTED_FLIPS]),
        counts=counts,
        managed=tuple(managed.filter(slug=project) if project else managed),
    )


def _fuzzy(user: Person, project: str) -> QuerySet[Quote]:
    quotes = visible_quotes(user).filter(
        standing=Standing.COUNTS, current__method="fuzzy", entry__rejected_at__isnull=True
    )
    return quotes.filter(entry__session__project__slug=project) if project else quotes


def _histogram(fuzzy: QuerySet[Quote]) -> tuple[int, ...]:
    at = Floor((F("current__similarity") - MIN_FUZZY_SIMILARITY) / BIN_WIDTH + ROUNDING)
    rows = dict(fuzzy.order_by().annotate(at=at).values_list("at").annotate(count=Count("pk")))
    return tuple(rows.get(number, 0) for number in range(BINS))
