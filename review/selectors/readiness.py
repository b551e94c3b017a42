"""Whether the store can be worked with: what a probe is told before requests are sent here."""

from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from review.domain.errors import SealingError
from review.keys import keyring

Migration = tuple[str, str]
"""The app of a migration, and its name."""


def unready() -> list[str]:
    """Return what is not ready: `database`, `migrations` or `keys`."""
    try:
        lacking = [] if _leaves() <= _applied() else ["migrations"]
    except DatabaseError:
        connection.close()
        return ["database"]
    try:
        keyring()
    except (SealingError, DatabaseError, OSError):
        lacking.append("keys")
    return lacking


def newest_migrations() -> frozenset[Migration]:
    """Return the migrations of this version that no other one follows, as far as the database has them."""
    return _leaves() & _applied()


def known_migrations() -> frozenset[Migration]:
    """Return every migration of this version."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.nodes)


def _applied() -> frozenset[Migration]:
    return frozenset(MigrationRecorder(connection).applied_migrations())


@cache
def _leaves() -> frozenset[Migration]:
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
