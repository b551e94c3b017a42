"""Matches the units of a quote with units of its message in a row, from a given one on."""

from collections.abc import Sequence
from typing import NamedTuple

from aligner_core._rewriting.same import SHAPES, are_same, join, may_join
from aligner_core._rewriting.units import Unit

MAX_VISITED = 4_000
"""How many pairs of places one match may visit: a real one visits few more than it has units."""


class Step(NamedTuple):
    """Units [first, last) of a quote and those [start, end) of its message that say the same; either may be none."""

    first: int
    last: int
    start: int
    end: int


_Path = tuple[Step, "_Path"] | None
"""The steps of a match so far, the last one first."""


class Matcher:
    """The units of a folded quote, and those of the folded text in which they are looked for."""

    def __init__(
        self, quote: Sequence[Unit], source: Sequence[Unit], language: str | None, *, folded: str, text: str
    ) -> None:
        self.quote, self.source, self.language = quote, source, language
        self.folded, self.text = folded, text
        self.first = next((at for at, unit in enumerate(quote) if not unit.skipped), len(quote))

    def may_begin_at(self, at: int) -> bool:
        """Return whether the first unit of the quote that is never left out may stand at one of the message."""
        wanted, unit = self.quote[self.first], self.source[at]
        if wanted.kind == "value":
            return unit.kind == "value"
        return may_join(wanted, unit) or are_same(wanted, unit, self.language)

    def steps_from(self, at: int) -> list[Step] | None:
        """Return the steps of a match whose first unit that is never left out stands at one of the message, or None."""
        stack: list[tuple[int, int, _Path]] = [(self.first, at, None)]
        seen = set[tuple[int, int]]()
        while stack and len(seen) < MAX_VISITED:
            first, start, path = stack.pop()
            if first == len(self.quote):
                return [*self._steps_before(at), *_in_order(path)]
            if (first, start) in seen:
                continue
            seen.add((first, start))
            for left, right in reversed(self._shapes_at(first, start)):
                stack.append((first + left, start + right, (Step(first, first + left, start, start + right), path)))
        return None

    def _steps_before(self, at: int) -> list[Step]:
        """Return the steps of what may be left out before the first unit: the words that the message has too."""
        steps, first, begins = list[Step](), self.first, at
        for place in range(self.first - 1, -1, -1):
            if at > 0 and are_same(self.quote[place], self.source[at - 1], self.language):
                steps.append(Step(place, place + 1, at - 1, at))
                first, at = place, at - 1
        while steps and first and self.quote[steps[-1].first].kind == "sign":
            first, at = steps[-1].last, steps[-1].end
            steps.pop()
        own = Step(self.first, self.first, begins, begins)
        return _filled([*([Step(0, first, at, at)] if first else []), *reversed(steps), own])[:-1]

    def _shapes_at(self, first: int, start: int) -> list[tuple[int, int]]:
        """Return how many units on either side may be the next step, the likeliest first."""
        unit = self.quote[first]
        other = self.source[start] if start < len(self.source) else None
        shapes = list[tuple[int, int]]()
        if other is not None and (are_same(unit, other, self.language) or self._is_cut_value(first, start)):
            shapes.append((1, 1))
        elif other is not None and may_join(unit, other):
            shapes += [shape for shape in SHAPES if self._joins(first, start, *shape)]
        if unit.skipped:
            shapes.append((unit.skipped, 0))
        if other is not None and other.skipped:
            shapes.append((0, other.skipped))
        return shapes

    def _joins(self, first: int, start: int, left: int, right: int) -> bool:
        units, others = self.quote[first : first + left], self.source[start : start + right]
        return len(units) == left and len(others) == right and join(units, others, self.language)

    def _is_cut_value(self, first: int, start: int) -> bool:
        """Return whether a value at an edge of the quote may be cut off a longer one, as 9시 off 오전 9시."""
        unit, other = self.quote[first], self.source[start]
        if not unit.kind == other.kind == "value":
            return False
        words, stands = self.folded[unit.start : unit.end], self.text[other.start : other.end]
        if first == self.first and stands.endswith(f" {words}"):
            return True
        return stands.startswith(f"{words} ") and all(later.skipped for later in self.quote[first + 1 :])


def _filled(steps: Sequence[Step]) -> list[Step]:
    """Return steps with those of the units of the quote between them, which the message does not have."""
    found = list[Step]()
    for step in steps:
        if found and found[-1].last < step.first:
            found.append(Step(found[-1].last, step.first, step.start, step.start))
        found.append(step)
    return found


def _in_order(path: _Path) -> list[Step]:
    steps = list[Step]()
    while path is not None:
        step, path = path
        steps.append(step)
    return steps[::-1]
