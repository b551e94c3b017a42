"""The migrated store that every test database is a copy of: migrating takes seconds, copying takes none.

It is named after a hash of the migrations and of Django, so a change of either makes another one.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.db import connection

ROOT = Path(__file__).parents[1]
VAR = ROOT / "var"
PREFIX = "evidence_review_migrated_"


def copy_to(own: Path) -> None:
    """Copy the migrated SQLite store to *own*; make it first where there is none."""
    made = VAR / f"migrated-{_state()}.sqlite3"
    with _one_at_a_time():
        if not made.exists():
            for old in VAR.glob("migrated-*.sqlite3*"):
                old.unlink()
            unfinished = made.with_suffix(".sqlite3-unfinished")
            migrate(f"sqlite:///{unfinished}")
            # Not a copy of the file: what is in its log would be left out.
            with closing(sqlite3.connect(unfinished)) as store:
                store.execute("VACUUM INTO ?", [f"{unfinished}.whole"])
            Path(f"{unfinished}.whole").replace(made)
    shutil.copy(made, own)


def database() -> str:
    """Return the name of the migrated database on PostgreSQL; make it first where there is none."""
    made = f"{PREFIX}{_state()}"
    with _one_at_a_time(), connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
        there = [name for (name,) in cursor.fetchall()]
        if made not in there:
            for old in there:
                cursor.execute(f"DROP DATABASE {old}")
            unfinished = f"{made}_unfinished"
            cursor.execute(f"CREATE DATABASE {unfinished}")
            migrate(urlsplit(os.environ["REVIEW_DATABASE_URL"])._replace(path=f"/{unfinished}").geturl())
            cursor.execute(f"ALTER DATABASE {unfinished} RENAME TO {made}")
    return made


def _state() -> str:
    made_of = sorted((ROOT / "review" / "migrations").glob("*.py"))
    made_of += sorted((ROOT / "review" / "databases").glob("*.py"))
    content = b"".join(one.read_bytes() for one in made_of) + django.__version__.encode()
    return hashlib.sha256(content).hexdigest()[:16]


def migrate(url: str) -> None:
    """Migrate the database at a URL in a program of its own."""
    environment = {**os.environ, "REVIEW_DATABASE_URL": url}
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    VAR.mkdir(exist_ok=True)
    with (VAR / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
