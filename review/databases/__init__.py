"""The databases that can hold a store: their URLs, and access to another one beside the configured one."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from weakref import WeakSet

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from review.domain.limits import DATABASE_WAIT

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON; "
    "PRAGMA analysis_limit=1000"
)
"""FULL: a promotion is on disk before it is shown. recursive_triggers: REPLACE fires the triggers that forbid it.
analysis_limit: how many rows of an index are read to refresh its statistics."""

PLANNING = """SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '1.1' END, false)
FROM pg_settings WHERE name IN ('random_page_cost', 'jit') AND source = 'default'"""

PLANNED: WeakSet[object] = WeakSet()
"""The connections to PostgreSQL that were set up."""


def database_from_url(url: str) -> dict[str, Any]:
    """Return Django's settings for `sqlite:///file` or `postgresql://user:password@host:port/name`.

    Raises:
        ValueError: the URL is neither.

    """
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    match parts.scheme:
        case "sqlite" if name:
            return _sqlite(name)
        case "postgresql" | "postgres" if name:
            return {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": name,
                "USER": unquote(parts.username or ""),
                "PASSWORD": unquote(parts.password or ""),
                "HOST": unquote(parts.hostname or ""),
                "PORT": str(parts.port or ""),
                "CONN_MAX_AGE": 600,
                "CONN_HEALTH_CHECKS": True,
                "OPTIONS": dict(parse_qsl(parts.query)),
            }
    message = "REVIEW_DATABASE_URL is sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME."
    raise ValueError(message)


def share_connections(database: dict[str, Any], *, most: int) -> None:
    """Have the threads of a process share at most so many connections, instead of each keeping one of its own.

    Only on PostgreSQL, where `psycopg_pool` is installed; otherwise nothing changes.
    """
    if database["ENGINE"].endswith("postgresql") and find_spec("psycopg_pool") is not None:
        database["CONN_MAX_AGE"] = 0
        database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": most, "timeout": DATABASE_WAIT.total_seconds()}


@contextmanager
def opened(database: dict[str, Any], *, alias: str) -> Iterator[BaseDatabaseWrapper]:
    """Open a database, given by its settings, under another alias than the configured one, and close it afterwards."""
    handler = ConnectionHandler({DEFAULT_DB_ALIAS: {}, alias: database})
    connections[alias] = handler.create_connection(alias)
    try:
        yield connections[alias]
    finally:
        connections[alias].close()
        del connections[alias]


@contextmanager
def as_default(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Read and write this database in the block instead of the configured one."""
    configured = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = configured


def refresh_statistics() -> None:
    """Refresh the statistics of the planner; without them, it chooses bad indexes."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def refresh_when_doubled(added: Collection[int]) -> None:
    """Refresh statistics if the rows with the *added* keys, just inserted, have doubled a table.

    SQLite keeps old statistics, and joins whole tables row by row if there were few. PostgreSQL refreshes them by
    itself.
    """
    if connection.vendor == "sqlite" and added and max(added).bit_length() > (min(added) - 1).bit_length():
        refresh_statistics()


def set_up(connection: BaseDatabaseWrapper, **given: object) -> None:  # noqa: ARG001 - the signal sends them
    """Set PostgreSQL to plan for disks with fast random access; settings of the server take precedence.

    Otherwise it scans a whole table to find some hundred rows by key, and compiles queries that take less time to run.
    A connection that comes from a pool again has been set up.
    """
    if connection.vendor == "postgresql" and connection.connection not in PLANNED:
        with connection.cursor() as cursor:
            cursor.execute(PLANNING)
        PLANNED.add(connection.connection)


def _sqlite(name: str) -> dict[str, Any]:
    """Return the settings of a file; connections stay open, since SQLite cannot reopen its log on a full disk."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": DATABASE_WAIT.total_seconds(),
            "init_command": SQLITE_PRAGMAS,
        },
    }
