"""Lists of the newest rows: filters, order and search of the admin never scan the store; a link leads to older rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from review.domain.limits import MAX_ADMIN_ROWS
from review.domain.row_keys import key_of

BELOW = "below"
"""The query parameter with the key that bounds the listed rows: all are older."""
MAX_NAMED = 500
"""How many keys of related rows one statement names, as its parameters are limited."""


@dataclass(frozen=True, slots=True)
class Window:
    """The rows that a list covers: the newest, or those below a key; `is_last` is whether no row is older."""

    below: int | None
    keys: list[int]
    is_last: bool

    def narrow(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow rows to those of the window, by their keys: of a range, a planner could start from joined tables."""
        return rows.filter(pk__in=self.keys)


def window_of(request: HttpRequest, model: type[Model]) -> Window:
    """Return the window requested by the address, cached on the request.

    Only keys are read, of all rows of the table: those that a person may read can be few and far between.
    """
    windows: dict[type[Model], Window] = request.__dict__.setdefault("windows", {})
    if model not in windows:
        below = key_of(request.GET.get(BELOW, ""))
        rows: QuerySet[Any] = model._base_manager.order_by("-pk")  # noqa: SLF001 - Django's public API of a model
        keys = rows.values_list("pk", flat=True)
        keys = (keys if below is None else keys.filter(pk__lt=below))[: MAX_ADMIN_ROWS + 1]
        found = list(keys)
        windows[model] = Window(below, found[:MAX_ADMIN_ROWS], is_last=len(found) <= MAX_ADMIN_ROWS)
    return windows[model]


def occurring(rows: QuerySet[Any], path: str) -> set[Any]:
    """Return the values at a lookup path from rows, such as `session__project`; those of a relation are keys.

    Tables are queried one after the other, by keys: in a join, a planner could choose to read them as a whole.
    """
    name, _, rest = path.partition("__")
    values = set(rows.order_by().values_list(name, flat=True).distinct())
    if not rest:
        return values
    related: Any = rows.model._meta.get_field(name).related_model  # noqa: SLF001 - Django's public API of a model
    keys = sorted(values - {None})
    parts = (related._base_manager.filter(pk__in=part) for part in batched(keys, MAX_NAMED))  # noqa: SLF001 - as above
    return {value for part in parts for value in occurring(part, rest)}


def batched(keys: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yield keys in parts, as the parameters of a statement are limited."""
    return (keys[start : start + size] for start in range(0, len(keys), size))


class EveryRow(ChangeList):
    """A list of every row, for the CSV file of a list."""

    def get_filters_params(self, params: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Return the parameters of filters."""
        known = super().get_filters_params(params)
        known.pop(BELOW, None)
        return known


class NewestRows(EveryRow):
    """A list of the newest rows, or of those older than a key."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: list[str | None] | None = None) -> QuerySet[Any]:
        """Return the rows of the window that the filters leave."""
        self.window = window_of(request, self.model)
        self.root_queryset = self.window.narrow(self.root_queryset)
        return super().get_queryset(request, exclude_parameters)

    @property
    def limit(self) -> int:
        """The maximum number of rows in the window."""
        return MAX_ADMIN_ROWS

    @property
    def is_cut(self) -> bool:
        """Whether there are rows outside the window."""
        return self.window.below is not None or not self.window.is_last

    @property
    def further(self) -> str:
        """The query string of the list of older rows; empty if there are none."""
        return "" if self.window.is_last else self.get_query_string({BELOW: self.window.keys[-1]})

    @property
    def back(self) -> str:
        """The query string of the list of the newest rows; empty if this is that list."""
        return "" if self.window.below is None else self.get_query_string(remove=[BELOW])
