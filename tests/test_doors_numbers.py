"""No number in a request is too large: whatever a form or an address holds, the answer is none of a broken server."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus

import pytest
from django.db import transaction
from django.urls import reverse

from tests.doors import DOORS, PEOPLE, World, make_world

pytestmark = pytest.mark.django_db

TOO_LARGE = (str(2**63), "9" * 5_000)
"""What no database has as a key, and what Python reads as no number."""
MAY = (200, 201, 302, 409, 422)
"""The answers of a door to somebody who may enter."""
ASKED = (
    *("session", "entry", "quote", "message", "index", "window", "loaded", "later", "add", "draft", "skipped"),
    *("before", "behind", "at", "a", "b", "extraction", "maker", "after", "weeks", "page", "project", "places"),
)
"""The parameters of addresses that are numbers, or hold some."""
Sent = tuple[str, str, Mapping[str, object]]
"""A method, an address and a form."""


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


def _forms(fields: Mapping[str, object], number: str) -> Iterator[dict[str, object]]:
    """Yield a form with each of its numbers replaced; one of places has three in one text."""
    for name, value in fields.items():
        if str(value).isdecimal():
            yield {**fields, name: number}
        if str(value).count(":") == 2:
            yield from ({**fields, name: f"{number}:3:7"}, {**fields, name: f"0:{number}:7"})


def _addresses(world: World, name: str, number: str) -> Iterator[str]:
    """Yield the address of a door with each of its numbers replaced."""
    keys = world.keys[DOORS[name].names]
    for key, value in keys.items():
        if isinstance(value, int):
            yield reverse(name, kwargs={**keys, key: number})


def _requests(world: World, name: str, number: str) -> Iterator[Sent]:
    door, address = DOORS[name], world.address(name)
    fields = door.fields(world)
    for method in ("get", "post"):
        yield from ((method, address, form) for form in _forms(fields, number))
        yield from ((method, other, fields) for other in _addresses(world, name, number))
    yield from (("get", address, {one: number}) for one in ASKED)


def _person(name: str, method: str) -> str | None:
    """Return somebody who may enter a door by a method."""
    cells = getattr(DOORS[name], method)
    return next((who for who, cell in zip(PEOPLE[2:], cells[2:], strict=True) if cell in MAY), None)


@pytest.mark.parametrize("number", TOO_LARGE, ids=["no key", "no number"])
def test_no_number_of_a_request_is_too_large(world: World, number: str) -> None:
    broken = []
    for name in sorted(DOORS):
        for method, address, form in _requests(world, name, number):
            person = _person(name, method)
            if person is None:
                continue
            client = world.client(person)
            client.raise_request_exception = False
            point = transaction.savepoint()
            status = getattr(client, method)(address, form).status_code
            transaction.savepoint_rollback(point)
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                broken.append((method, address[:60], list(form)))

    assert broken == []
