"""What all tests share: one database in a file, a flush that gets past the triggers, cheap password hashes."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from review.databases.triggers import lift
from tests import migrated

collect_ignore = ["guarded_packages", "engines"]  # `make guarded` and `make engines` run them, with their packages

# Playwright keeps an event loop running in the thread of the tests; Django would refuse its database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is not a failure: no property fails for time.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add a choice to run fewer cases of what costs a database."""
    parser.addoption("--cases", type=int, default=0, help="run only so many cases of a test that uses a database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that `--cases` does not ask for."""
    most = config.getoption("--cases")
    if not most:
        return
    seen, kept, left = Counter[str](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        name = item.nodeid.partition("[")[0]
        seen[name] += _uses_a_database(item)
        (kept if seen[name] <= most else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def _uses_a_database(item: pytest.Item) -> bool:
    needed: list[str] = getattr(item, "fixturenames", [])
    return item.get_closest_marker("django_db") is not None or not {"db", "transactional_db"}.isdisjoint(needed)


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let a fixture of this scope make a store that all tests of a module find as it was made.

    It is a transaction around those of the tests, like `setUpTestData` of Django: each test is taken back by itself.
    Not for transactional tests, and nothing that is returned may be changed.
    """
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around._from_testcase = True  # type: ignore[attr-defined]  # a durable service may run inside
        with around:
            yield
            transaction.set_rollback(True)


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
    with override_settings(
        **kept, REVIEW_SHARED_STATE="files", REVIEW_CHECKPOINT_FILE=True, REVIEW_CHECKPOINT_EVERY=10**12
    ):
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
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Keep SQLite in a file: the shared memory of a live server ignores the timeout and answers 500."""
    test = connection.settings_dict["TEST"]
    if connection.vendor != "sqlite":
        with django_db_blocker.unblock():
            test["TEMPLATE"] = migrated.database()
        # No test turns off the machine: commits need not wait for its disk.
        connection.settings_dict["OPTIONS"]["options"] = "-c synchronous_commit=off"
    else:
        test["NAME"] = tmp_path_factory.mktemp("database") / "test.sqlite3"
        migrated.copy_to(test["NAME"])


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:  # noqa: FBT001 - pytest-django names it
    """Use the copy of a migrated store that is there as a file; PostgreSQL is asked to make one."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session", autouse=True)
def _flush_deletes() -> Iterator[None]:
    """Empty the tables after a transactional test by DELETE, past the triggers that refuse it.

    The flush of Django truncates each table, full or empty, and makes content types and permissions again.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: _empty_tables())
        yield


def _empty_tables() -> None:
    kept = {"django_migrations", "django_content_type", "auth_permission"}
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - kept
    deleting = [f"DELETE FROM {table}" for table in sorted(tables)]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET LOCAL session_replication_role = replica; {'; '.join(deleting)}")
            return
        restoring = lift(connection)
        for statement in (*deleting, *restoring):
            cursor.execute(statement)
