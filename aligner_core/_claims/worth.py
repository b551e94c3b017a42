"""The worth of a value in the base unit, and whether one value states another."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from heapq import merge
from typing import NamedTuple, TypeAlias

from aligner_core._claims.models import FactKind
from aligner_core._language.lexicon import word_set_at

HALF_DAY, DAY, MAX_HOURS = 12 * 60, 24 * 60, 24
MAX_PLACES_OF_VALUE = 50
"""How many places of one value in a text are looked at."""

_TIMES = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
_SCALED = {
    "kilobyte": ("byte", 1),
    "megabyte": ("byte", 1000),
    "gigabyte": ("byte", 10**6),
    "terabyte": ("byte", 10**9),
}
_BASE_UNITS = {"mass": "gram", "length": "meter", "volume": "liter"}
CURRENCY_CODES = {"chf": "chf", "sek": "sek", "nok": "nok", "dkk": "dkk", "pln": "pln"}
OTHER_COUNTER = "~"
"""The prefix of the name of a Korean counter that is in no list."""
_DECIMAL = re.compile(r"\d+\.\d+")


class Quantity(NamedTuple):
    """A number with its unit, in the base of the unit; `written` is the number as it stands there."""

    number: object
    unit: str
    written: object


class Day(NamedTuple):
    """A day, or the parts of it that are given; `weekday` is 1 to 7, `relative` counts from today."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    relative: int | None = None


class Clock(NamedTuple):
    """Minutes since midnight, and whether it is known which half of the day they are in."""

    minutes: int | Fraction
    is_certain: bool


class Name(NamedTuple):
    """A version or an identifier: the same only when it is written the same."""

    key: str


Worth: TypeAlias = Quantity | Day | Clock | Name


class Found(NamedTuple):
    """One value at [start, end) of a folded text; one that is no more than an article is no fact of a claim."""

    worth: Worth
    start: int
    end: int
    is_article: bool = False

    @property
    def unit(self) -> str:
        """The unit of a quantity; "" for anything else."""
        return self.worth.unit if isinstance(self.worth, Quantity) else ""

    @property
    def kind(self) -> FactKind:
        """What it states."""
        if isinstance(self.worth, Quantity):
            is_money = self.worth.unit in word_set_at("units.currencies") or self.worth.unit in CURRENCY_CODES
            return "amount" if is_money else "number"
        if isinstance(self.worth, Name):
            return "identifier"
        return "date" if isinstance(self.worth, Day) else "time"


def quantity_of(number: object, unit: str) -> Quantity:
    """Return a number with a unit in the base of the unit."""
    unit = "square meter" if unit in word_set_at("claims.values.square_meters") else unit
    if not isinstance(number, Fraction):
        return Quantity(number, unit, number)
    if unit in _BASE_UNITS or unit == "duration":
        return Quantity(number, unit, number)
    for table, base in ((_TIMES, "duration"), (_MONTHS, "months")):
        if unit in table:
            return Quantity(number * table[unit], base, number)
    if unit in _SCALED:
        base, factor = _SCALED[unit]
        return Quantity(number * factor, base, number)
    return Quantity(number, unit, number)


