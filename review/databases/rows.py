"""Many rows inserted as they are: by COPY on PostgreSQL, else by one prepared statement."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Model

NEXT_KEYS = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
LAST_KEY = "SELECT seq FROM sqlite_sequence WHERE name = %s"


def insert_rows(table: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows with values for the given columns of the database; no row is returned, and no default applied."""
    quote = connection.ops.quote_name
    into = f"{quote(table._meta.db_table)} ({', '.join(map(quote, columns))})"  # noqa: SLF001 - Django's public API
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            holders = ", ".join(["%s"] * len(columns))
            adapted = list(_with_adapted_moments(table, columns, rows))
            cursor.executemany(f"INSERT INTO {into} VALUES ({holders})", adapted)  # noqa: S608 - our own names


def _with_adapted_moments(
    table: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterable[Sequence[Any]]:
    """Return rows with their times as SQLite stores them: each time once, as rows of one statement share theirs."""
    times = {field.column for field in table._meta.concrete_fields if isinstance(field, DateTimeField)}  # noqa: SLF001
    places = [place for place, column in enumerate(columns) if column in times]
    return _adapted(rows, places) if places else rows


def _adapted(rows: Iterable[Sequence[Any]], places: Sequence[int]) -> Iterator[Sequence[Any]]:
    known: dict[Any, Any] = {None: None}
    for row in rows:
        values = list(row)
        for place in places:
            moment = values[place]
            if moment not in known:
                known[moment] = connection.ops.adapt_datetimefield_value(moment)
            values[place] = known[moment]
        yield values


def insert_new(rows: Sequence[Model]) -> None:
    """Insert new rows of one table, which has no column of JSON; those without a key get one, in their order.

    Unlike `bulk_create`, no statement is built for each size of a batch, and no time is set.
    """
    if not rows:
        return
    table = type(rows[0])
    keyless = [row for row in rows if row.pk is None]
    for row, key in zip(keyless, reserve_keys(table, len(keyless)), strict=True):
        row.pk = key
    fields = table._meta.concrete_fields  # noqa: SLF001 - Django's public API
    values_of = attrgetter(*(field.attname for field in fields))
    insert_rows(table, [str(field.column) for field in fields], map(values_of, rows))


def reserve_keys(table: type[Model], count: int) -> Sequence[int]:
    """Return the next keys of a table, in a transaction: no other one can have inserted or will get them."""
    name = table._meta.db_table  # noqa: SLF001 - Django's public API
    if not count:
        return ()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(NEXT_KEYS, [name, count])
            return [key for (key,) in cursor.fetchall()]
        cursor.execute(LAST_KEY, [name])
        first = 1 + next((last for (last,) in cursor.fetchall()), 0)
    return range(first, first + count)
