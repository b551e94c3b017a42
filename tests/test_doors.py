"""Every address checks who is asking, and every form where it was sent from."""

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import resolve

from benchmarks.addresses import routes
from review.models import Entry, Membership
from tests.doors import DOORS, PEOPLE, World, make_world

pytestmark = pytest.mark.django_db

OFFERED = re.compile(r'\b(action|hx-post|hx-get|href)="(/(?!static/)[^"]*)"')
REFUSED = frozenset({403, 404})
UNSAFE = ("post", "put", "patch", "delete")
SMUGGLED = {
    "stage": "certified",
    "verified_by": 1,
    "certified_by": 1,
    "evidence_aligned": "on",
    "version": 99,
    "is_staff": "on",
    "is_superuser": "on",
    "user": 1,
}
"""What nobody may set by a form on the way."""
TAKEN = frozenset({302, 201})
OPEN = {"login", "logout", "set_language", "review:theme", "review:single_keys", "review:invitation"}
"""What a person may do before logging in."""


ALL = set(routes())
OURS = {name for name in ALL if not name.startswith("admin:")}


Asked = tuple[str, str, str]
"""A door, a method and a person."""


@pytest.fixture(scope="module")
def world(standing: None) -> World:
    return make_world()


@pytest.fixture(scope="module")
def answers(world: World) -> Mapping[Asked, tuple[int, str]]:
    """Send everything to every door as everybody; return each status, and the text of what was got."""
    found = {}
    for name, door in DOORS.items():
        for method, person in product(("get", "post"), PEOPLE):
            answer = send(world.client(person), method, world.address(name), door.fields(world))
            text = answer.content.decode() if (method, answer.status_code) == ("get", HTTPStatus.OK) else ""
            found[name, method, person] = (answer.status_code, text)
    return found


def send(client: Client, method: str, address: str, fields: Mapping[str, object]) -> HttpResponse:
    """Send a request, roll back what it changed, and return the response."""
    point = transaction.savepoint()
    answer: HttpResponse = getattr(client, method)(address, fields)
    transaction.savepoint_rollback(point)
    return answer


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(DOORS) == OURS
    assert len(ALL) > len(OURS) > 40
    assert {len(cells) for door in DOORS.values() for cells in (door.get, door.post)} == {len(PEOPLE)}


def test_doors_open_to_whom_they_should(answers: Mapping[Asked, tuple[int, str]]) -> None:
    wanted = {
        (name, method, person): cell
        for name, door in DOORS.items()
        for method, cells in (("get", door.get), ("post", door.post))
        for person, cell in zip(PEOPLE, cells, strict=True)
    }

    assert {asked: status for asked, (status, _) in answers.items() if status != wanted[asked]} == {}
    assert answers.keys() == wanted.keys()


def test_doors_send_who_is_not_logged_in_to_the_log_in_page(world: World) -> None:
    for name in sorted(set(DOORS) - OPEN):
        for method in ("get", "post"):
            answer = send(Client(), method, world.address(name), {})
            assert answer.headers["Location"].startswith("/accounts/login/?next="), name


def refuse(request: HttpRequest, reason: str) -> HttpResponse:
    """Answer a form from elsewhere without the page, which would be most of the time of the test below."""
    return HttpResponse("from elsewhere", status=403)


def test_doors_refuse_a_form_from_elsewhere(world: World) -> None:
    """A form without the token of its page, by any method: anonymous, and from a member's page with htmx."""
    clients = {
        "anonymous": world.client("anonymous", from_elsewhere=True),
        "manager": world.client("manager", from_elsewhere=True, htmx=True),
    }

    with override_settings(CSRF_FAILURE_VIEW=f"{__name__}.{refuse.__name__}"):
        answers = {
            (name, method, person): send(client, method, world.address(name), {})
            for name, method, (person, client) in product(DOORS, UNSAFE, clients.items())
        }
    refused = [send(client, "post", world.address("review:home"), {}).status_code for client in clients.values()]

    open_to_all = {
        asked: answer.status_code
        for asked, answer in answers.items()
        if (answer.status_code, answer.content) != (403, b"from elsewhere")
    }
    assert open_to_all == {}
    assert refused == [403, 403]


def shape() -> list[object]:
    """Return everything that a form must not set in passing."""
    columns = ("pk", "stage", "verified_by", "certified_by", "evidence_aligned", "version")
    entries = Entry.objects.order_by("pk").values_list(*columns)
    people = User.objects.order_by("pk").values_list("username", "is_staff", "is_superuser", "is_active")
    members = Membership.objects.order_by("pk").values_list("user__username", "role")
    return [list(entries), list(people), list(members)]


def test_doors_take_nothing_that_was_smuggled_in(world: World) -> None:
    for name, door in DOORS.items():
        people = [person for person, cell in zip(PEOPLE[1:], door.post[1:], strict=True) if cell in TAKEN]
        for person in people[:1]:
            after = []
            for more in ({}, SMUGGLED):
                point = transaction.savepoint()
                world.client(person).post(world.address(name), {**door.fields(world), **more})
                after.append(shape())
                transaction.savepoint_rollback(point)

            assert after[0] == after[1], name


def test_no_page_offers_what_would_be_refused(answers: Mapping[Asked, tuple[int, str]]) -> None:
    """Every form and link of every page that a member may open leads to an address that they may use."""
    refused = {
        (person, name, offered)
        for at, person in enumerate(PEOPLE[1:6], start=1)
        for name, door in DOORS.items()
        if door.get[at] == HTTPStatus.OK
        for offered, cells in offers_of(answers[name, "get", person][1])
        if cells[at] in REFUSED
    }

    assert refused == set()


def offers_of(page: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the doors to which a page leads, each with its responses."""
    for attribute, address in OFFERED.findall(page):
        name = resolve(re.split(r"[?#]", address)[0]).view_name
        if name in DOORS:
            yield name, DOORS[name].post if attribute in {"action", "hx-post"} else DOORS[name].get
