"""Many rows inserted as they are: by COPY on PostgreSQL, else by one prepared statement."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import Model

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
            adapt = connection.ops.adapt_datetimefield_value
            adapted = [[adapt(value) if isinstance(value, datetime) else value for value in row] for row in rows]
            holders = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {into} VALUES ({holders})", adapted)  # noqa: S608 - our own names


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
