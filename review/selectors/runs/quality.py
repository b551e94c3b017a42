"""The quality of extractors over time: by week and maker, from stored tallies."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from review.models import Extraction, RunTally
from review.presentation import charts
from review.selectors.access import Person, visible_projects
from review.selectors.runs.run_counts import METHOD_STATES, RunCounts, Share, add_up
from review.selectors.runs.scope import WEEK, Maker, Scope, makers_of, monday_of

MAX_SHOWN_MAKERS = 3
"""The number of makers that a chart can distinguish without colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The numbers of a week, or of a maker in it, and the address of the counted rows."""

    counts: RunCounts
    scope: Scope


@dataclass(frozen=True, slots=True)
class Week:
    """One row of the tables: its first day, all of it, and the part of every shown maker."""

    monday: date
    cell: Cell
    makers: tuple[Cell, ...]

    @property
    def label(self) -> str:
        """The number of the week in the calendar (ISO 8601)."""
        return f"W{self.monday.isocalendar().week:02}"


@dataclass(frozen=True, slots=True)
class Contender:
    """A maker with its share of entries that were clean on arrival."""

    maker: Maker
    share: Share


@dataclass(frozen=True, slots=True)
class Finding:
    """The two makers with most entries, the one with more clean entries first."""

    better: Contender
    other: Contender

    @property
    def is_clear(self) -> bool:
        """Whether their intervals do not meet."""
        above, below = self.better.share.interval, self.other.share.interval
        return above is not None and below is not None and above.low > below.high


@dataclass(frozen=True, slots=True)
class Quality:
    """The contents of the quality page: makers with most entries first, weeks oldest first, and the whole period.

    Weeks before the first run are left out. `unshown` is the number of other makers, which count in the whole period
    but have no column.
    """

    scope: Scope
    makers: tuple[tuple[Maker, Cell], ...]
    unshown: int
    weeks: tuple[Week, ...]
    whole: Cell

    @property
    def finding(self) -> Finding | None:
        """Which of the two makers with most entries has more clean ones; None if there are no two with any."""
        shares = [Contender(maker, cell.counts.clean_on_arrival) for maker, cell in self.makers[:2]]
        if len(shares) < 2 or not all(one.share.total for one in shares):  # noqa: PLR2004 - two are compared
            return None
        better, other = sorted(shares, key=lambda one: -one.share.percent)
        return Finding(better, other)

    @property
    def lines(self) -> tuple[charts.Line, ...]:
        """The share of entries that needed nobody, one line per maker."""
        count = len(self.makers)
        return tuple(
            charts.line(self._shares(number), weeks=len(self.weeks), series=number, of=count) for number in range(count)
        )

    @property
    def columns(self) -> tuple[tuple[str, tuple[charts.Box, ...]], ...]:
        """The methods of quotes, one column per week, each with the scope of its week as a query string."""
        columns = charts.columns([week.cell.counts.first for week in self.weeks], METHOD_STATES)
        return tuple((week.cell.scope.query, boxes) for week, boxes in zip(self.weeks, columns, strict=True))

    @property
    def ticks(self) -> tuple[charts.Tick, ...]:
        """The labels of the weeks."""
        return charts.ticks((week.label for week in self.weeks), len(self.weeks))

    @property
    def levels(self) -> tuple[charts.Tick, ...]:
        """The labels of the percentages."""
        return charts.levels()

    @property
    def reasons(self) -> tuple[tuple[str, int, float], ...]:
        """Why quotes failed as uploaded, the most frequent first, with the length of its bar in percent."""
        found = self.whole.counts.reasons.most_common()
        return tuple((reason, count, round(100 * count / found[0][1], 1)) for reason, count in found)

    def _shares(self, number: int) -> list[tuple[int, float, float, float]]:
        shares = [(at, week.makers[number].counts.clean_on_arrival) for at, week in enumerate(self.weeks)]
        return [
            (at, one.percent, one.interval.low, one.interval.high) for at, one in shares if one.interval is not None
        ]


def quality(user: Person, *, project: str = "", weeks: int) -> Quality:
    """Return the quality of the runs of the last weeks, from the stored tallies of each week and maker."""
    today = monday_of(timezone.now())
    mondays = [today - (weeks - 1 - number) * WEEK for number in range(weeks)]
    scope = Scope(project=project, since=mondays[0], until=mondays[-1] + timedelta(days=7))
    tallies = _tallies(user, scope)
    by_maker: dict[str, list[RunTally]] = defaultdict(list)
    for tally in tallies:
        by_maker[tally.maker].append(tally)
    ranked = sorted(by_maker.values(), key=lambda rows: (-_sum(rows).entries, _sample(rows)))
    shown = ranked[:MAX_SHOWN_MAKERS]
    named = list(zip(_makers(shown), shown, strict=True))
    first = min((tally.monday for tally in tallies), default=mondays[0])
    return Quality(
        scope=scope,
        makers=tuple((maker, Cell(_sum(rows), scope.of(maker))) for maker, rows in named),
        unshown=len(ranked) - len(shown),
        weeks=tuple(_week(monday, tallies, named, scope) for monday in mondays if monday >= first),
        whole=Cell(_sum(tallies), scope),
    )


def _tallies(user: Person, scope: Scope) -> list[RunTally]:
    projects = visible_projects(user)
    if scope.project:
        projects = projects.filter(slug=scope.project)
    return list(RunTally.objects.filter(project__in=projects, monday__gte=scope.since, monday__lt=scope.until))


def _week(monday: date, tallies: list[RunTally], shown: list[tuple[Maker, list[RunTally]]], scope: Scope) -> Week:
    within = scope.in_week(monday)
    makers = (Cell(_sum(_of_week(rows, monday)), within.of(maker)) for maker, rows in shown)
    return Week(monday, Cell(_sum(_of_week(tallies, monday)), within), tuple(makers))


def _of_week(tallies: Iterable[RunTally], monday: date) -> list[RunTally]:
    return [one for one in tallies if one.monday == monday]


def _sum(tallies: Iterable[RunTally]) -> RunCounts:
    return add_up(RunCounts.of_stored(one.counts) for one in tallies)


def _sample(tallies: Iterable[RunTally]) -> int:
    return min(one.sample_id for one in tallies)


def _makers(shown: list[list[RunTally]]) -> list[Maker]:
    """Return the maker of each group of runs, as recorded with the oldest of them."""
    samples = [_sample(rows) for rows in shown]
    made_by = makers_of(Extraction.objects.defer("canonical", "notes").filter(pk__in=samples))
    return [made_by[sample] for sample in samples]
