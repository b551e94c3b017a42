"""Rows of every table are deleted, copied and invented behind the triggers: refused, found, or on a list."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection, models

from review.services.audit.audit_store import audit_store
from tests.behind import unguarded
from tests.everything import make_everything
from tests.tampering import Column, Model, changed, compared_tables, outcome

pytestmark = pytest.mark.django_db

MOST_ROWS = 12
LISTED = {
    ("auth_permission", "deleted"): "one that nobody has; the others are compared by account",
    ("auth_permission", "invented"): "nobody has it",
    ("auth_group", "invented"): "nobody is in it",
    ("review_batch", "invented"): "no event names it: it has changed nothing",
    ("review_batchitem", "deleted"): "no event names it: its entry was left as it is",
    ("review_batchitem", "invented"): "one entry more in a batch that has not changed it",
}
"""The rows that nothing compares, and why; docs/operation.md says the same."""


def some_rows(model: Model) -> list[models.Model]:
    """Return up to a dozen rows of a table, from all over it."""
    rows = list(model._base_manager.order_by("pk"))
    return rows[:: -(-len(rows) // MOST_ROWS)] if rows else []


def delete(row: models.Model) -> None:
    """Delete a row, whatever refers to it."""
    table = row._meta.db_table
    with unguarded(table), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {row._meta.pk.column} = %s", [row.pk])
        assert cursor.rowcount == 1


def copy(row: models.Model) -> None:
    """Insert a row once more."""
    insert(row, {})


def invent(row: models.Model) -> None:
    """Insert a row with all of its values but those that may not occur twice."""
    insert(row, other_keys(row))


def insert(row: models.Model, other: dict[str, Any]) -> None:
    table = row._meta.db_table
    key = row._meta.pk.column
    columns = [field.column for field in row._meta.local_concrete_fields if not field.primary_key]
    names, newest = ", ".join(f'"{column}"' for column in columns), type(row)._base_manager.latest("pk").pk
    taken = ", ".join("%s" if column in other else f'"{column}"' for column in columns)
    values = [other[column] for column in columns if column in other]
    with unguarded(table), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({key}, {names}) SELECT %s, {taken} FROM {table} WHERE {key} = %s",
            [newest + 1, *values, row.pk],
        )
        assert cursor.rowcount == 1


def other_keys(row: models.Model) -> dict[str, Any]:
    """Return another value for one column of each key of a table, by its name."""
    other: dict[str, Any] = {}
    for key in keys_of(type(row)):
        if not any(field.column in other for field in key):
            [field, *_] = sorted(key, key=lambda one: isinstance(one, models.ForeignKey))
            other[str(field.column)] = another(field, row)
    return other


def keys_of(model: Model) -> Iterator[list[Column]]:
    fields = {field.name: field for field in model._meta.local_concrete_fields}
    yield from ([field] for field in fields.values() if field.unique and not field.primary_key)
    yield from ([fields[name] for name in names] for names in model._meta.unique_together)
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            yield [fields[name] for name in constraint.fields]


def another(field: Column, row: models.Model) -> object:
    """Return a value that no other row has in a column, where that can be."""
    if isinstance(field, models.IntegerField):
        return 1 + max(type(row)._base_manager.values_list(field.attname, flat=True))
    if isinstance(field, models.ForeignKey):
        taken = type(row)._base_manager.values(field.attname)
        free = field.related_model._base_manager.exclude(pk__in=taken).order_by("pk").first()
        return changed(field, getattr(row, field.attname)) if free is None else free.pk
    value: Any = getattr(row, field.attname)
    return changed(field, value)


CHANGES: dict[str, Callable[[models.Model], None]] = {"deleted": delete, "copied": copy, "invented": invent}


@pytest.mark.exhaustive
@pytest.mark.slow
def test_every_row_is_refused_or_found_or_listed() -> None:
    make_everything()
    assert [one for one in audit_store() if not one.is_note] == []

    outcomes = {
        (model._meta.db_table, row.pk, name): outcome(partial(change, row))
        for model in compared_tables()
        for row in some_rows(model)
        for name, change in CHANGES.items()
    }

    unnoticed = {(table, name) for (table, _, name), what in outcomes.items() if what == "unnoticed"}
    assert unnoticed == set(LISTED)
    counts = Counter(outcomes.values())
    print(f"{len(outcomes)} rows: {dict(counts)}")  # noqa: T201
