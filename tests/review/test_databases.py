"""What the databases are asked to do, so that pages cost the same in a store of any size."""

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from review.databases import refresh_when_doubled
from review.databases.rows import insert_new, new_row
from review.models import Alignment, Chunk, Entry, Message, Quote, ReviewSession
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL looks at its indexes by itself")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="it is how PostgreSQL plans")


def rows_known_of(table: str) -> int:
    """Return how many rows SQLite plans for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = %s", [table])
        return max((int(stat.split()[0]) for (stat,) in cursor.fetchall()), default=0)


@on_sqlite
def test_sqlite_looks_at_its_indexes_each_time_that_a_table_has_doubled() -> None:
    make_user("mina", project=make_project())
    make_entry(make_session(["The cache lives for one hour."]), [(0, "one hour")])
    refreshed = []
    for added in ([1], [2], [3], [4], [5, 6, 7], range(6, 9), range(9, 16), range(17, 31), range(20, 700)):
        with CaptureQueriesContext(connection) as queries:
            refresh_when_doubled(added)
        refreshed.append(bool(queries))

    assert refreshed == [True, True, False, True, False, True, False, False, True]


@on_sqlite
def test_sqlite_knows_of_an_upload_that_is_larger_than_all_before() -> None:
    make_user("mina", project=make_project())
    make_entry(make_session(["The cache lives for one hour."]), [(0, "one hour")])

    make_entry(make_session(["The cache lives for two hours."] * 300), [(index, "two hours") for index in range(300)])

    tables = (Message._meta.db_table, Quote._meta.db_table, Alignment._meta.db_table)
    assert [rows_known_of(table) > 200 for table in tables] == [True] * 3


@on_postgresql
def test_postgresql_finds_rows_by_their_keys_and_compiles_no_query() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('random_page_cost'), current_setting('jit')")
        assert cursor.fetchone() == ("1.1", "off")


def test_new_rows_get_the_next_keys_in_order() -> None:
    first = make_session(["One."])
    rows = [ReviewSession(project=first.project, session_id=name, created_at=first.created_at) for name in "ab"]

    insert_new(rows)

    assert [row.pk for row in rows] == [first.pk + 1, first.pk + 2]
    assert list(ReviewSession.objects.filter(pk__gt=first.pk).order_by("pk")) == rows
    assert {(row._state.adding, row._state.db) for row in rows} == {(False, connection.alias)}
    rows[-1].delete()
    assert make_session(["Two."]).pk == first.pk + 3


@pytest.mark.parametrize("table", [Message, Entry, Quote, Alignment])
def test_a_new_row_is_the_one_that_its_table_makes(table: type[Model]) -> None:
    relations = {field.name: field for field in table._meta.concrete_fields if field.is_relation}
    given = {"session": ReviewSession(pk=1), "entry": Entry(pk=2), "quote": Quote(pk=3), "message": None}
    values = {name: value for name, value in given.items() if name in relations}

    made, expected = new_row(table, **values), table(**values)

    assert {**vars(made), "_state": None} == {**vars(expected), "_state": None}
    assert made._state.fields_cache == expected._state.fields_cache
    assert made._state.adding


def test_a_new_row_shares_no_default_that_is_made_for_each_row() -> None:
    with pytest.raises(TypeError, match="matched_tags"):
        new_row(Chunk, chunk_id="one")
