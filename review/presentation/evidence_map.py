"""The evidence map: every quote of a session as a tick on an axis of messages. Pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

TOP = 10
HEIGHT = 700
STEP = 9
MAX_TICKS = HEIGHT // STEP
MAX_LABELS = 8
LANES = ("exact", "normalized", "fuzzy", "ambiguous", "failed")
FOUND = LANES[:3]
LANE_WIDTH = 6
WIDE_PATHS = {
    "exact": "M0 -2h16v4h-16z",
    "normalized": "M0 -2h7v4h-7zM9 -2h7v4h-7z",
    "fuzzy": "M0 0q2.7 -5 5.4 0t5.4 0t5.4 0",
    "ambiguous": "M8 -4l4.5 4l-4.5 4l-4.5 -4z",
    "failed": "M3 -3h10v6h-10z",
}
NARROW_PATHS = {
    "exact": "M0 -3h4.6v6h-4.6z",
    "normalized": "M0 -3h4.6v2h-4.6zM0 1h4.6v2h-4.6z",
    "fuzzy": "M0 0q1.2 -5 2.4 0t2.4 0",
    "ambiguous": "M2.4 -3.5l2.6 3.5l-2.6 3.5l-2.6 -3.5z",
    "failed": "M.6 -3h4.4v6h-4.4z",
}
"""The SVG path of each shape; one element per tick, as a map may have hundreds."""


class QuotePlace(NamedTuple):
    """A quote on the map: the message it claims, the one it is probably in, and its state."""

    key: int
    claimed: int | None
    probable: int | None
    state: str
    ambiguous: bool = False
    is_settled: bool = False
    """Whether its entry is verified, certified or rejected."""

    @property
    def is_unclear(self) -> bool:
        """Whether it was not found, or in several places."""
        return self.state == "failed" or (self.ambiguous and self.state in FOUND)

    @property
    def shape(self) -> str:
        """The shape of its tick."""
        return "ambiguous" if self.ambiguous else self.state


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark of the map: a quote with its place and the shape of its state, or a label without a quote."""

    y: int
    shape: str
    key: int = 0
    index: int = 0
    height: int = 0
    x: int = 40
    narrow: bool = False

    @property
    def path(self) -> str:
        """The SVG path of its shape."""
        return (NARROW_PATHS if self.narrow else WIDE_PATHS)[self.shape]


def ticks(places: Sequence[QuotePlace], *, total: int, first: int, last: int) -> tuple[Tick, ...]:
    """Return the axis labels, a frame around the window on the page, and one tick per quote.

    If there are more quotes than room, each shape has a lane, and quotes in one lane at one height share a tick.
    """
    return (*_labels(total), _view(total=total, first=first, last=last), *_marks(places, total=total))


def _y(index: int, total: int) -> int:
    return TOP + round(HEIGHT * index / max(total, 1))


def _labels(total: int) -> list[Tick]:
    step = next(
        size for power in range(7) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * MAX_LABELS >= total
    )
    return [Tick(_y(index, total), "label", index=index) for index in range(0, total, step)]


def _view(*, total: int, first: int, last: int) -> Tick:
    top = _y(first, total)
    return Tick(top, "view", height=max(12, _y(last + 1, total) - top))


def _marks(places: Sequence[QuotePlace], *, total: int) -> list[Tick]:
    counting = [place for place in places if place.state in LANES]
    if len(counting) > MAX_TICKS:
        return _shared(counting, total=total)
    indexed = [(_index(place, total), place) for place in counting]
    return _spread([Tick(_y(index, total), place.shape, place.key, index) for index, place in indexed])


def _index(place: QuotePlace, total: int) -> int:
    return total if place.probable is None else min(place.probable, total)


def _spread(wanted: Sequence[Tick]) -> list[Tick]:
    """Keep ticks a step apart: push crowded ones down, and then up again from the bottom."""
    spread, y = [], TOP - STEP
    for tick in sorted(wanted, key=lambda one: one.y):
        y = max(tick.y, y + STEP)
        spread.append(Tick(y, tick.shape, tick.key, tick.index))
    foot = TOP + HEIGHT + STEP
    for number in range(len(spread) - 1, -1, -1):
        tick = spread[number]
        foot = min(tick.y, foot - STEP)
        spread[number] = Tick(foot, tick.shape, tick.key, tick.index)
    return spread


def _shared(counting: Sequence[QuotePlace], *, total: int) -> list[Tick]:
    """Keep the first quote of each shape at each height, in the lane of that shape."""
    first: dict[tuple[int, str], QuotePlace] = {}
    heights = [TOP + (_y(index, total) - TOP) // STEP * STEP for index in range(total + 1)]
    for place in counting:
        first.setdefault((heights[_index(place, total)], place.shape), place)
    return [
        Tick(y, shape, place.key, _index(place, total), x=38 + LANE_WIDTH * LANES.index(shape), narrow=True)
        for (y, shape), place in sorted(first.items(), key=lambda one: one[0][0])
    ]
