"""The differences between two JSON values, one by one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A JSON pointer with the values before and after, as JSON; empty if there is none."""

    place: str
    before: str = ""
    after: str = ""


def json_changes(before: object, after: object) -> tuple[Change, ...]:
    """Return every difference between two values, in the order of the later one.

    >>> json_changes({"stage": "raw", "quotes": [1]}, {"stage": "working", "quotes": [1, 2]})
    (Change(place='/stage', before='"raw"', after='"working"'), Change(place='/quotes/1', before='', after='2'))
    """
    earlier, later = dict(_leaves(before, "")), dict(_leaves(after, ""))
    places = [*later, *(place for place in earlier if place not in later)]
    changes = (Change(place, earlier.get(place, ""), later.get(place, "")) for place in places)
    return tuple(change for change in changes if change.before != change.after)


def readable_json(value: object) -> str:
    """Return a value as indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def _leaves(value: object, place: str) -> Iterator[tuple[str, str]]:
    match value:
        case dict() if value:
            for key, item in value.items():
                yield from _leaves(item, f"{place}/{key}")
        case list() if value:
            for number, item in enumerate(value):
                yield from _leaves(item, f"{place}/{number}")
        case _:
            yield place, json.dumps(value, ensure_ascii=False)
