"""How good extractors are over time: by week and maker, linear in the runs of the period."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from review.models import Extraction
from review.presentation import charts
from review.selectors.access import Person
from review.selectors.runs.run_counts import METHOD_STATES, RunCounts, add_up, count_runs
from review.selectors.runs.scope import WEEK, Maker, Scope, makers_of, monday_of, scoped_extractions

MAX_SHOWN_MAKERS = 3
"""How many makers a chart tells apart without colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The numbers of a week, or of a maker in it, and the address of what they were counted of."""

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
        """The number of the week as calendars have it (ISO 8601)."""
        return f"W{self.monday.isocalendar().week:02}"


@dataclass(frozen=True, slots=True)
class Quality:
    """What the page of quality shows: makers with most entries first, weeks oldest first, and the period as a whole.

    `unshown` is how many other makers there were, which the whole counts and the columns do not show.
    """

    scope: Scope
    makers: tuple[tuple[Maker, Cell], ...]
    unshown: int
    weeks: tuple[Week, ...]
    whole: Cell

    @property
    def lines(self) -> tuple[charts.Line, ...]:
        """The share of entries that needed nobody, one line a maker."""
        count = len(self.makers)
        return tuple(
            charts.line(self._shares(number), weeks=len(self.weeks), series=number, of=count) for number in range(count)
        )

    @property
    def columns(self) -> tuple[tuple[str, tuple[charts.Box, ...]], ...]:
        """How quotes were found, one column a week, each with the scope of its week as an address has it."""
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
        shares = [(at, week.makers[number].counts.nothing_to_decide) for at, week in enumerate(self.weeks)]
        return [
            (at, one.percent, one.interval.low, one.interval.high) for at, one in shares if one.interval is not None
        ]


def quality(user: Person, *, project: str = "", weeks: int) -> Quality:
    """Return the quality of the runs of the last weeks; linear in their quotes."""
    today = monday_of(timezone.now())
    mondays = [today - (weeks - 1 - number) * WEEK for number in range(weeks)]
    scope = Scope(project=project, since=mondays[0], until=mondays[-1] + timedelta(days=7))
    extractions = scoped_extractions(user, scope)
    found = list(extractions)
    counted, made_by = count_runs(extractions), makers_of(found)
    ranked = _ranked(counted, made_by)
    shown = ranked[:MAX_SHOWN_MAKERS]
    cells = _cells(found, counted, made_by)
    return Quality(
        scope=scope,
        makers=tuple((maker, Cell(_of(counted, made_by, maker), scope.of(maker))) for maker in shown),
        unshown=len(ranked) - len(shown),
        weeks=tuple(_week(monday, cells, shown, scope) for monday in mondays),
        whole=Cell(add_up(counted.values()), scope),
    )


def _ranked(counted: Mapping[int, RunCounts], made_by: Mapping[int, Maker]) -> list[Maker]:
    makers = sorted(set(made_by.values()), key=lambda maker: maker.sample)
    return sorted(makers, key=lambda maker: -_of(counted, made_by, maker).entries)


def _of(counted: Mapping[int, RunCounts], made_by: Mapping[int, Maker], maker: Maker) -> RunCounts:
    return add_up(counts for key, counts in counted.items() if made_by[key] == maker)


def _cells(
    found: list[Extraction], counted: Mapping[int, RunCounts], made_by: Mapping[int, Maker]
) -> Mapping[tuple[date, Maker], list[RunCounts]]:
    cells = defaultdict(list)
    for one in found:
        cells[monday_of(one.received_at), made_by[one.pk]].append(counted.get(one.pk, RunCounts()))
    return cells


def _week(monday: date, cells: Mapping[tuple[date, Maker], list[RunCounts]], shown: list[Maker], scope: Scope) -> Week:
    within = scope.in_week(monday)
    everything = add_up(counts for (day, _), listed in cells.items() if day == monday for counts in listed)
    makers = (Cell(add_up(cells.get((monday, maker), ())), within.of(maker)) for maker in shown)
    return Week(monday, Cell(everything, within), tuple(makers))
