"""Split a message into flat segments, each with the quotes that cover it. Pure: text and spans in, values out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Kind = Literal["mark", "ghost", "occurrence", "found"]
MAX_BADGES = 2
ATTENTION = {"exact": 0, "normalized": 1, "fuzzy": 2}


@dataclass(frozen=True, slots=True)
class Highlight:
    """A place in a message: of an aligned quote, of a near miss (a ghost), or another occurrence of a quote.

    A place found by a search belongs to no quote, and its key is 0.
    """

    key: int
    start: int
    end: int
    badge: str
    method: str = "none"
    kind: Kind = "mark"
    ambiguous: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """The text of a message between two boundaries of highlights, and how it is drawn.

    `confidences` are the methods and confidences of the quotes that its badge stands for.
    """

    text: str
    keys: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    fill: str = ""
    underline: str = ""
    second_underline: str = ""
    badge: str = ""
    confidences: tuple[tuple[str, float], ...] = ()
    ambiguous: bool = False
    continues_after: bool = False
    continues_before: bool = False

    @property
    def names(self) -> str:
        """The keys of the quotes here, separated by spaces for an attribute."""
        return " ".join(map(str, self.keys))

    @property
    def is_found(self) -> bool:
        """Whether a search found the text."""
        return "found" in self.kinds

    @property
    def is_mark(self) -> bool:
        """Whether a quote is aligned here."""
        return "mark" in self.kinds


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a message that is shown from *start* on, after *hidden* characters that are not shown."""

    start: int
    hidden: int
    segments: tuple[Segment, ...]


def cut_at_highlights(
    text: str, highlights: Iterable[Highlight], *, start: int = 0, end: int | None = None
) -> tuple[Segment, ...]:
    """Split the text from *start* to *end* at every boundary of a highlight, without losing a character."""
    last = len(text) if end is None else end
    inside = [one for one in highlights if one.start < last and one.end > start]
    edges = {start, last, *(edge for one in inside for edge in (one.start, one.end) if start < edge < last)}
    cuts = sorted(edges)
    lanes = assign_lanes([one for one in inside if one.kind == "mark"])
    laned = [(one, lanes.get(one, 0)) for one in sorted(inside, key=lambda one: (one.start, one.key))]
    return tuple(_segment(text, here, there, laned=laned) for here, there in pairwise(cuts))


def assign_lanes(marks: Sequence[Highlight]) -> dict[Highlight, int]:
    """Assign different lanes to overlapping marks; fuzzy ones come first, since only an underline can be wavy.

    Marks with the same span and method share a lane, as they are drawn as one.
    """
    order = sorted(marks, key=lambda one: (one.method != "fuzzy", one.start, -one.end, one.key))
    lanes: dict[Highlight, int] = {}
    places: dict[tuple[int, int, str], int] = {}
    for mark in order:
        place = (mark.start, mark.end, mark.method)
        if place not in places:
            taken = {lane for (start, end, _), lane in places.items() if start < mark.end and mark.start < end}
            places[place] = next(lane for lane in range(len(order) + 1) if lane not in taken)
        lanes[mark] = places[place]
    return lanes


def shown_ranges(
    length: int, highlights: Iterable[Highlight], *, limit: int, around: int
) -> tuple[tuple[int, int], ...]:
    """Return the ranges to show of a text longer than *limit*: around each highlight, or else its beginning."""
    if length <= limit:
        return ((0, length),)
    windows = [(max(0, one.start - around), min(length, one.end + around)) for one in highlights]
    return tuple(_merged(sorted(windows))) or ((0, 2 * around),)


def search_highlight(start: int, end: int) -> Highlight:
    """Return the highlight of words that a search found."""
    return Highlight(0, start, end, "", kind="found")


def passages(text: str, highlights: Sequence[Highlight], *, limit: int, around: int) -> tuple[tuple[Passage, ...], int]:
    """Return the passages of a message that are shown, and how many characters are hidden after the last one."""
    shown, at = [], 0
    for start, end in shown_ranges(len(text), highlights, limit=limit, around=around):
        shown.append(Passage(start, start - at, cut_at_highlights(text, highlights, start=start, end=end)))
        at = end
    return tuple(shown), len(text) - at


def _segment(text: str, start: int, end: int, *, laned: Sequence[tuple[Highlight, int]]) -> Segment:
    here = [(one, lane) for one, lane in laned if one.start <= start and one.end >= end]
    if not here:
        return Segment(text[start:end])
    over = [one for one, _ in here]
    marks = [one for one in over if one.kind == "mark"]
    drawn = {lane: one.method for one, lane in reversed(here) if one.kind == "mark"}
    return Segment(
        text=text[start:end],
        keys=tuple(dict.fromkeys(one.key for one in over if one.kind != "found")),
        starts=tuple(one.key for one in over if one.start == start and one.kind in {"mark", "ghost"}),
        kinds=frozenset(one.kind for one in over),
        fill=_strongest(marks or [one for one in over if one.kind == "occurrence"]),
        underline=drawn.get(0, ""),
        second_underline=drawn.get(1, ""),
        badge=_badge(over, start=start),
        confidences=tuple(
            dict.fromkeys(
                (one.method, one.confidence) for one in over if one.start == start and one.confidence is not None
            )
        ),
        ambiguous=any(one.ambiguous for one in marks),
        continues_after=any(one.end > end for one in over if one.kind != "found"),
        continues_before=any(one.start < start for one in over if one.kind != "found"),
    )


def _strongest(found: Sequence[Highlight]) -> str:
    """Return the method that needs most attention; its colour fills the segment."""
    return max((one.method for one in found), key=ATTENTION.__getitem__, default="")


def _badge(over: Sequence[Highlight], *, start: int) -> str:
    beginning = list(dict.fromkeys(one.badge for one in over if one.start == start and one.badge))[:MAX_BADGES]
    count = sum(one.kind == "mark" for one in over)
    return " ".join([*beginning, f"×{count}"] if count > 1 else beginning)


def _merged(windows: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    current: tuple[int, int] | None = None
    for start, end in windows:
        if current is None:
            current = (start, end)
        elif start <= current[1]:
            current = (current[0], max(current[1], end))
        else:
            yield current
            current = (start, end)
    if current is not None:
        yield current
