"""The cost of every act in a store of any size, and of pages of one thing that no filled store has.

`tests/doors.py` has each address with a form to send, and makes one of everything that they refer to: here in the
largest project of the store. All of it is taken back, and the files beside the database are in a folder of their own.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import transaction
from django.test import override_settings

from benchmarks.addresses import PAGES
from benchmarks.pages import Cost, cost_of
from review.models import Project
from tests.doors import DONE, DOORS, World, first_who_may, make_world

PROJECT = "atlas"
ANSWERS = DONE | {HTTPStatus.FORBIDDEN}
"""What is answered; that the store is too large to be audited on a page, too."""

NOT_ALLOWED = {HTTPStatus.METHOD_NOT_ALLOWED}
"""What everybody is answered who is logged in, where an address has no such method."""


def act_costs() -> dict[str, Cost]:
    """Return what each act costs the first person who may, and each page of one thing, when all is warm."""
    with TemporaryDirectory() as folder, _files_in(Path(folder)), taken_back():
        world = make_world(Project.objects.get(slug=PROJECT))
        return {
            f"{method} {name.removeprefix('review:')}": _cost(world, name, method, person)
            for name, method, person in requests()
        }


def requests() -> Iterator[tuple[str, str, str]]:
    """Yield the route, the method and the first person who may, of every act and of pages that are no others."""
    for name, door in DOORS.items():
        for method, cells in (("get", door.get), ("post", door.post)):
            person = first_who_may(cells)
            if person is not None and {*cells[1:]} != NOT_ALLOWED and not (method == "get" and name in PAGES):
                yield name, method, person


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back whatever is stored inside, by the durable transactions of services too, as tests of Django do."""
    outer = transaction.atomic()
    outer._from_testcase = True  # type: ignore[attr-defined]  # noqa: SLF001 - what TestCase does
    with outer:
        yield
        transaction.set_rollback(True)


@contextmanager
def _files_in(folder: Path) -> Iterator[None]:
    """Keep the keys and the checkpoints of the store in another folder meanwhile."""
    kept = {name: folder / name for name in ("REVIEW_SIGNING_KEY_DIR", "REVIEW_CHECKPOINT_DIR")}
    for name, copied in kept.items():
        if Path(getattr(settings, name)).exists():
            shutil.copytree(getattr(settings, name), copied)
    with override_settings(**kept):
        yield


def _cost(world: World, name: str, method: str, person: str) -> Cost:
    """Return what a request costs the second time, each time taken back."""
    client = world.client(person, htmx=method == "post")
    ask = partial(getattr(client, method), world.address(name), DOORS[name].fields(world))
    for measure in (_asked, partial(cost_of, answers=ANSWERS)):
        point = transaction.savepoint()
        found: Any = measure(ask)
        transaction.savepoint_rollback(point)
    return found  # type: ignore[no-any-return]


def _asked(ask: Any) -> Any:  # noqa: ANN401 - a response of the test client
    return ask()
