"""What all tests share: one database in a file, a flush that gets past the triggers, cheap password hashes."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

collect_ignore = ["guarded_packages"]  # `make guarded` runs them, with the packages that they guard

HERE = Path(__file__).parent
TRACED = tuple(
    HERE / name
    for name in (
        *("aligner_core", "review/domain", "review/management", "review/services"),
        *("review/test_aligner.py", "review/test_faults.py", "review/views/test_ingest.py"),
        "review/views/test_sign_in.py",
    )
)
"""What covers every line of the core, the gate and the services: the tracer doubles the time of a test."""
KEPT_DATABASE = "KEPT_TEST_DATABASE"

# Playwright keeps an event loop running in the thread of the tests; Django would refuse its database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is not a failure: no property fails for time.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run under the tracer, and once; those of very many cases do not."""
    for item in items:
        if any(item.path.is_relative_to(path) for path in TRACED) and item.get_closest_marker("exhaustive") is None:
            item.add_marker("traced")


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def _files_are_looked_up_when_asked_for() -> Iterator[None]:
    """Keep each test client from scanning all static files again, which is most of the time of a page."""
    with override_settings(WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the keys and checkpoints of tests apart from those of the machine.

    No checkpoint is made by itself: PostgreSQL keeps counting events from test to test, so one could be due at any
    time, and the audits of all later tests would miss the chains that were flushed after it.
    """
    folder = tmp_path_factory.mktemp("keys")
    kept = {"REVIEW_SIGNING_KEY_DIR": folder / "keys", "REVIEW_CHECKPOINT_DIR": folder / "checkpoints"}
    with override_settings(**kept, REVIEW_CHECKPOINT_EVERY=10**12):
        yield


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """Begin every test in English: a request leaves the language of its person behind in the thread."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def _own_checkpoints() -> Iterator[None]:
    """Delete the checkpoints of a test with its store: those of another test have the same numbers."""
    yield
    shutil.rmtree(settings.REVIEW_CHECKPOINT_DIR, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep SQLite in a file: the shared memory of a live server ignores the timeout and answers 500."""
    if connection.vendor == "sqlite":
        kept = os.environ.get(KEPT_DATABASE)
        connection.settings_dict["TEST"]["NAME"] = kept or tmp_path_factory.mktemp("database") / "test.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:  # noqa: FBT001 - pytest-django names it
    """Keep a database that has a place of its own: the next run of a few tests need not migrate one."""
    return django_db_keepdb or KEPT_DATABASE in os.environ


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Delete the event that a migrated store begins with: most tests make people past the services, and untold."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for statement in _lifted(connection.ops, ["DELETE FROM review_event", "DELETE FROM review_chain"]):
            cursor.execute(statement)


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_triggers() -> Iterator[None]:
    """Let the flush after a transactional test, and nothing else, past the triggers that refuse a DELETE."""
    operations = type(connection.ops)
    execute = operations.execute_sql_flush
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", lambda self, sql_list: execute(self, _lifted(self, sql_list)))
        yield


def _lifted(operations: BaseDatabaseOperations, statements: list[str]) -> list[str]:
    with operations.connection.cursor() as cursor:
        if operations.connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            return [*(f'DROP TRIGGER "{name}"' for name, _ in triggers), *statements, *(sql for _, sql in triggers)]
        cursor.execute("SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
        tables = [row[0] for row in cursor.fetchall()]
    off, on = ([f"ALTER TABLE {table} {word} TRIGGER USER" for table in tables] for word in ("DISABLE", "ENABLE"))
    return [*off, *statements, *on]
