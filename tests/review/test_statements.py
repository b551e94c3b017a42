"""Statements written once return what their querysets do, whatever keys they are run with."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.test.utils import CaptureQueriesContext

from review.databases.statements import Statement
from review.models import Entry, Quote
from tests.factories import make_entry, make_session, make_user

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)


def with_quotes(entries: list[int], author: int) -> QuerySet[Entry, tuple[Any, ...]]:
    """Return entries that a person rejected, with columns that are stored otherwise than they are read."""
    has_quotes = Exists(Quote.objects.filter(entry=OuterRef("pk")))
    rows = Entry.objects.filter(pk__in=entries, rejected_by=author, title__contains="100%s")
    return rows.order_by("-pk").values_list(has_quotes, "pk", "rejected_at", "title")


@pytest.fixture
def entries() -> list[Entry]:
    session = make_session(["The cache lives for one hour."])
    quotes = ((0, "one hour"), None, (0, "The cache"))
    rows = [make_entry(session, [one] if one else [], title=f"It is 100%s {n}") for n, one in enumerate(quotes)]
    Entry.objects.filter(pk__in=[row.pk for row in rows]).update(
        rejected_by=make_user("mina"), rejected_at=MOMENT, rejected_reason="Too vague."
    )
    return rows


def test_rows_are_those_of_the_queryset_for_any_keys(entries: list[Entry]) -> None:
    statement = Statement(with_quotes)
    author, (first, second, third) = make_user("noor").pk, (entry.pk for entry in entries)
    mina = User.objects.get(username="mina").pk

    for keys, person in (([third], mina), ([first, second, third], mina), ({second, first}, mina), ([first], author)):
        rows = statement.rows(entries=keys, author=person)
        assert rows == list(with_quotes(list(keys), person)), (keys, person)

    assert statement.rows(entries=[first], author=mina) == [(True, first, MOMENT, "It is 100%s 0")]


def test_no_key_finds_no_row_without_a_query(entries: list[Entry]) -> None:
    statement = Statement(with_quotes)

    with CaptureQueriesContext(connection) as queries:
        assert [statement.rows(entries=[], author=entries[0].pk) for _ in range(2)] == [[], []]

    assert len(queries) == 0


def test_a_statement_is_written_once_and_run_each_time(entries: list[Entry]) -> None:
    written = list[object]()

    def found(entry: int) -> QuerySet[Entry, tuple[str]]:
        written.append(entry)
        return Entry.objects.filter(pk=entry).values_list("missing")

    statement = Statement(found)
    assert statement.rows(entry=entries[0].pk) == [("",)]
    Entry.objects.filter(pk=entries[0].pk).update(missing="no_evidence")

    assert statement.rows(entry=entries[0].pk) == [("no_evidence",)]
    assert len(written) == 1
