"""Copy a whole store from one database to another, of the same engine or not, and audit it on arrival."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, cast

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from review.databases import as_default, feed
from review.databases.search_index import refill
from review.databases.snapshots import BEGIN_READING
from review.databases.triggers import lift
from review.services.audit.audit_store import Finding, audit_store

ROWS_PER_INSERT = 500
MADE_BY_MIGRATING = (Permission, ContentType)
"""The tables that are filled even in an empty store; the rows of the source replace theirs."""


class Uncopied(StrEnum):
    """Why nothing was copied."""

    SAME = "same"
    SOURCE_NOT_MIGRATED = "source_not_migrated"
    TARGET_NOT_MIGRATED = "target_not_migrated"
    TARGET_NOT_EMPTY = "target_not_empty"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Copied:
    """The number of rows copied from each table, and the findings of the audit in the source."""

    rows: Mapping[str, int]
    findings: tuple[Finding, ...]


def copy_store(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> Copied | Uncopied:
    """Copy every row as it is, in one transaction, and audit the copy before it is committed.

    A copy with findings that the source does not have is rolled back.
    """
    refusal = _refusal(source, target)
    if refusal is not None:
        return refusal
    with _reading(source), transaction.atomic(using=target.alias, durable=True):
        rows = _copy_rows(source, target)
        findings = _findings(target)
        if findings and Counter(findings) - Counter(_findings(source)):
            transaction.set_rollback(True, using=target.alias)
            return Uncopied.DIFFERS
    return Copied(rows, findings)


def _refusal(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> Uncopied | None:
    if _place(source) == _place(target):
        return Uncopied.SAME
    if not _is_migrated(source):
        return Uncopied.SOURCE_NOT_MIGRATED
    if not _is_migrated(target):
        return Uncopied.TARGET_NOT_MIGRATED
    return None if _is_empty(target) else Uncopied.TARGET_NOT_EMPTY


def _is_empty(database: BaseDatabaseWrapper) -> bool:
    """Return whether nothing has been stored yet."""
    tables = [model for model in _tables() if model not in MADE_BY_MIGRATING]
    return not any(model._base_manager.using(database.alias).exists() for model in tables)  # noqa: SLF001


def _place(database: BaseDatabaseWrapper) -> tuple[str, ...]:
    return tuple(str(database.settings_dict[name]) for name in ("NAME", "HOST", "PORT"))


def _is_migrated(database: BaseDatabaseWrapper) -> bool:
    """Return whether the database has exactly the migrations of this version."""
    executor = MigrationExecutor(database)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _tables() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]  # noqa: SLF001


@contextmanager
def _reading(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Have every query in the block read the same state; nothing is locked."""
    with database.cursor() as cursor:
        cursor.execute(BEGIN_READING[database.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _copy_rows(source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> dict[str, int]:
    tables, restore = _tables(), lift(target)
    for model in MADE_BY_MIGRATING:
        model._base_manager.using(target.alias).all()._raw_delete(target.alias)  # noqa: SLF001
    rows = {model._meta.db_table: _copy_table(model, source, target) for model in tables}  # noqa: SLF001
    with target.cursor() as cursor:
        for statement in (*restore, *target.ops.sequence_reset_sql(no_style(), tables)):
            cursor.execute(statement)
    refill(target)
    feed.settle(target)
    return rows


def _copy_table(model: type[models.Model], source: BaseDatabaseWrapper, target: BaseDatabaseWrapper) -> int:
    """Insert every row with its values, some of which saving would set again; return the number of rows."""
    fields, count = model._meta.local_concrete_fields, 0  # noqa: SLF001
    stored = model._base_manager.using(source.alias).order_by("pk").iterator(chunk_size=ROWS_PER_INSERT)  # noqa: SLF001
    size = target.ops.bulk_batch_size(fields, [None] * ROWS_PER_INSERT)
    copies = cast("Any", model._base_manager.using(target.alias))  # noqa: SLF001
    while rows := list(islice(stored, size)):
        copies._insert(rows, fields=fields, using=target.alias, raw=True)  # noqa: SLF001
        count += len(rows)
    return count


def _findings(database: BaseDatabaseWrapper) -> tuple[Finding, ...]:
    with as_default(database):
        return tuple(finding for finding in audit_store() if not finding.is_note)
