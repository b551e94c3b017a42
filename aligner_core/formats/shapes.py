"""The shape that a JSON value must have to be of a format, and the first place where it does not fit.

>>> shape = Having({"mapping": SomeValue(Having({"children": LIST}))})
>>> shape.misfit({"mapping": {"n1": {"children": []}}}) is None
True
>>> shape.misfit({"mapping": {"n1": {"childs": []}}}, "[0]")
Misfit(where='[0].mapping.n1.children', wanted='a list', depth=3)
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

MAX_LOOKED_AT = 1000
"""How many items of a list are looked at to see what it is."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The place where a value stops fitting a shape, what was wanted there, and how many steps fitted before."""

    where: str
    wanted: str
    depth: int = 0


class Shape(Protocol):
    """A shape that a value must have."""

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where *value*, which stands at *where*, does not fit; None when it fits."""

    def fits(self, value: object) -> bool:
        """Return whether *value* fits: what `misfit` would say, without the place."""


@dataclass(frozen=True, slots=True)
class Is:
    """A value for which something holds."""

    wanted: str
    holds: Callable[[object], bool]

    def fits(self, value: object) -> bool:
        """Return whether *value* is what is wanted."""
        return self.holds(value)

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return that *value* is not what is wanted; None when it is."""
        return None if self.holds(value) else Misfit(where, self.wanted)


TEXT = Is("a text", lambda value: isinstance(value, str))
LIST = Is("a list", lambda value: isinstance(value, list))
OBJECT = Is("an object", lambda value: isinstance(value, dict))
EMPTY = Is("an empty list", lambda value: value == [])
ANYTHING = Is("a value", lambda _: True)


def one_of(*texts: str) -> Is:
    """Return the shape of a value that is one of *texts*."""
    return Is(" or ".join(f'"{text}"' for text in texts), lambda value: isinstance(value, str) and value in texts)


@dataclass(frozen=True, slots=True)
class Having:
    """An object that has keys, and lacks others; `a|b` is the first of the keys that it has."""

    keys: Mapping[str, Shape]
    lacking: tuple[str, ...] = ()

    def fits(self, value: object) -> bool:
        """Return whether *value* has the keys it needs, and none of the others."""
        if not isinstance(value, dict):
            return False
        for names, shape in self.keys.items():
            name = names if names in value else _first_of(names, value)
            if name is None or not shape.fits(value[name]):
                return False
        return value.keys().isdisjoint(self.lacking)

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return the first key that is missing, does not fit or should not be there."""
        if not isinstance(value, dict):
            return Misfit(where, OBJECT.wanted)
        for depth, (names, shape) in enumerate(self.keys.items(), start=1):
            name = _first_of(names, value)
            if name is None:
                return Misfit(at(where, names.split("|")[0]), _wanted(shape), depth)
            found = shape.misfit(value[name], at(where, name))
            if found is not None:
                return replace(found, depth=found.depth + depth + 1)
        wrong = next((name for name in self.lacking if name in value), None)
        return None if wrong is None else Misfit(at(where, wrong), "nothing", len(self.keys))


@dataclass(frozen=True, slots=True)
class Some:
    """A list of which one item fits."""

    shape: Shape

    def fits(self, value: object) -> bool:
        """Return whether one item fits."""
        return isinstance(value, list) and any(map(self.shape.fits, islice(value, MAX_LOOKED_AT)))

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where the item that fits best does not fit."""
        if not isinstance(value, list):
            return Misfit(where, LIST.wanted)
        return _nearest(self.shape, enumerate(value), where) if value else Misfit(at(where, 0), _wanted(self.shape))


