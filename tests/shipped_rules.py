"""Write the lists of schema objects that the audit compares: ``python -m tests.shipped_rules``, `make rules`.

One list an engine, of a store that was just migrated. Without PostgreSQL its list stays as it is.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.migrated import migrate
from tests.phases import ON_POSTGRESQL, ROOT, no_postgresql

LISTS = ROOT / "review" / "services" / "audit"
PRINTED = "import json; from review.services.audit._rules import stored_rules; print(json.dumps(stored_rules()))"
SCRATCH = "evidence_review_rules"


def write(vendor: str, url: str) -> None:
    """Migrate an empty database, and write the list of its engine."""
    migrate(url)
    environment = {**os.environ, "REVIEW_DATABASE_URL": url}
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "--command", PRINTED]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    rules = json.loads(done.stdout)
    (LISTS / f"rules_{vendor}.json").write_text(json.dumps(rules, indent=2, sort_keys=True) + "\n")
    print(f"{vendor}: {len(rules)} rules")


@contextmanager
def scratch_database() -> Iterator[str]:
    """Create an empty database on PostgreSQL, and drop it in the end."""
    with psycopg.connect(ON_POSTGRESQL, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH}")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
        yield urlsplit(ON_POSTGRESQL)._replace(path=f"/{SCRATCH}").geturl()
        connection.execute(f"DROP DATABASE {SCRATCH}")


def main() -> None:
    """Write both lists, and print how long they are."""
    with tempfile.TemporaryDirectory() as folder:
        write("sqlite", f"sqlite:///{Path(folder) / 'store.sqlite3'}")
    if lacking := no_postgresql():
        sys.exit(f"postgresql: left as it is: {lacking}")
    with scratch_database() as url:
        write("postgresql", url)


if __name__ == "__main__":
    main()
