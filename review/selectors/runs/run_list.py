"""The recent runs, summed by maker, and the page of one run."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import F, QuerySet

from review.domain.limits import PAGE_SIZE
from review.models import Extraction, Quote
from review.presentation import charts
from review.selectors.access import Person
from review.selectors.ingest import ExtractionPage, extraction_page
from review.selectors.runs.run_counts import (
    METHOD_STATES,
    QUOTE_ASKED,
    RunCounts,
    add_up,
    count_runs,
    quotes_as_uploaded,
)
from review.selectors.runs.scope import Maker, Scope, makers_of, scoped_extractions

MAX_LISTED_ASKED = 20


@dataclass(frozen=True, slots=True)
class ListedRun:
    """One extraction in the list of runs, with its numbers."""

    extraction: Extraction
    counts: RunCounts

    @property
    def bar(self) -> tuple[charts.Box, ...]:
        """The methods of its quotes as uploaded."""
        return charts.method_bar(self.counts.first, METHOD_STATES)


@dataclass(frozen=True, slots=True)
class MakerRuns:
    """The recent runs of one maker, newest first, and the sum of their numbers."""

    maker: Maker
    runs: tuple[ListedRun, ...]
    counts: RunCounts
    scope: Scope


@dataclass(frozen=True, slots=True)
class RunList:
    """The newest runs of a person's projects by maker; `older` is the start of the next page, None at the end."""

    makers: tuple[MakerRuns, ...]
    older: int | None


def run_list(user: Person, *, before: int | None = None, project: str = "") -> RunList:
    """Return the newest runs that a person sees, made before the extraction *before*; the most recent maker first."""
    extractions = scoped_extractions(user, Scope(project=project)).order_by("-pk")
    if before is not None:
        extractions = extractions.filter(pk__lt=before)
    found = list(extractions[: PAGE_SIZE + 1])
    shown = found[:PAGE_SIZE]
    counted = count_runs(Extraction.objects.filter(pk__in=[one.pk for one in shown]))
    made_by, groups = makers_of(shown), defaultdict(list)
    for one in shown:
        groups[made_by[one.pk]].append(ListedRun(one, counted.get(one.pk, RunCounts())))
    makers = tuple(_together(maker, runs) for maker, runs in groups.items())
    return RunList(makers, shown[-1].pk if len(found) > PAGE_SIZE else None)


def run_counts(extraction: Extraction) -> RunCounts:
    """Return the numbers of one run."""
    return count_runs(_only(extraction)).get(extraction.pk, RunCounts())


def _together(maker: Maker, runs: list[ListedRun]) -> MakerRuns:
    return MakerRuns(maker, tuple(runs), add_up(run.counts for run in runs), Scope(maker=maker.sample))


def _only(extraction: Extraction) -> QuerySet[Extraction]:
    return Extraction.objects.filter(pk=extraction.pk)


@dataclass(frozen=True, slots=True)
class RunPage:
    """The page of one run: its extraction, its numbers, and the first of the quotes that needed a person."""

    upload: ExtractionPage
    counts: RunCounts
    scope: Scope
    asked: tuple[Quote, ...]

    @property
    def bars(self) -> tuple[tuple[charts.Box, ...], tuple[charts.Box, ...]]:
        """The methods of the quotes as uploaded, and now."""
        return charts.method_bar(self.counts.first, METHOD_STATES), charts.method_bar(self.counts.now, METHOD_STATES)

    @property
    def reasons(self) -> tuple[tuple[str, int], ...]:
        """Why quotes failed as uploaded, the most frequent first."""
        return tuple(self.counts.reasons.most_common())


def run_page(extraction: Extraction, user: Person) -> RunPage:
    """Return everything the page of one run shows."""
    asked = quotes_as_uploaded(_only(extraction)).filter(QUOTE_ASKED).select_related("entry__claim", "current")
    shown = asked.annotate(**{name: F(f"first__{name}") for name in ("method", "similarity", "reason")})
    return RunPage(
        upload=extraction_page(extraction, user),
        counts=run_counts(extraction),
        scope=Scope(extraction=extraction.pk),
        asked=tuple(shown.order_by("entry__position", "position")[:MAX_LISTED_ASKED]),
    )