@dataclass(frozen=True, slots=True)
class SomeValue:
    """An object of which one value fits, whatever its key."""

    shape: Shape

    def fits(self, value: object) -> bool:
        """Return whether one value fits."""
        return isinstance(value, dict) and any(map(self.shape.fits, islice(value.values(), MAX_LOOKED_AT)))

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where the value that fits best does not fit."""
        if not isinstance(value, dict) or not value:
            return Misfit(where, "an object that is not empty")
        return _nearest(self.shape, value.items(), where)


@dataclass(frozen=True, slots=True)
class Every:
    """A list that is not empty and of which every item fits."""

    shape: Shape

    def fits(self, value: object) -> bool:
        """Return whether there are items, and every one fits."""
        return isinstance(value, list) and bool(value) and all(map(self.shape.fits, value))

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where the first item that does not fit does not."""
        if not isinstance(value, list) or not value:
            return Misfit(where, "a list that is not empty")
        wrong = [place for place, item in enumerate(value[:_FITTING_THAT_COUNT]) if self.shape.misfit(item) is not None]
        fitting = min(len(value), _FITTING_THAT_COUNT) - len(wrong)
        first = next(iter(wrong), None)
        if first is None:
            rest = range(_FITTING_THAT_COUNT, len(value))
            first = next((place for place in rest if self.shape.misfit(value[place]) is not None), None)
        found = None if first is None else self.shape.misfit(value[first], at(where, first))
        return None if found is None else replace(found, depth=found.depth + 2 * fitting)


_FITTING_THAT_COUNT = 5
"""How many items of a list that fit make it nearer."""


@dataclass(frozen=True, slots=True)
class Both:
    """A value that fits all of several shapes."""

    shapes: tuple[Shape, ...]

    def fits(self, value: object) -> bool:
        """Return whether all shapes fit."""
        return all(shape.fits(value) for shape in self.shapes)

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where the first shape that does not fit does not."""
        found = (shape.misfit(value, where) for shape in self.shapes)
        return next((misfit for misfit in found if misfit is not None), None)


@dataclass(frozen=True, slots=True)
class Either:
    """A value that fits one of several shapes."""

    shapes: tuple[Shape, ...]

    def fits(self, value: object) -> bool:
        """Return whether one of the shapes fits."""
        return any(shape.fits(value) for shape in self.shapes)

    def misfit(self, value: object, where: str = "") -> Misfit | None:
        """Return where the shape that fits best does not fit."""
        misfits = list[Misfit]()
        for shape in self.shapes:
            found = shape.misfit(value, where)
            if found is None:
                return None
            misfits.append(found)
        nearest = max(misfits, key=lambda misfit: misfit.depth)
        equals = [one for one in misfits if (one.where, one.depth) == (nearest.where, nearest.depth)]
        return replace(nearest, wanted=" or ".join(dict.fromkeys(one.wanted for one in equals)))


def keys_asked(shape: Shape) -> frozenset[str]:
    """Return all keys that a shape asks for, at any depth.

    >>> sorted(keys_asked(Having({"data|rows": Some(Having({"id": TEXT}))})))
    ['data', 'id', 'rows']
    """
    match shape:
        case Having():
            own = (name for names in shape.keys for name in names.split("|"))
            return frozenset(own).union(*map(keys_asked, shape.keys.values()))
        case Some() | SomeValue() | Every():
            return keys_asked(shape.shape)
        case Both() | Either():
            return frozenset().union(*map(keys_asked, shape.shapes))
    return frozenset()


def _first_of(names: str, value: Mapping[object, object]) -> str | None:
    """Return the first of the keys `a|b` that a value has."""
    return next((name for name in names.split("|") if name in value), None)


def at(where: str, name: object) -> str:
    """Return the place of a key or an item within the value at *where*.

    >>> at("", "messages"), at("messages", 0), at("messages[0]", "role"), at("line 3: ", "role")
    ('messages', 'messages[0]', 'messages[0].role', 'line 3: role')
    """
    if isinstance(name, int):
        return f"{where}[{name}]"
    return f"{where}{name}" if not where or where.endswith(": ") else f"{where}.{name}"


def _nearest(shape: Shape, items: Iterable[tuple[object, object]], where: str) -> Misfit | None:
    """Return the deepest misfit of all items; None when one fits."""
    misfits = list[Misfit]()
    for name, item in islice(items, MAX_LOOKED_AT):
        found = shape.misfit(item, at(where, name))
        if found is None:
            return None
        misfits.append(found)
    return max(misfits, key=lambda misfit: misfit.depth)


def _wanted(shape: Shape) -> str:
    match shape:
        case Is():
            return shape.wanted
        case Having():
            return OBJECT.wanted
        case Either():
            return _wanted(shape.shapes[0])
    return LIST.wanted
