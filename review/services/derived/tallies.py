"""Store the numbers of runs, for the quality page. Private to the services: done once for every run.

Each run gets a row of its own, in the transaction that stores it, so that uploads do not wait for each other. When
there are many, those of a week and a maker are added up; a page then reads as many rows as there are weeks, not runs.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import islice
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet

from review.models import Extraction, Project, RunTally
from review.selectors.runs.run_counts import RunCounts, add_up, count_runs
from review.selectors.runs.scope import maker_digest, monday_of

MAX_SINGLE = 50
"""How many runs of a project have rows of their own before they are added to their weeks."""
BATCH_SIZE = 500


class Week(NamedTuple):
    """The key by which runs are added up."""

    project: int
    monday: date
    maker: str


class Sum(NamedTuple):
    """The oldest of some runs, and the sum of their numbers."""

    sample: int
    counts: RunCounts


def store_tallies(counted: Sequence[tuple[Extraction, RunCounts]]) -> None:
    """Store the numbers of runs that were just stored; on commit, add the rows of a project up if there are many."""
    rows = [_build(_week_of(run), Sum(run.pk, counts), extraction=run.pk) for run, counts in counted]
    RunTally.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    for project in {row.project_id for row in rows}:
        transaction.on_commit(partial(_add_many_up, project), robust=True)


def count_again() -> None:
    """Count all runs of the store again, and add them up; one transaction, which new runs wait for."""
    with transaction.atomic():
        list(Project.objects.select_for_update().order_by("pk").values_list("pk", flat=True))
        RunTally.objects.all().delete()
        RunTally.objects.bulk_create([_build(*row) for row in sorted(right_sums().items())], batch_size=BATCH_SIZE)


def stored_sums(projects: Collection[int] | None = None) -> Mapping[Week, Sum]:
    """Return the numbers of all weeks as stored, of some projects or of all."""
    return _sums_of(RunTally.objects.filter(_of("project", projects)))


def right_sums(projects: Collection[int] | None = None) -> Mapping[Week, Sum]:
    """Return the numbers of all weeks, computed from the first attempts; linear in their quotes."""
    sums: dict[Week, Sum] = {}
    runs = Extraction.objects.filter(_of("session__project", projects)).order_by("pk")
    runs = runs.defer("canonical", "notes").select_related("session")
    found = runs.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(found, BATCH_SIZE)):
        for week, one in _tallies(batch):
            sums[week] = _together([sums[week], one]) if week in sums else one
    return sums


def wrong_tallies(projects: Collection[int]) -> list[int]:
    """Return those of some projects with tallies that do not match their runs."""
    stored, right = stored_sums(projects), right_sums(projects)
    other = {week.project for week in {*stored, *right} if stored.get(week) != right.get(week)}
    of_one_run = RunTally.objects.filter(project__in=projects, extraction__isnull=False)
    return sorted({*other, *of_one_run.exclude(sample=F("extraction")).values_list("project", flat=True)})


def _add_many_up(project: int) -> None:
    """Add the runs of a project that have rows of their own to their weeks, when there are many.

    The lock on the project makes concurrent uploads wait, as their rows reference the project.
    """
    if RunTally.objects.filter(project=project, extraction__isnull=False)[: MAX_SINGLE + 1].count() <= MAX_SINGLE:
        return
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project)
        singles = RunTally.objects.filter(project=project, extraction__isnull=False)
        mondays = set(singles.values_list("monday", flat=True))
        rows = RunTally.objects.filter(project=project, monday__in=mondays)
        sums = _sums_of(rows)
        rows.delete()
        RunTally.objects.bulk_create([_build(*row) for row in sorted(sums.items())], batch_size=BATCH_SIZE)


def _of(project: str, projects: Collection[int] | None) -> Q:
    return Q() if projects is None else Q(**{f"{project}__in": projects})


def _sums_of(rows: QuerySet[RunTally]) -> dict[Week, Sum]:
    by_week: dict[Week, list[Sum]] = defaultdict(list)
    for row in rows.iterator(chunk_size=BATCH_SIZE):
        week = Week(row.project_id, row.monday, row.maker)
        by_week[week].append(Sum(row.sample_id, RunCounts.of_stored(row.counts)))
    return {week: _together(sums) for week, sums in by_week.items()}


def _together(sums: Sequence[Sum]) -> Sum:
    return Sum(min(one.sample for one in sums), add_up(one.counts for one in sums))


def _tallies(extractions: Iterable[Extraction]) -> Iterator[tuple[Week, Sum]]:
    """Yield the numbers as uploaded of each run; one without an entry counts nothing."""
    runs = list(extractions)
    counted = count_runs(Extraction.objects.filter(pk__in=[run.pk for run in runs]))
    for run in runs:
        counts = RunCounts.of_stored(counted.get(run.pk, RunCounts()).stored)
        yield _week_of(run), Sum(run.pk, counts)


def _week_of(run: Extraction) -> Week:
    return Week(run.session.project_id, monday_of(run.received_at), maker_digest(run))


def _build(week: Week, one: Sum, *, extraction: int | None = None) -> RunTally:
    return RunTally(
        project_id=week.project,
        monday=week.monday,
        maker=week.maker,
        sample_id=one.sample,
        extraction_id=extraction,
        counts=one.counts.stored,
    )
