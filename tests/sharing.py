"""The store of a test for other processes: on SQLite a copy of it, on PostgreSQL itself."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection

Asker = Callable[[str], tuple[int, ...]]


def shared(tmp_path: Path) -> tuple[str, Asker]:
    """Return the address of what is stored, for another process, and what asks there for one row by SQL.

    SQLite's tests have their store in a file of their own: a copy of it is shared.
    """
    if connection.vendor == "sqlite":
        store = tmp_path / "store.sqlite3"
        with closing(sqlite3.connect(store)) as copy:
            connection.connection.backup(copy)

        def asked(question: str) -> tuple[int, ...]:
            with closing(sqlite3.connect(store, timeout=30)) as reader:
                return tuple(reader.execute(question).fetchone())

        return f"sqlite:///{store}", asked

    def asked_there(question: str) -> tuple[int, ...]:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return tuple(cursor.fetchone())

    name = connection.settings_dict["NAME"]
    return os.environ["REVIEW_TEST_DATABASE_URL"].rpartition("/")[0] + f"/{name}", asked_there
