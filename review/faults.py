"""Faults of the infrastructure: a database or disk that is full, read-only, locked or away; unusable keys.

They are distinguished by the error codes of the drivers, as messages change with version and language.
"""

import errno
import sqlite3
from collections.abc import Iterator
from enum import StrEnum

from review.domain.errors import CheckpointFileError, KeyFileError


class Fault(StrEnum):
    """Why nothing can be stored, or even read, for now."""

    FULL = "full"
    READ_ONLY = "read_only"
    BUSY = "busy"
    AWAY = "away"
    KEYS = "keys"
    CHECKPOINTS = "checkpoints"


PRIMARY_CODE = 0xFF
"""The bits of a SQLite error code with the kind of the error; higher bits give details."""
OF_SQLITE = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_CANTOPEN: Fault.AWAY,
    sqlite3.SQLITE_IOERR: Fault.AWAY,
    sqlite3.SQLITE_PERM: Fault.AWAY,
}
OF_POSTGRESQL = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "40001": Fault.BUSY,
    "40P01": Fault.BUSY,
    "55P03": Fault.BUSY,
    "57014": Fault.BUSY,
    "58030": Fault.AWAY,
}
AWAY_CLASSES = ("08", "53", "57P")
"""SQLSTATE classes: no connection; no resources for one; the server stops, or is starting."""
WITHOUT_STATE = {"OperationalError": Fault.AWAY, "PoolTimeout": Fault.BUSY, "TooManyRequests": Fault.BUSY}
"""Exceptions without a SQLSTATE, by their names: the server was lost; the pool had no connection in time."""
OF_FILES = {errno.ENOSPC: Fault.FULL, errno.EDQUOT: Fault.FULL, errno.EROFS: Fault.READ_ONLY}


def fault_of(error: BaseException | None) -> Fault | None:
    """Return the fault behind an exception; None for any other exception."""
    return next((fault for one in _causes(error) if (fault := _own_fault(one)) is not None), None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the causes of an exception, and then itself: Django wraps the exceptions of the drivers."""
    if error is not None:
        yield from _causes(error.__cause__)
        yield error


def _own_fault(error: BaseException) -> Fault | None:
    match error:
        case KeyFileError():
            return Fault.KEYS
        case CheckpointFileError():
            return Fault.CHECKPOINTS
        case sqlite3.Error():
            return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE)
        case OSError():
            return OF_FILES.get(error.errno or 0)
    return _of_postgresql(error) if type(error).__module__.startswith("psycopg") else None


def _of_postgresql(error: BaseException) -> Fault | None:
    """Return the fault by the SQLSTATE, or by the name where the server did not give one."""
    state = getattr(error, "sqlstate", None)
    if state is None:
        return WITHOUT_STATE.get(type(error).__name__)
    return OF_POSTGRESQL.get(state, Fault.AWAY if state.startswith(AWAY_CLASSES) else None)
