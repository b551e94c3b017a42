"""Read a store that others write to as it was at one moment. Private to the services."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""Written out, since Django's own transactions lock SQLite for writing, which an audit must not."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Have everything inside read the same state, and hinder no writer."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
