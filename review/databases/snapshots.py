"""Read the store as it was at one moment while others write to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BEGIN_READING = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""Spelled out because Django's own transactions lock SQLite for writing, which an audit must not do."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Have every query in the block read the same state, without blocking writers."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN_READING[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
