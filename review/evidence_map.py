"""The evidence map: every quote of a session as a tick beside its messages. Pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass

TOP = 10
HEIGHT = 700
STEP = 9
MOST_TICKS = HEIGHT // STEP
LABELS = 8


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark of the map: a quote's place and the shape of its state; a label has no quote."""

    y: int
    shape: str
    key: int = 0
    index: int = 0
    height: int = 0


Place = tuple[int, int | None, str, bool]


def ticks(places: Sequence[Place], *, total: int, first: int, last: int) -> tuple[Tick, ...]:
    """Draw the axis labels, the window on the page when it is not everything, and one tick a quote.

    Where there are more quotes than room, those of the same shape at the same height share a tick.
    """
    return (*_labels(total), *_view(total=total, first=first, last=last), *_marks(places, total=total))


def _y(index: int, total: int) -> int:
    return TOP + round(HEIGHT * index / max(total, 1))


def _labels(total: int) -> list[Tick]:
    step = next(
        size for power in range(7) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * LABELS >= total
    )
    return [Tick(_y(index, total), "label", index=index) for index in range(0, total, step)]


def _view(*, total: int, first: int, last: int) -> list[Tick]:
    if last - first + 1 >= total:
        return []
    top = _y(first, total)
    return [Tick(top, "view", height=max(12, _y(last + 1, total) - top))]


def _marks(places: Sequence[Place], *, total: int) -> list[Tick]:
    wanted = [
        Tick(_y(total if index is None else min(index, total), total), _shape(method, ambiguous=ambiguous), key=key)
        for key, index, method, ambiguous in places
    ]
    return _spread(wanted) if len(wanted) <= MOST_TICKS else _shared(wanted)


def _shape(method: str, *, ambiguous: bool) -> str:
    return "ambiguous" if ambiguous else method


def _spread(wanted: Sequence[Tick]) -> list[Tick]:
    """Keep ticks a step apart, pushing down where they crowd and up again from the foot."""
    spread, y = [], TOP - STEP
    for tick in sorted(wanted, key=lambda one: one.y):
        y = max(tick.y, y + STEP)
        spread.append(Tick(y, tick.shape, key=tick.key))
    foot = TOP + HEIGHT + STEP
    for number in range(len(spread) - 1, -1, -1):
        foot = min(spread[number].y, foot - STEP)
        spread[number] = Tick(foot, spread[number].shape, key=spread[number].key)
    return spread


def _shared(wanted: Sequence[Tick]) -> list[Tick]:
    """Keep the first tick of each shape at each height; shapes at one height follow each other."""
    kept: dict[tuple[int, str], Tick] = {}
    for tick in wanted:
        y = TOP + (tick.y - TOP) // STEP * STEP
        kept.setdefault((y, tick.shape), Tick(y, tick.shape, key=tick.key))
    return sorted(kept.values(), key=lambda one: one.y)
