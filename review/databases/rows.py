"""Many rows made, and inserted as they are: by COPY on PostgreSQL, else by one prepared statement."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import connection
from django.db.models import DateTimeField, Model
from django.db.models.base import ModelState

NEXT_KEYS = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
Row = TypeVar("Row", bound=Model)
LAST_KEY = "SELECT seq FROM sqlite_sequence WHERE name = %s"


def new_row(table: type[Row], /, **values: Any) -> Row:  # noqa: ANN401 - of any field
    """Return an unsaved row with values by the names of fields, rows for relations among them, and defaults.

    It is the one that ``table(**values)`` returns, without a loop over all fields for each of thousands of rows, and
    belongs to no database until it is inserted.

    Raises:
        TypeError: the table has a default that is made for each row.

    """
    row, state, relations = table.__new__(table), ModelState(), _relations(table)
    columns = {"_state": state, **_defaults(table)}
    for name, value in values.items():
        if name in relations:
            state.fields_cache[name] = value
            columns[relations[name]] = None if value is None else value.pk
        else:
            columns[name] = value
    row.__dict__.update(columns)
    return row


@cache
def _defaults(table: type[Model]) -> Mapping[str, Any]:
    fields = table._meta.concrete_fields  # noqa: SLF001 - Django's public API
    if made := [field.name for field in fields if callable(field.default) and field.has_default()]:
        message = f"{table.__name__} has defaults that are made for each row: {', '.join(made)}"
        raise TypeError(message)
    return {field.attname: field.get_default() for field in fields}


@cache
def _relations(table: type[Model]) -> Mapping[str, str]:
    """Return the columns of relations by their names."""
    return {field.name: field.attname for field in table._meta.concrete_fields if field.is_relation}  # noqa: SLF001


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
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 - Django's public API


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
