"""Put SQLite into the states of a disk or a database that is at fault."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def pragma(on: str, off: str) -> Iterator[None]:
    """Put SQLite into a state for the block."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {on}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {off}")


@contextmanager
def full() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # what earlier tests freed is room too
    with pragma("max_page_count = 1", "max_page_count = 1073741823"):
        yield


@contextmanager
def full_for(table: str, when: str = "TRUE") -> Iterator[None]:
    """Let every new row of a table, or those for which *when* holds, need more room than there is.

    Else they may fit where others were.
    """
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ballast (weight)")
        cursor.execute(
            f"CREATE TRIGGER heavy AFTER INSERT ON {table} WHEN {when}"
            " BEGIN INSERT INTO ballast VALUES (zeroblob(100000)); END"
        )
    try:
        with full():
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER heavy")
            cursor.execute("DROP TABLE ballast")


@contextmanager
def read_only() -> Iterator[None]:
    with pragma("query_only = 1", "query_only = 0"):
        yield


@contextmanager
def busy() -> Iterator[None]:
    """Have another connection store something without end."""
    other = sqlite3.connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    try:
        with pragma("busy_timeout = 1", "busy_timeout = 20000"):
            yield
    finally:
        other.rollback()
        other.close()
