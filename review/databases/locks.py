"""Turns among processes, on whatever hosts they are: one does what the others wait to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper


class Lock(IntEnum):
    """What is done by one process at a time. The numbers are advisory locks of PostgreSQL, no other program's."""

    MIGRATIONS = 0x45_56_52_01
    KEYS = 0x45_56_52_02
    CHECKPOINTS = 0x45_56_52_03


def hold(lock: Lock) -> None:
    """Wait for one's turn, and keep it until the transaction ends; on SQLite every transaction has it.

    Raises:
        TransactionManagementError: there is no transaction.

    """
    if not connection.in_atomic_block:
        message = "a lock is held by a transaction"
        raise transaction.TransactionManagementError(message)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])


@contextmanager
def turn(database: BaseDatabaseWrapper, lock: Lock) -> Iterator[None]:
    """Wait for one's turn on a connection, for several transactions; on SQLite there is none to wait for."""
    if database.vendor != "postgresql":
        yield
        return
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
    try:
        yield
    finally:
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])
