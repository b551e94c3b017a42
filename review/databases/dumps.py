"""A whole database as one file, as it was at one moment, by the means of its engine; writers are not hindered."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from review.domain.errors import BackupError, BackupTrouble

OF_ALL = ("--no-owner", "--no-privileges")


def dump(database: BaseDatabaseWrapper, target: Path) -> None:
    """Write the database to a file.

    Raises:
        BackupError: `pg_dump` is not there, or has failed.

    """
    if database.vendor == "sqlite":
        _copy(Path(database.settings_dict["NAME"]), target)
    else:
        _run(database, "pg_dump", "--format=custom", *OF_ALL, f"--file={target}")


def load(database: BaseDatabaseWrapper, source: Path) -> None:
    """Fill an empty database from such a file, whole or not at all.

    Raises:
        BackupError: `pg_restore` is not there, or has failed.

    """
    if database.vendor == "sqlite":
        database.close()
        _copy(source, Path(database.settings_dict["NAME"]))
        return
    name = database.settings_dict["NAME"]
    _run(database, "pg_restore", "--single-transaction", "--exit-on-error", *OF_ALL, f"--dbname={name}", str(source))


def is_empty(database: BaseDatabaseWrapper) -> bool:
    """Return whether a database has no table."""
    with database.cursor() as cursor:
        return not database.introspection.table_names(cursor)


def _copy(source: Path, target: Path) -> None:
    """Copy a store of SQLite in one step, which reads one state of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)


def _run(database: BaseDatabaseWrapper, tool: str, *options: str) -> None:
    """Run a tool of PostgreSQL; it learns of the database by its environment, where nobody else sees the password."""
    path = shutil.which(tool)
    if path is None:
        raise BackupError(BackupTrouble.NO_TOOL, tool)
    given = database.settings_dict
    variables = {
        "PGDATABASE": given["NAME"],
        "PGHOST": given["HOST"],
        "PGPORT": given["PORT"],
        "PGUSER": given["USER"],
        "PGPASSWORD": given["PASSWORD"],
        **{f"PG{name.upper()}": value for name, value in given["OPTIONS"].items() if isinstance(value, str)},
    }
    known = {name: value for name, value in variables.items() if value}
    done = subprocess.run(  # noqa: S603 - a path that was just found, and options of ours
        [path, *options], env={**os.environ, **known}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(BackupTrouble.TOOL_FAILED, done.stderr.strip())
