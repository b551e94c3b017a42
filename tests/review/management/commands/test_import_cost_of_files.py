"""What a file of many new conversations costs: no statement for each of them, and few calls for an entry."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from review.management._joined_items import MAX_TOGETHER
from review.models import Entry
from tests.calls import python_calls
from tests.factories import make_project

pytestmark = pytest.mark.django_db

SAID = [
    "We keep 21 builds of every branch. The cache lives for one hour.",
    "The cache lives for one hour, and the cache lives for one hour.",
]
QUOTES = [
    (0, "keep 21 builds of every branch"),
    (0, "We keep 12 builds of every branch."),
    (1, "cache lives for one hour"),
    (1, "keep 21 builds of every branch"),
    (0, "nobody has ever said anything like it here"),
]
ENTRIES = 10
FEW, MANY = 2, 20
MOST_CALLS = 1_741
"""Of functions in Python for an entry, in a file of MANY sessions with ENTRIES each."""


def imported(folder: Path, name: str, sessions: int) -> None:
    items = [
        {"title": f"claim {number}", "evidence": [{"messageIndex": index, "quote": quote}]}
        for number in range(ENTRIES)
        for index, quote in (QUOTES[number % len(QUOTES)],)
    ]
    lines = [
        {"sessionId": f"{name} {number}", "messages": [*SAID, f"{name} {number}"], "extraction": {"entries": items}}
        for number in range(sessions)
    ]
    file = folder / "sessions.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    call_command("import_sessions", str(file), project="ledger", stdout=StringIO(), stderr=StringIO())


def statements(folder: Path, name: str, sessions: int) -> int:
    with CaptureQueriesContext(connection) as queries:
        imported(folder, name, sessions)
    return len([one for one in queries if one["sql"] != "ANALYZE"])


def test_a_file_asks_the_database_nothing_for_each_session(tmp_path: Path) -> None:
    assert MANY <= MAX_TOGETHER
    make_project()
    imported(tmp_path, "before", FEW)

    few = statements(tmp_path, "few", FEW)

    assert statements(tmp_path, "many", MANY) == few


def test_a_file_makes_few_calls_for_each_entry(tmp_path: Path) -> None:
    make_project()
    imported(tmp_path, "before", FEW)
    before = Entry.objects.count()

    calls = python_calls(lambda: imported(tmp_path, "counted", MANY))

    assert calls <= MOST_CALLS * (Entry.objects.count() - before)
