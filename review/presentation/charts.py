"""The geometry of charts: the places of bars, points and hatches. The page renders the shapes and a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

BAR_WIDTH, BAR_HEIGHT = 640.0, 26.0
GAP = 2.0
LEFT, RIGHT, TOP = 44.0, 716.0, 16.0
PLOT_HEIGHT = 200.0
COLUMN_SHARE = 0.56
"""The share of its slot that a column fills."""
LINE_STEP, SLANT_STEP, SLANT = 6.0, 8.0, 5.0
SIDE_STEP = 9.0
"""The distance between the points of one week, so that no interval hides another."""
MIN_HATCHED = 4.0


@dataclass(frozen=True, slots=True)
class Box:
    """One method's part of a bar: a rectangle, and the path of hatches that distinguish it without colour."""

    state: str
    x: float
    y: float
    width: float
    height: float
    hatch: str


@dataclass(frozen=True, slots=True)
class Point:
    """One share in a chart of lines, with the ends of its interval."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """The shares of one maker over time."""

    path: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis and its place."""

    label: str
    at: float


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a histogram; `is_lost` is whether it lies below the line."""

    count: int
    x: float
    y: float
    width: float
    height: float
    is_lost: bool


def method_bar(counts: Mapping[str, int], states: Sequence[str]) -> tuple[Box, ...]:
    """Return a horizontal bar with parts in proportion to the counts."""
    total = sum(counts.get(state, 0) for state in states)
    boxes, x = [], 0.0
    for state in states:
        width = BAR_WIDTH * counts.get(state, 0) / total if total else 0.0
        if width:
            boxes.append(_box(state, x + 1, 1.0, max(width - GAP, 1.0), BAR_HEIGHT - GAP))
        x += width
    return tuple(boxes)


def columns(weeks: Sequence[Mapping[str, int]], states: Sequence[str]) -> tuple[tuple[Box, ...], ...]:
    """Return one vertical bar of full height per week, with parts in proportion to the counts."""
    return tuple(tuple(_column(number, len(weeks), counts, states)) for number, counts in enumerate(weeks))


def _column(number: int, of: int, counts: Mapping[str, int], states: Sequence[str]) -> Iterator[Box]:
    total, y = sum(counts.get(state, 0) for state in states), TOP + PLOT_HEIGHT
    width = (RIGHT - LEFT) / of * COLUMN_SHARE
    for state in states:
        height = PLOT_HEIGHT * counts.get(state, 0) / total if total else 0.0
        y -= height
        if height:
            x = place(number, of) - width / 2
            yield _box(state, round(x, 1), round(y, 1), round(width, 1), round(max(height - 1, 1.0), 1))


def line(shares: Sequence[tuple[int, float, float, float]], *, weeks: int, series: int, of: int) -> Line:
    """Return the line of one of several makers; a share is the number of its week, its percent and its interval."""
    aside = (series - (of - 1) / 2) * SIDE_STEP
    points = tuple(
        Point(round(place(week, weeks) + aside, 1), level(percent), level(low), level(high))
        for week, percent, low, high in shares
    )
    return Line("M" + "L".join(f"{one.x} {one.y}" for one in points) if points else "", points)


def histogram(counts: Sequence[int], *, lost: int) -> tuple[Bin, ...]:
    """Return the bars of a histogram; the first *lost* of them lie below the line."""
    most, step = max(counts, default=0) or 1, (RIGHT - LEFT) / max(len(counts), 1)
    return tuple(
        Bin(
            count,
            round(LEFT + number * step + 3, 1),
            round(TOP + 100 * (1 - count / most), 1),
            round(step - 6, 1),
            round(100 * count / most, 1),
            number < lost,
        )
        for number, count in enumerate(counts)
    )


def place(number: int, of: int) -> float:
    """Return the middle of the place of one week."""
    return round(LEFT + (RIGHT - LEFT) * (number + 0.5) / max(of, 1), 1)


def level(percent: float) -> float:
    """Return the height of a percentage."""
    return round(TOP + PLOT_HEIGHT * (1 - percent / 100), 1)


def ticks(labels: Iterable[str], of: int) -> tuple[Tick, ...]:
    """Return the labels of the weeks below a chart."""
    return tuple(Tick(label, place(number, of)) for number, label in enumerate(labels))


def levels() -> tuple[Tick, ...]:
    """Return the labels of the percentages beside a chart."""
    return tuple(Tick(str(percent), level(percent)) for percent in (0, 25, 50, 75, 100))


def _box(state: str, x: float, y: float, width: float, height: float) -> Box:
    paths = {"normalized": _lines, "fuzzy": _slants}
    hatch = " ".join(paths[state](x, y, width, height)) if state in paths and min(width, height) >= MIN_HATCHED else ""
    return Box(state, round(x, 1), y, round(width, 1), height, hatch)


def _lines(x: float, y: float, width: float, height: float) -> Iterator[str]:
    at = y + LINE_STEP / 2
    while at < y + height:
        yield f"M{x:.1f} {at:.1f}h{width:.1f}"
        at += LINE_STEP


def _slants(x: float, y: float, width: float, height: float) -> Iterator[str]:
    at = x + 1
    while at + SLANT < x + width:
        yield f"M{at:.1f} {y + height:.1f}l{SLANT} {-height:.1f}"
        at += SLANT_STEP
