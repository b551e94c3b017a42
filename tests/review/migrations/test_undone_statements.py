"""Statements from before they could be taken back keep what they say, and count; so does what guards them."""

from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from review.services.audit.audit_store import audit_store
from tests.factories import make_project, make_user
from tests.saying import KINDS
from tests.undone import state_of

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("review", "0033_run_tallies")]
COLUMNS = import_module("review.migrations.0034_undone_statements").COLUMNS
MADE = ("difference_acknowledged", "claim_confirmed", "claim_corrected", "requirement_explained", "entry_approved")


def migrate(target: list[tuple[str, str]] | None = None) -> None:
    """Go to a migration, or to the newest, as `manage.py migrate` does."""
    executor = MigrationExecutor(connection)
    executor.migrate(target or executor.loader.graph.leaf_nodes())


def rows(table: str) -> list[tuple[Any, ...]]:
    names = ", ".join(f'"{column}"' for column in ("id", *COLUMNS[table]))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {table} ORDER BY id")
        return list(cursor.fetchall())


@pytest.mark.exhaustive  # it migrates back and forth
@pytest.mark.parametrize("name", MADE)
def test_what_was_said_before_counts_as_before(name: str) -> None:
    mina = make_user("mina", project=make_project())
    entry = KINDS[name].prepare(mina)
    KINDS[name].make(entry, mina)
    before, stored = state_of(entry, mina), {table: rows(table) for table in COLUMNS}

    try:
        migrate(BEFORE)
        assert {table: rows(table) for table in COLUMNS} == stored
    finally:
        migrate()

    assert {table: rows(table) for table in COLUMNS} == stored
    assert sum(map(len, stored.values())) == 1
    assert state_of(entry, mina) == before
    assert list(audit_store()) == []
