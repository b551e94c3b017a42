"""What the databases are asked to do, so that pages cost the same in a store of any size."""

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks

from review.databases import refresh_when_doubled
from review.models import Extraction
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL looks at its indexes by itself")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="it is how PostgreSQL plans")


@on_sqlite
def test_sqlite_looks_at_its_indexes_each_time_that_a_table_has_doubled(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    make_user("mina", project=make_project())
    make_entry(make_session(["The cache lives for one hour."]), [(0, "one hour")])
    newest = [number for number in range(1, 70) if _is_refreshed(number, django_capture_on_commit_callbacks)]

    assert newest == [1, 2, 4, 8, 16, 32, 64]
    with connection.cursor() as cursor:
        cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = %s", [Extraction._meta.db_table])
        assert {stat.split()[0] for (stat,) in cursor.fetchall()} == {"1"}


def _is_refreshed(newest: int, capture: DjangoCaptureOnCommitCallbacks) -> bool:
    with capture(execute=True) as callbacks:
        refresh_when_doubled(newest)
    return bool(callbacks)


@on_postgresql
def test_postgresql_finds_rows_by_their_keys_and_compiles_no_query() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('random_page_cost'), current_setting('jit')")
        assert cursor.fetchone() == ("1.1", "off")
