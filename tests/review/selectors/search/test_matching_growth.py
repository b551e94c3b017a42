"""Rare words cost the same to find among ten times the messages: in steps of SQLite, or rows of PostgreSQL."""

import json
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from aligner_core import text_hash
from review.databases.search_index import refill
from review.models import Message, ReviewSession
from review.selectors.search import plain_scan
from review.selectors.search.matching import matching_messages
from review.selectors.search.search_page import palette_hits
from review.selectors.search.terms import terms_of
from tests.factories import make_project, make_session, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.exhaustive]
SMALL, LARGE = 1_000, 10_000
MOST_GROWTH, FEW = 1.3, 2_000
"""The growth that is allowed, and what is too little to grow: the index is in more or fewer parts at times.

A scan of the larger store costs a hundred times as much."""
PROSE = "우리는 회의에서 일정을 다시 정하기로 했다 the team decided to move release date after review of all notes"
WORDS = PROSE.split()
RARE = ["펭귄", "귄은", "zebra", "ze", "Q7", "100%", "펭귄 team", "penguin quay", "없는말", "xq"]
EVERY = 20


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def fill(session: ReviewSession, numbers: range, *, rare: int) -> None:
    """Store messages of common words; the first *rare* ones hold the rare words too."""
    chance = random.Random(numbers.start)  # noqa: S311 - repeatable on purpose
    texts = [
        " ".join(chance.choices(WORDS, k=20)) + (" 펭귄은 zebra Q7 100% penguin quay" if n < rare else "")
        for n in numbers
    ]
    rows = zip(numbers, texts, strict=True)
    Message.objects.bulk_create(
        [
            Message(session=session, index=n + 1, content=text, content_hash=text_hash(text), length=len(text))
            for n, text in rows
        ],
        batch_size=500,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def work_of(query: str, user: User) -> int:
    """Return how much the database does to find the newest messages that hold a query."""
    rows = matching_messages(user, terms_of(query)).order_by("-pk").values("pk")[:20]
    if connection.vendor == "sqlite":
        steps = count()
        connection.connection.set_progress_handler(lambda: next(steps) * 0, EVERY)
        list(rows)
        connection.connection.set_progress_handler(None, 0)
        return next(steps) * EVERY
    plan = json.loads(rows.explain(analyze=True, format="json"))
    return sum(_rows(plan[0]["Plan"]))


def _rows(node: dict[str, Any]) -> Iterator[int]:
    """Yield the rows that every step of a plan read, those it threw away too."""
    removed = sum(value for name, value in node.items() if name.startswith("Rows Removed"))
    yield int((node["Actual Rows"] + removed) * node["Actual Loops"])
    for part in node.get("Plans", ()):
        yield from _rows(part)


def test_matching_messages_of_rare_words_cost_the_same_in_a_large_store(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_scan, "IN", 9)  # as many of the newest rows are read as the smaller store has
    refill(connection)  # of what earlier tests wrote, parts of the index are left
    session = make_session(["the first message"])
    fill(session, range(SMALL), rare=5)
    small = {query: work_of(query, mina) for query in RARE}
    fill(session, range(SMALL, LARGE), rare=0)

    large = {query: work_of(query, mina) for query in RARE}

    print({query: (small[query], large[query]) for query in RARE})  # noqa: T201 - the figures
    grown = [query for query in RARE if large[query] > max(small[query] * MOST_GROWTH, FEW)]
    assert grown == []


def test_palette_hits_of_rare_words_are_there_in_a_large_store(mina: User) -> None:
    session = make_session(["the first message"])
    fill(session, range(SMALL), rare=5)

    assert [(tab.kind, tab.number) for tab in palette_hits(mina, "펭귄")] == [("messages", 5)]
