"""The cost of pages in a store: rows or steps of SQLite's virtual machine, queries, calls and bytes; no times."""

import gzip
import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from aligner_core import EvidenceAligner, check_claim, reclassify, verify
from review.domain.policy import Stage
from review.models import Lease, judged

Ask = Callable[[], Any]
"""A request by the client of tests, that returns its response."""
MeasureT = TypeVar("MeasureT")
JUDGING = frozenset(
    one.__code__ for one in (reclassify, verify, check_claim, EvidenceAligner.align, EvidenceAligner.prescribe)
)
"""The functions of the core that judge evidence and claims, or look for quotes."""
STEP = 100
"""How many instructions of SQLite's virtual machine count as one step."""
SHOWN = frozenset({HTTPStatus.OK, HTTPStatus.FOUND})
CHANGING = ("UPDATE", "DELETE")
"""The beginnings of statements that look for the rows that they change."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one page; `work` are rows read on PostgreSQL, and hundreds of steps on SQLite.

    `judgements` are calls of the functions that judge, when nothing is known from before; `calls` are those of all
    functions in Python, and `buffers` the pages that PostgreSQL looks at.
    """

    work: int
    queries: int
    size: int
    judgements: int = 0
    calls: int = 0
    buffers: int = 0


def visitor(username: str, **headers: str) -> Client:
    """Return the browser of a person who is signed in."""
    client = Client(headers={"Accept-Encoding": "gzip", **headers})
    client.force_login(User.objects.get(username=username))
    return client


def costs(addresses: Mapping[str, str], *, username: str = "dana") -> dict[str, Cost]:
    """Return what each page costs a person; before, caches of the process fill as it is asked for."""
    client = visitor(username)
    measured = {}
    for name, address in addresses.items():
        client.get(address)
        measured[name] = cost_of(partial(client.get, address))
    return measured


DECISION = "a decision in the queue, with the next card"


def decision_cost(*, username: str = "dana", decisions: int = 3) -> Cost:
    """Return what it costs to verify an entry in the queue and to get the next one: the least, as cards differ."""
    return min((decided(username, cost_of) for _ in range(decisions)), key=lambda cost: (cost.queries, cost.work))


def decided(username: str, measure: Callable[[Ask], MeasureT]) -> MeasureT:
    """Verify the next entry of the queue of a person, and return what was measured while the request was answered."""
    here = "/queue/?method=ready"
    client = visitor(username, **{"HX-Request": "true", "HX-Current-URL": f"http://testserver{here}"})
    client.get(here)
    entry = Lease.objects.get(holder__username=username).entry
    sent = {"to": "verified", "seen_version": entry.version}
    measured = measure(lambda: client.post(f"/entries/{entry.pk}/promote/", sent))
    entry.refresh_from_db()
    if entry.stage != Stage.VERIFIED:
        message = f"entry {entry.pk} was not verified"
        raise RuntimeError(message)
    return measured


def cost_of(ask: Ask, *, answers: Collection[int] = SHOWN) -> Cost:
    """Return what a request costs whose status is one of *answers*."""
    with _meter() as meter:
        response = ask()
    if response.status_code not in answers:
        message = f"{response.status_code} was answered"
        raise RuntimeError(message)
    size = len(gzip.decompress(response.content) if response.headers.get("Content-Encoding") else response.content)
    return Cost(meter.work, meter.queries, size, meter.judgements, meter.calls, meter.buffers)


@dataclass(slots=True)
class _Meter:
    work: int = 0
    queries: int = 0
    judgements: int = 0
    calls: int = 0
    buffers: int = 0

    def called(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, and whether it judges."""
        if event == "call":
            self.calls += 1
            self.judgements += frame.f_code in JUDGING

    def step(self) -> None:
        """Count some instructions of SQLite's machine."""
        self.work += 1

    def ask(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401, FBT001
        """Count a query, and on PostgreSQL the rows that it reads and the buffers they are in."""
        self.queries += 1
        if connection.vendor == "postgresql" and sql.startswith("SELECT"):
            self.explained(sql, params)
        elif connection.vendor == "postgresql" and sql.startswith(CHANGING) and not many:
            point = transaction.savepoint()
            self.explained(sql, params)
            transaction.savepoint_rollback(point)
        return execute(sql, params, many, context)

    def explained(self, sql: str, params: Any) -> None:  # noqa: ANN401
        """Run a statement, and count what its plan reads."""
        with connection.cursor() as cursor:
            cursor.cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
            [(plan,)] = cursor.cursor.fetchall()
        root = (plan if isinstance(plan, list) else json.loads(plan))[0]["Plan"]
        self.work += _rows_read(root)
        self.buffers += root["Shared Hit Blocks"] + root["Shared Read Blocks"]


@contextmanager
def _meter() -> Iterator[_Meter]:
    meter = _Meter()
    connection.ensure_connection()
    sqlite = connection.vendor == "sqlite"
    if sqlite:
        connection.connection.set_progress_handler(meter.step, STEP)
    judged.forget()
    before = sys.getprofile()
    sys.setprofile(meter.called)
    try:
        with connection.execute_wrapper(meter.ask):
            yield meter
    finally:
        sys.setprofile(before)
        if sqlite:
            connection.connection.set_progress_handler(None, 0)


def _rows_read(node: Mapping[str, Any]) -> int:
    """Return how many rows the scans of a plan read, those that a filter left out too."""
    below = sum(map(_rows_read, node.get("Plans", ())))
    if "Scan" not in node["Node Type"] or node["Node Type"] in {"Subquery Scan", "CTE Scan"}:
        return below
    left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    read: float = (node["Actual Rows"] + left_out) * node["Actual Loops"]
    return below + round(read)
