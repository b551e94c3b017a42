"""The effect of a higher bar on stored similarities; nothing is aligned again, and nothing is changed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple

from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.domain.limits import MAX_TRIED_ENTRIES
from review.domain.roles import Capability
from review.models import Project, Quote, Standing
from review.models.entries import ABOVE_CANDIDATE
from review.presentation import charts
from review.selectors.access import Person, projects_where
from review.selectors.promotion.listed import NEWEST_FIRST, listed

MAX_LISTED_FLIPS = 50
FUZZY = "method:fuzzy"
"""The mark of the entries with a fuzzy quote that counts."""
BINS = 15
BIN_WIDTH = 0.01
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The fuzzy quotes of open entries by similarity, and those that a bar would fail, nearest to the bar first.

    They are those of the newest MAX_TRIED_ENTRIES entries that have any; `is_cut` is whether there are more.
    """

    bar: float
    fuzzy: int
    failing: int
    entries: int
    verified: int
    flips: tuple[Quote, ...]
    counts: tuple[int, ...]
    managed: tuple[Project, ...]
    is_cut: bool = False

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


class _Tried(NamedTuple):
    """What is stored of one fuzzy quote."""

    pk: int
    similarity: float
    entry: int
    is_aligned: bool
    stage: str


def what_if(user: Person, *, bar: float, project: str = "") -> WhatIf:
    """Return the quotes that a higher bar would fail, of the newest entries with fuzzy quotes, found by their marks."""
    parts = listed(user, project=project).parts(FUZZY)
    places = NEWEST_FIRST.merged(parts, None, MAX_TRIED_ENTRIES + 1)
    fuzzy = _fuzzy([place[-1] for place in places[:MAX_TRIED_ENTRIES]])
    failing = [one for one in fuzzy if one.similarity < bar]
    nearest = sorted(failing, key=lambda one: (-one.similarity, one.pk))[:MAX_LISTED_FLIPS]
    managed = projects_where(user, Capability.MANAGE).filter(fuzzy_threshold__lt=bar).order_by("name", "pk")
    return WhatIf(
        bar=bar,
        fuzzy=len(fuzzy),
        failing=len(failing),
        entries=len({one.entry for one in failing if one.is_aligned}),
        verified=len({one.entry for one in failing if one.stage in ABOVE_CANDIDATE}),
        flips=_quotes([one.pk for one in nearest]),
        counts=_histogram(fuzzy),
        managed=tuple(managed.filter(slug=project) if project else managed),
        is_cut=len(places) > MAX_TRIED_ENTRIES,
    )


def _fuzzy(entries: Sequence[int]) -> list[_Tried]:
    quotes = Quote.objects.filter(entry__in=entries, standing=Standing.COUNTS, current__method="fuzzy").order_by()
    columns = ("pk", "current__similarity", "entry", "entry__evidence_aligned", "entry__stage")
    return [_Tried(*row) for row in quotes.values_list(*columns)]


def _quotes(keys: Sequence[int]) -> tuple[Quote, ...]:
    found = Quote.objects.select_related("current", "entry__claim", "entry__session__project").in_bulk(keys)
    return tuple(found[key] for key in keys)


def _histogram(fuzzy: Sequence[_Tried]) -> tuple[int, ...]:
    rows = Counter(floor((one.similarity - MIN_FUZZY_SIMILARITY) / BIN_WIDTH + ROUNDING) for one in fuzzy)
    return tuple(rows[number] for number in range(BINS))