class ValueIndex:
    """The values of one text, to look up where one of a claim is stated."""

    def __init__(self, values: Sequence[Found]) -> None:
        self._units = {one.worth.unit for one in values if isinstance(one.worth, Quantity)}
        self._places: dict[Worth, list[Found]] = {}
        for found in values:
            places = self._places.setdefault(found.worth, [])
            if len(places) < MAX_PLACES_OF_VALUE:
                places.append(found)
        self._by_key: dict[object, list[Worth]] = {}
        for worth in self._places:
            for key in _keys(worth):
                self._by_key.setdefault(key, []).append(worth)
        self._stating: dict[Worth, list[Found]] = {}

    @cached_property
    def _by_unit(self) -> Mapping[type[Worth], Mapping[str, list[Found]]]:
        """The first place of every value that is a fact by itself, by kind and unit, in reading order."""
        found: dict[type[Worth], dict[str, list[Found]]] = defaultdict(dict)
        for places in self._places.values():
            if not places[0].is_article:
                found[type(places[0].worth)].setdefault(places[0].unit, []).append(places[0])
        return found

    def instead_of(self, value: Found, taken: Container[Worth]) -> Iterator[Found]:
        """Yield the values of the kind of one that are not *taken*, each once, those with its unit first."""
        by_unit = self._by_unit.get(type(value.worth), {})
        other_units = (places for unit, places in by_unit.items() if unit != value.unit)
        for places in (by_unit.get(value.unit, ()), merge(*other_units, key=lambda one: one.start)):
            yield from (one for one in places if one.worth not in taken)

    def stating(self, worth: Worth) -> list[Found]:
        """Return the values that state one of a claim, in reading order.

        The text may state more: the year of a day, the unit of a number. The claim may not.
        """
        if worth not in self._stating:
            likely = self._likely(worth)
            stating = [found for other in likely if self._states(other, worth) for found in self._places[other]]
            self._stating[worth] = sorted(stating, key=lambda found: (found.start, found.end))
        return self._stating[worth]

    def _likely(self, worth: Worth) -> set[Worth]:
        """Return the values that may state one of a claim: those with which it has a key in common."""
        wanted = [_key_of_day(worth)] if isinstance(worth, Day) else _keys(worth)
        return {other for key in wanted for other in self._by_key.get(key, ())}

    def _states(self, other: Worth, worth: Worth) -> bool:
        match worth, other:
            case (Quantity(), Quantity()):
                return self._is_quantity(worth, other)
            case (Day(), Day()):
                return all(mine is None or mine == theirs for mine, theirs in zip(worth, other, strict=True))
            case (Quantity(), Day()):
                return worth.unit in _PARTS_OF_DAYS and worth.written in {other.day, other.year}
            case (Clock(), Clock()):
                return worth.minutes == other.minutes or not (worth.is_certain and other.is_certain)
            case (Clock(), Quantity(unit="")) | (Quantity(unit=""), Clock()):
                return True
            case (Name(key), Quantity(number, "", _)) | (Quantity(number, "", _), Name(key)):
                return _fraction(key) == number
            case _:
                return worth == other

    def _is_quantity(self, worth: Quantity, other: Quantity) -> bool:
        if worth.unit == other.unit:
            return worth.number == other.number
        if not worth.unit:
            return worth.number in {other.written, other.number}
        if {worth.unit, other.unit} == _POUNDS:
            return worth.number == other.number
        if _counts(worth.unit) and (not other.unit or _counts(other.unit)):
            general = word_set_at("units.general_counters")
            is_free = not other.unit or worth.unit in general or other.unit in general
            return is_free and worth.number == other.number
        if worth.unit == _UNSAID_UNIT and not other.unit and isinstance(other.number, Fraction):
            return worth.number == other.number and other.number >= MIN_UNSAID
        return not other.unit and worth.written == other.written and worth.unit in self._units


def is_counter(unit: str) -> bool:
    """Return whether a unit counts things: other languages often leave such units out."""
    return unit in word_set_at("units.counters") or unit in word_set_at("units.general_counters")


def _counts(unit: str) -> bool:
    return is_counter(unit) or unit.startswith(OTHER_COUNTER)


_POUNDS = frozenset({"pound", "sterling"})
"""The unit of mass has the name of the currency."""
_UNSAID_UNIT, MIN_UNSAID = "won", 1000
"""The unit that Koreans leave out behind large numbers: *4만*."""
_PARTS_OF_DAYS = frozenset({"duration", "months", ""})
"""The units of 14일 and 2026년, which may be parts of a date."""


def _key_of_day(day: Day) -> tuple[str, object]:
    """Return the part of a day that fewest days have in common: every day that states it has this part too."""
    parts = (("month", day.month), ("number", day.day), ("number", day.year), ("weekday", day.weekday))
    if day.month and day.day:
        return "day", (day.month, day.day)
    if day.month and day.year:
        return "month of year", (day.year, day.month)
    return next(((name, part) for name, part in parts if part is not None), ("relative", day.relative))


def _keys(worth: Worth) -> Iterator[tuple[str, object]]:
    """Yield what two values have in common where one states the other."""
    match worth:
        case Quantity(number, unit, written):
            yield "number", number
            yield "number", written
            if not unit and isinstance(number, Fraction) and number <= MAX_HOURS:
                yield "time", 60 * number % HALF_DAY
        case Day(year, month, day, weekday, relative):
            yield from (("number", part) for part in (year, day) if part is not None)
            yield "day", (month, day)
            yield "month of year", (year, month)
            yield "month", month
            yield "weekday", weekday
            yield "relative", relative
        case Clock(minutes):
            yield "time", minutes % HALF_DAY
        case _:
            yield "name", worth.key
            if (number := _fraction(worth.key)) is not None:
                yield "number", number


def _fraction(key: str) -> Fraction | None:
    """Return the worth of a version as a number."""
    return Fraction(key) if _DECIMAL.fullmatch(key) else None
