"""The evidence map: every quote of a session as a tick beside its messages. Pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass

TOP = 10
HEIGHT = 700
STEP = 9
MOST_TICKS = HEIGHT // STEP
LABELS = 8
LANES = ("exact", "normalized", "fuzzy", "ambiguous", "failed")
LANE = 6


@dataclass(frozen=True, slots=True)
class Place:
    """A quote on the map: the message it claims, the one where it probably stands, and how it was found."""

    key: int
    claimed: int | None
    probable: int | None
    state: str
    ambiguous: bool = False

    @property
    def shape(self) -> str:
        """Name what is drawn."""
        return "ambiguous" if self.ambiguous else self.state


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark of the map: a quote's place and the shape of its state; a label has no quote."""

    y: int
    shape: str
    key: int = 0
    index: int = 0
    height: int = 0
    x: int = 40
    narrow: bool = False


def ticks(places: Sequence[Place], *, total: int, first: int, last: int) -> tuple[Tick, ...]:
    """Draw the axis labels, the window on the page when it is not everything, and one tick a quote.

    Where there are more quotes than room, each shape has a lane, and those of one lane at one height share a tick.
    """
    return (*_labels(total), _view(total=total, first=first, last=last), *_marks(places, total=total))


def _y(index: int, total: int) -> int:
    return TOP + round(HEIGHT * index / max(total, 1))


def _labels(total: int) -> list[Tick]:
    step = next(
        size for power in range(7) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * LABELS >= total
    )
    return [Tick(_y(index, total), "label", index=index) for index in range(0, total, step)]


def _view(*, total: int, first: int, last: int) -> Tick:
    top = _y(first, total)
    return Tick(top, "view", height=max(12, _y(last + 1, total) - top))


def _marks(places: Sequence[Place], *, total: int) -> list[Tick]:
    counting = [place for place in places if place.state in LANES]
    wanted = [Tick(_y(_index(place, total), total), place.shape, place.key, _index(place, total)) for place in counting]
    return _spread(wanted) if len(wanted) <= MOST_TICKS else _shared(wanted)


def _index(place: Place, total: int) -> int:
    return total if place.probable is None else min(place.probable, total)


def _spread(wanted: Sequence[Tick]) -> list[Tick]:
    """Keep ticks a step apart, pushing down where they crowd and up again from the foot."""
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


def _shared(wanted: Sequence[Tick]) -> list[Tick]:
    """Keep the first tick of each shape at each height, in the lane of that shape."""
    kept: dict[tuple[int, str], Tick] = {}
    for tick in wanted:
        y = TOP + (tick.y - TOP) // STEP * STEP
        x = 38 + LANE * LANES.index(tick.shape)
        kept.setdefault((y, tick.shape), Tick(y, tick.shape, tick.key, tick.index, x=x, narrow=True))
    return sorted(kept.values(), key=lambda one: one.y)
