"""Statements written once: the ORM takes longer to write a small one than the database to run it.

What is kept is the SQL alone, which depends on the models and the kind of database: every call reads the rows again.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

Keys = int | Collection[int]
"""One key, or some keys of which none is there twice."""
FIRST_STAND_IN = -(1 << 31)
"""Stands for the first keys while a statement is written: of any integer column, and no key."""
_PLACE = re.compile("(?<!%)%s")


class Statement:
    """The rows of a queryset of values, which *build* returns for any keys by their names.

    A name stands for one key, or always for some of them: ``filter(pk=key)`` or ``filter(pk__in=keys)``.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self.build = build
        self._written: dict[str, _Written] = {}

    def rows(self, **keys: Keys) -> list[tuple[Any, ...]]:
        """Return the rows for some keys; none without a query where a name stands for no key."""
        if not all(isinstance(given, int) or given for given in keys.values()):
            return []
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = _write(self.build, keys)
        with connection.cursor() as cursor:
            cursor.execute(*_with_keys(written, keys))
            found = cursor.fetchall()
        return list(_converted(found, written.converters)) if written.converters else found


class _Written(NamedTuple):
    """The SQL between the places of parameters, their values or the names of keys, and what columns are read by."""

    between: Sequence[str]
    values: Sequence[tuple[str, Any]]
    converters: Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]


def _write(build: Callable[..., QuerySet[Any, Any]], keys: Mapping[str, Keys]) -> _Written:
    names = dict(enumerate(keys, FIRST_STAND_IN))
    stand_ins = {name: key if isinstance(keys[name], int) else [key] for key, name in names.items()}
    compiler = build(**stand_ins).query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    return _Written(
        _PLACE.split(sql),
        [(names.get(value, "") if isinstance(value, int) else "", value) for value in values],
        compiler.get_converters([column for column, *_ in compiler.select]),
    )


def _with_keys(written: _Written, keys: Mapping[str, Keys]) -> tuple[str, list[Any]]:
    sql, given = [written.between[0]], list[Any]()
    for (name, value), after in zip(written.values, written.between[1:], strict=True):
        own = keys[name] if name else (value,)
        own = (own,) if isinstance(own, int) else own
        sql += [", ".join(["%s"] * len(own)), after]
        given += own
    return "".join(sql), given


def _converted(
    found: Iterable[Sequence[Any]], converters: Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]
) -> Iterator[tuple[Any, ...]]:
    for row in found:
        values = list(row)
        for place, (some, column) in converters.items():
            for convert in some:
                values[place] = convert(values[place], column, connection)
        yield tuple(values)
