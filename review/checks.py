"""System checks: keys that others can read, signing or pinning that does not work, an old SQLite."""

import logging
import sqlite3
from typing import Any

from django.core import checks
from django.db import DatabaseError, connections

from review.domain.errors import SealingError
from review.keys import exposed_keys
from review.selectors.audit.checkpoint_files import sealing_troubles
from review.wording import sealing_sentence

SAFE_SQLITE = (3, 51, 3)
"""The first version in which the WAL cannot be restarted while another connection still reads its end."""


def register() -> None:
    """Register the checks; those of the database run with `migrate`, when a server starts, and on request."""
    checks.register(keys_are_private, checks.Tags.security)
    checks.register(sealing_works, checks.Tags.database)
    checks.register(sqlite_is_safe, checks.Tags.database)


def keys_are_private(**_options: Any) -> list[checks.CheckMessage]:  # noqa: ANN401 - Django's signature
    """Return an error for every private key that others on this machine can read."""
    try:
        exposed = exposed_keys()
    except SealingError:
        return []  # `sealing_works` reports why they cannot be examined
    hint = "chmod 600, then manage.py rotate_key."
    return [checks.Error(f"{path} can be read by others.", hint=hint, id="review.E001") for path in exposed]


def sealing_works(**options: Any) -> list[checks.CheckMessage]:  # noqa: ANN401 - Django's signature
    """Return a warning for whatever prevents signing journal and bundles; people can still work."""
    if not options.get("databases"):
        return []
    try:
        return [checks.Warning(sealing_sentence(error), id="review.W002") for error in sealing_troubles()]
    except DatabaseError:
        return []  # no tables yet, or no connection: other checks report that


def sqlite_is_safe(**options: Any) -> list[checks.CheckMessage]:  # noqa: ANN401 - Django's signature
    """Return a warning for a version of SQLite that can, very rarely, damage a database that is written to."""
    on_sqlite = any(connections[alias].vendor == "sqlite" for alias in options.get("databases") or ())
    if not on_sqlite or sqlite3.sqlite_version_info >= SAFE_SQLITE:
        return []
    message = f"SQLite {sqlite3.sqlite_version} can, very rarely, damage a database that two connections write at once."
    hint = "Keep backups; for a team use PostgreSQL, or SQLite 3.51.3 and later. See docs/operation.md."
    return [checks.Warning(message, hint=hint, id="review.W001")]


def log_at_start() -> None:
    """Log the messages of the database checks, which a starting server does not run by itself."""
    found = checks.run_checks(tags=[checks.Tags.database], databases=["default"])
    for message in found:
        logging.getLogger("review").warning("%s", message)
