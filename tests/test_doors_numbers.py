"""No number in a request is too large: whatever a form or an address holds, the answer is none of a broken server."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import product

import pytest
from django.db import transaction
from django.urls import NoReverseMatch, reverse

from tests.doors import DOORS, World, make_world

pytestmark = pytest.mark.django_db

TOO_LARGE = (str(2**63), str(2**64), "9" * 40)
"""What no database has as a key: one more than the largest of SQLite, of PostgreSQL, and more than a float counts."""
PEOPLE = ("reviewer", "certifier", "manager")
ASKED = (
    *("session", "entry", "quote", "message", "index", "window", "loaded", "later", "add", "draft", "skipped"),
    *("before", "behind", "at", "a", "b", "extraction", "maker", "after", "weeks", "page", "project", "places"),
)
"""The parameters of addresses that are numbers, or hold some."""


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
    for key in keys:
        if isinstance(keys[key], int):
            try:
                yield reverse(name, kwargs={**keys, key: number})
            except NoReverseMatch:
                continue


@pytest.mark.parametrize("number", TOO_LARGE)
def test_no_number_of_a_request_is_too_large(world: World, number: str) -> None:
    broken = []
    for name, person in product(DOORS, PEOPLE):
        door, client = DOORS[name], world.client(person)
        fields = door.fields(world)
        sent = [
            *(("post", world.address(name), form) for form in _forms(fields, number)),
            *(("get", world.address(name), {one: number}) for one in ASKED),
            *(("get", world.address(name), form) for form in _forms(fields, number)),
            *((method, address, fields) for method in ("get", "post") for address in _addresses(world, name, number)),
        ]
        for method, address, form in sent:
            client.raise_request_exception = False
            point = transaction.savepoint()
            status = getattr(client, method)(address, form).status_code
            transaction.savepoint_rollback(point)
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                broken.append((method, address, form))

    assert broken == []
