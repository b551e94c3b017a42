"""Many rows inserted as they are: by COPY on PostgreSQL, else by one prepared statement."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model


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
