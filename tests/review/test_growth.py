"""Pages cost the same in a store of ten times the entries: by rows or steps, queries, calls and bytes, by no clock."""

from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.urls import resolve

from benchmarks.addresses import PAGES, admin_pages, auditor_pages, pages
from benchmarks.fill.stores import fill
from benchmarks.pages import DECISION, Cost, costs, decision_cost
from benchmarks.windows import narrowed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.exhaustive]

SMALL, LARGE = 1_000, 10_000
NOT_ENOUGH = {
    *("search two signs of Hangul", "search frequent word, unsure"),
    *(
        f"search frequent word, {facet}"
        for facet in ("reason=not_found", "speaker=tool", "stage=raw&speaker=tool", "model=model-1", "reviewer=mina")
    ),
    "search frequent word, age=month",
}
"""Searches that find fewer in the smaller store than the 100 that are counted and weighed, or the 10,000
that are read."""
ADDED_UP = {"runs", "runs, deepest"}
"""What PostgreSQL adds up of whole tables while these are small, and of rows by their keys in a store of any size."""
GROWTH, FULL_PAGE, MORE_QUERIES = 1.2, 90_000, 6
"""The growth that is allowed, the bytes of a page that is full, and queries for what only some rows have."""
OTHER_ENTRY, OF_OTHER_ENTRY = ("queue", "queue stage=raw"), 8
"""The pages that offer another entry in a larger store, and the queries for what only one of the two has."""
SLACK = {"sqlite": 250, "postgresql": 3_000}
"""Hundreds of steps, or rows, by which equal pages differ: their entries are not the same."""
MORE_CALLS = 10_000
"""The calls by which equal pages differ: for what only some rows have, and for a few more queries."""
OF_ONE = (
    *("entry", "entry, facts", "queue", "desk of a quote", "doctor of a quote", "offer for a quote", "row of a quote"),
    DECISION,
    *("words for a quote", "bundle of an entry", "bundle of a session", "admin entry, one"),
)
"""The pages that judge one entry, or one quote, whatever else there is."""
MOST_JUDGED = 40
"""The judgements of an entry with several quotes, each by several functions."""
WHOLE_TABLES = 30_000
"""How many rows PostgreSQL reads of small tables before it looks for rows by their keys."""


def test_pages_cost_the_same_in_a_larger_store() -> None:
    with narrowed():
        fill(SMALL)
        small = measured()
        assert {resolve(urlsplit(address).path).view_name for _, address in pages()} == set(PAGES)
        fill(LARGE - SMALL)
        large = measured()

    assert small.keys() == large.keys()
    assert [f"{name}: {cost}" for name, cost in [*small.items(), *large.items()] if judges(name, cost)] == []
    assert (
        "\n".join(f"{name}: {small[name]} {large[name]}" for name in small if grows(name, small[name], large[name]))
        == ""
    )


def measured() -> dict[str, Cost]:
    """Return what the pages cost that are the same in a store of any size."""
    left_out = NOT_ENOUGH | (ADDED_UP if connection.vendor == "postgresql" else set())
    found = costs({name: address for name, address in pages() if name not in left_out})
    found |= costs(dict(admin_pages()), username="admin")
    found |= costs(dict(auditor_pages()), username="sora")
    return found | {DECISION: decision_cost()}


def judges(name: str, cost: Cost) -> bool:
    """Whether a page judges more than the entry that it shows: a list judges nothing."""
    return cost.judgements > (MOST_JUDGED if name in OF_ONE or name.startswith("queue ") else 0)


def grows(name: str, before: Cost, after: Cost) -> bool:
    """Whether a page costs more than what is more on it: lists that were not full have more rows."""
    more = max(1.0, after.size / max(1, before.size))
    most = GROWTH * more * before.work + SLACK[connection.vendor]
    if connection.vendor == "postgresql":
        most = max(most, WHOLE_TABLES)
    return (
        after.work > most
        or after.calls > GROWTH * more * before.calls + MORE_CALLS
        or after.queries > before.queries + (OF_OTHER_ENTRY if name in OTHER_ENTRY else MORE_QUERIES)
        or after.size > max(GROWTH * before.size, FULL_PAGE)
    )
