"""Where no number can be given, readers are told what has one; any other error is no such case."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError, connection

from review.selectors.feed.events import events_after
from review.services.feed.numbering import number_events
from tests.factories import make_session

pytestmark = pytest.mark.django_db(transaction=True)

needs_head = pytest.mark.skipif(connection.vendor == "sqlite", reason="on SQLite the trigger gives the number")


class _FullError(Exception):
    sqlstate = "53100"


_FullError.__module__ = "psycopg.errors"


def refused(error: Exception) -> Callable[..., Any]:
    """Return what lets a database read the feed, and write nothing of it."""

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:  # noqa: ANN401 - parameters and rows
        if "UPDATE review_feed" in sql or "INSERT INTO review_feed" in sql:
            raise error
        return run(sql, *rest)

    return execute


@needs_head
def test_on_a_full_disk_what_is_numbered_is_told() -> None:
    project = make_session(["First."], session_id="one").project
    number_events()
    make_session(["Second."], session_id="two")
    full = OperationalError()
    full.__cause__ = _FullError()

    with connection.execute_wrapper(refused(full)):
        assert number_events() is False
        assert len(events_after(project, after=0, limit=9).items) == 1
    number_events()

    assert len(events_after(project, after=0, limit=9).items) == 2


@needs_head
def test_another_error_is_raised() -> None:
    make_session(["First."])

    with connection.execute_wrapper(refused(ProgrammingError())), pytest.raises(ProgrammingError):
        number_events()
