"""Keyset pagination and capped counts: both cost the same however long a list is."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import Any

from django.core import signing
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists, Q, QuerySet

from review.domain.errors import ReviewError
from review.domain.limits import MAX_COUNTED

MAX_TOGETHER = 100
"""How many lists are combined in one query; SQLite limits a compound SELECT to 500 terms."""
SALT = "page"
Place = tuple[int, ...]
"""The position of a row in its list: the values it is ordered by, unique to the row."""
EACH = -(1 << 40)
"""Stands for each project in the parameters of a statement."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The start of a page: after a place, or before it when *is_back*."""

    place: Place
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class ByProject:
    """Rows of several projects, which are read project by project: a query over all of them would sort them.

    The statement is built once for all projects, as building it takes longer than running it.
    """

    found: QuerySet[Any]
    projects: tuple[int, ...]

    def filter(self, *conditions: Q | Exists, **named: object) -> "ByProject":
        """Narrow the rows."""
        return replace(self, found=self.found.filter(*conditions, **named))

    def values(self, name: str) -> QuerySet[Any]:
        """Return one column of all rows, for a condition of another query."""
        return self.found.filter(project__in=self.projects).values(name)


Rows = QuerySet[Any] | ByProject


@dataclass(frozen=True, slots=True)
class Places:
    """The places of some first rows: of a queryset, or of the same one in each of some projects."""

    found: QuerySet[Any, Place]
    projects: tuple[int, ...] | None = None

    def statements(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield the statements and their parameters; none where nothing can be found."""
        try:
            sql, given = self.found.query.sql_with_params()
        except EmptyResultSet:
            return
        for project in (None,) if self.projects is None else self.projects:
            yield sql, [project if one == EACH else one for one in given]


@dataclass(frozen=True, slots=True)
class Order:
    """The columns that a list is ordered by, as `order_by` takes them.

    Where many rows share the first columns (`has_ties`), a single condition would read the index from the first of
    them. So rows with the same values as the cursor are queried separately, and then those behind them.
    """

    columns: tuple[str, ...]
    has_ties: bool = False

    def first(self, found: Rows, limit: int) -> Places:
        """Return the places of the first rows."""
        return self._places(found, self.columns, limit)

    def behind(self, found: Rows, cursor: Cursor | None, limit: int) -> list[Places]:
        """Return the places of the rows behind the cursor, in ranges with a limit each.

        A cursor of a list with other columns is ignored.
        """
        cursor = cursor if cursor and len(cursor.place) == len(self.columns) else None
        columns = [_turned(column) for column in self.columns] if cursor and cursor.is_back else self.columns
        return [self._places(found.filter(behind), columns, limit) for behind in self._ranges(columns, cursor)]

    def _places(self, found: Rows, columns: Sequence[str], limit: int) -> Places:
        rows = found.found.filter(project=EACH) if isinstance(found, ByProject) else found
        places = rows.order_by(*columns).values_list(*(column.removeprefix("-") for column in self.columns))[:limit]
        return Places(places, found.projects if isinstance(found, ByProject) else None)

    def _ranges(self, columns: Sequence[str], cursor: Cursor | None) -> Iterator[Q]:
        """Yield the conditions that match the rows behind the cursor, nearest first."""
        if cursor is None:
            yield Q()
        elif not self.has_ties:
            yield _behind(columns, cursor.place)
        else:
            for known in reversed(range(len(columns))):
                names = [column.removeprefix("-") for column in columns[:known]]
                same = Q(*zip(names, cursor.place, strict=False))
                yield same & _beyond(columns[known], cursor.place[known])

    def from_(self, place: Place) -> Q:
        """Match the row at a place and all behind it."""
        names = [column.removeprefix("-") for column in self.columns]
        return _behind(self.columns, place) | Q(*zip(names, place, strict=True))

    def merged(self, some: Iterable[Rows], cursor: Cursor | None, limit: int) -> list[Place]:
        """Return the places of the first of several disjoint rows, nearest first; one query."""
        places = together([part for found in some for part in self.behind(found, cursor, limit)])
        signs = [-1 if column.startswith("-") else 1 for column in self.columns]
        is_back = cursor is not None and cursor.is_back
        return sorted(places, key=lambda place: tuple(map(mul, signs, place)), reverse=is_back)[:limit]


@dataclass(frozen=True, slots=True)
class KeysetPage:
    """The places of one page in their order, and the cursors of the adjacent pages, if any."""

    places: Sequence[Place]
    before: str = ""
    after: str = ""

    @property
    def has_others(self) -> bool:
        """Whether there is an adjacent page."""
        return bool(self.before or self.after)


def together(some: Iterable[Places], *, at_most: int | None = None) -> list[Place]:
    """Return places of several kinds, with limits of their own; one query for every MAX_TOGETHER statements.

    At most *at_most* rows are read; later statements are not evaluated once there are enough.
    """
    statements = [statement for places in some for statement in places.statements()]
    found = list[Place]()
    for start in range(0, len(statements), MAX_TOGETHER):
        found += _united(statements[start : start + MAX_TOGETHER], None if at_most is None else at_most - len(found))
    return found


def _united(statements: Sequence[tuple[str, list[Any]]], at_most: int | None) -> list[Place]:
    parts = [f"SELECT * FROM ({sql}) AS part_{number}" for number, (sql, _) in enumerate(statements)]  # noqa: S608 - of the ORM
    limit = "" if at_most is None else f" LIMIT {at_most:d}"
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts) + limit, [value for _, given in statements for value in given])
        return list(cursor.fetchall())


class UnknownCursorError(ReviewError):
    """A cursor was not signed here."""


def signed_cursor(text: str, *, is_back: bool = False) -> Cursor:
    """Return the cursor of a text; raise UnknownCursorError if it was not signed here."""
    try:
        return Cursor(tuple(map(int, signing.loads(text, salt=SALT))), is_back=is_back)
    except signing.BadSignature as error:
        raise UnknownCursorError from error


def read_cursor(given: Mapping[str, str]) -> Cursor | None:
    """Return the cursor in the address of a page; one that was not signed here is ignored."""
    for name, is_back in (("before", True), ("after", False)):
        if name in given:
            try:
                return signed_cursor(given[name], is_back=is_back)
            except UnknownCursorError:
                return None
    return None


def page_of(fetch: Callable[[Cursor | None, int], Sequence[Place]], cursor: Cursor | None, *, size: int) -> KeysetPage:
    """Return one page; *fetch* returns the places nearest behind a cursor, one more than a page holds."""
    found = list(fetch(cursor, size + 1))
    has_more, places = len(found) > size, found[:size]
    if cursor is not None and cursor.is_back:
        places.reverse()
        has_before, has_after = has_more, bool(places)
    else:
        has_before, has_after = cursor is not None and bool(places), has_more
    return KeysetPage(
        places,
        before=signing.dumps(places[0], salt=SALT) if has_before else "",
        after=signing.dumps(places[-1], salt=SALT) if has_after else "",
    )


def counted(number: int, *, is_whole: bool = True, most: int = MAX_COUNTED) -> str:
    """Return a number for display: with a plus above *most*, or when not all rows were examined, such as "12+"."""
    if number > most:
        return f"{most}+"
    return f"{number}" if is_whole else f"{number}+"


def _turned(column: str) -> str:
    return column.removeprefix("-") if column.startswith("-") else f"-{column}"


def _beyond(column: str, value: int) -> Q:
    """Match the rows behind a value of one column."""
    return Q((f"{column.removeprefix('-')}__{'lt' if column.startswith('-') else 'gt'}", value))


def _behind(columns: Sequence[str], place: Place) -> Q:
    """Match the rows behind a place; the first condition bounds the range of the index that is read."""
    behind = Q()
    for column, value in reversed(list(zip(columns, place, strict=True))):
        beyond = _beyond(column, value)
        behind = beyond | (Q((column.removeprefix("-"), value)) & behind) if behind else beyond
    first = columns[0]
    return Q((f"{first.removeprefix('-')}__{'lte' if first.startswith('-') else 'gte'}", place[0])) & behind
