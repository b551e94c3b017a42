"""Every column of every table is changed once behind the triggers: refused, found, or on a list with the reason."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, cast

import pytest
from django.contrib.auth.models import Permission
from django.db import connection, models

from review.models import Batch, BatchItem
from review.services.audit.audit_store import audit_store
from tests.behind import lifted
from tests.everything import make_everything
from tests.tampering import OUTSIDE, Column, Model, all_tables, changed, compared_tables, outcome

pytestmark = pytest.mark.django_db

OF_PROGRESS = "how far a batch is with an entry; what it did there is in the journal, and looked up for taking it back"
COMPARED: dict[Model, dict[str, Any]] = {
    Permission: {"group__isnull": False},
    Batch: {"confirmed_at__isnull": False},
    BatchItem: {"event_id__gt": ""},
}
"""The rows of a table that an audit compares with others: permissions that are held, batches that changed something."""
LISTED = {
    "auth_group.name": "a label; what the group gives is compared by account",
    "auth_permission.content_type_id": "only its app is asked for, which is compared",
    "auth_permission.name": "a label",
    "auth_user.date_joined": "shown to staff, decides nothing",
    "auth_user.email": "shown to staff, decides nothing",
    "auth_user.first_name": "shown to staff, decides nothing",
    "auth_user.last_login": "shown to staff, decides nothing",
    "auth_user.last_name": "shown to staff, decides nothing",
    "review_apitoken.last_used_at": "shown to the owner of a token, decides nothing",
    "review_apitoken.start": "the first characters of a token, to tell it from others; its digest is compared",
    "review_batch.query": "the list that the entries were chosen from, for the way back to it",
    "review_batchitem.after": OF_PROGRESS,
    "review_batchitem.event_id": OF_PROGRESS,
    "review_batchitem.fix": OF_PROGRESS,
    "review_batchitem.quote_id": OF_PROGRESS,
    "review_batchitem.reason": OF_PROGRESS,
    "review_batchitem.reasons": OF_PROGRESS,
    "review_batchitem.seen": OF_PROGRESS,
    "review_batchitem.state": OF_PROGRESS,
    "review_entry.version": "counts changes so that two people do not overwrite each other; decides nothing else",
    "review_failedquote.engine": "the version that diagnosed; another one is a note",
    "review_feeditem.number": "the order in which programs are told; a trigger keeps it once it is given",
    "review_project.created_at": "shown in the admin, decides nothing",
    "review_project.name": "a label; the journal names projects by their slugs",
    "review_webhook.cursor": "up to which number of the feed a webhook was told",
}
"""Columns that nothing compares, and why; docs/operation.md says the same."""


def columns(model: Model) -> Iterator[Column]:
    yield from (field for field in model._meta.local_concrete_fields if not field.primary_key)


def place(model: Model, field: Column) -> str:
    return f"{model._meta.db_table}.{field.column}"


def rows_to_change(model: Model, field: Column) -> list[models.Model]:
    """Return the first and the last row that has a value in the column, or any two."""
    rows = model._base_manager.filter(**COMPARED.get(model, {})).order_by("pk")
    filled = rows.filter(**{f"{field.name}__isnull": False})
    kept = [*(filled if filled.exists() else rows)]
    return kept if len(kept) == 1 else [kept[0], kept[-1]]


def other_values(row: models.Model, field: Column) -> list[object]:
    """Return a value that nobody wrote, and where there is one, that of another row; all moments here are alike."""
    value = getattr(row, field.attname)
    if isinstance(field, models.DateTimeField):
        return [changed(field, value)]
    others = type(row)._base_manager.exclude(**{field.attname: value}).exclude(**{field.attname: None})
    stolen = others.order_by("pk").values_list(field.attname, flat=True).first()
    return [changed(field, value), *([] if stolen is None else [prepared(field, stolen)])]


def prepared(field: Column, value: Any) -> object:  # noqa: ANN401 - of any column
    """Return a value as a cursor takes it."""
    return json.dumps(value) if isinstance(field, models.JSONField) else value


def change(row: models.Model, field: Column, value: object) -> None:
    """Change one column of a row past the triggers."""
    table = row._meta.db_table
    with lifted(table), connection.cursor() as cursor:
        key = row._meta.pk.column
        cursor.execute(f'UPDATE {table} SET "{field.column}" = %s WHERE {key} = %s', [cast("str", value), row.pk])
        assert cursor.rowcount == 1


@pytest.mark.no_cover
@pytest.mark.slow
def test_every_change_is_refused_or_found_or_listed() -> None:
    make_everything()
    assert [one for one in audit_store() if not one.is_note] == []
    assert {model._meta.db_table for model in all_tables() if not model._base_manager.exists()} <= set(OUTSIDE)

    outcomes = [
        (place(model, field), outcome(partial(change, row, field, value)))
        for model in compared_tables()
        for field in columns(model)
        for row in rows_to_change(model, field)
        for value in other_values(row, field)
    ]

    assert {name for name, what in outcomes if what == "unnoticed"} == set(LISTED)
    counts, named = Counter(what for _, what in outcomes), {name for name, _ in outcomes}
    print(f"{len(outcomes)} changes of {len(named)} columns: {dict(counts)}")  # noqa: T201
