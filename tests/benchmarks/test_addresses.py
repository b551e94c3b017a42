"""The pages and acts whose growth is measured are all that there are: a new route has an address there, or a reason."""

from typing import Any

from benchmarks.acts import requests
from benchmarks.addresses import ADMIN_UNASKED, PAGES, routes
from benchmarks.api_calls import CALLS, UNASKED
from review.api.app import api
from tests.doors import DOORS, first_who_may

ALL = set(routes())
OF_ADMIN = {name.removeprefix("admin:") for name in ALL if name.startswith("admin:")}


def test_every_page_and_every_act_is_measured() -> None:
    asked = {(name, method) for name, method, _ in requests()} | {(name, "get") for name in PAGES}
    answered = {
        (name, method)
        for name, door in DOORS.items()
        for method, cells in (("get", door.get), ("post", door.post))
        if first_who_may(cells) is not None and any(cell != 405 for cell in cells[1:])
    }

    assert asked == answered
    assert {name for name, _ in asked} == {name for name in ALL if not name.startswith("admin:")}


def test_every_call_of_the_api_that_reads_is_measured_or_has_a_reason() -> None:
    paths: dict[str, dict[str, Any]] = api.get_openapi_schema(path_prefix="")["paths"]
    reading = {some["get"]["operationId"] for some in paths.values() if "get" in some}
    measured = {name.partition(",")[0] for name in CALLS}

    assert measured | UNASKED.keys() == reading
    assert measured.isdisjoint(UNASKED)


def test_every_page_of_the_admin_is_measured_or_has_a_reason() -> None:
    lists = {name for name in OF_ADMIN if name.endswith("_changelist")}
    rows = {f"{name.removesuffix('list')}" for name in lists}

    assert {name for name in OF_ADMIN - lists - rows if not name.endswith(tuple(ADMIN_UNASKED))} == set()
    assert lists
    assert rows <= OF_ADMIN
