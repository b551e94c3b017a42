"""Filters shared by many registers: by period, person, project, and actor of an event."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from review.admin.newest_rows import occurring
from review.domain.roles import Capability
from review.forms.audit import DAYS
from review.models import Event
from review.selectors.access import projects_where
from review.wording import FIELDS, actor_name

DAY = forms.DateField(required=False, input_formats=["%Y-%m-%d"], validators=DAYS)


class PeriodFilter(admin.FieldListFilter):
    """Rows from one day to another, both included, in the time zone of the installation."""

    template = "admin/review/period_filter.html"

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two days in the address."""
        return f"{self.field_path}__since", f"{self.field_path}__until"

    def expected_parameters(self) -> list[str | None]:
        """Return the names of the two days."""
        return [*self.names]

    def has_output(self) -> bool:
        """Show it always."""
        return True

    def choices(self, changelist: Any) -> Iterator[Any]:  # noqa: ANN401 - Django's signature
        """Yield the only choice: a form with the two days that keeps the other filters."""
        since_name, until_name = self.names
        others = {name: values for name, values in changelist.filter_params.items() if name not in self.names}
        yield {
            "since_name": since_name,
            "until_name": until_name,
            "since": _text(self._day(since_name)),
            "until": _text(self._day(until_name)),
            "others": [(name, value) for name in sorted(others) for value in others[name]],
            "without": changelist.get_query_string(remove=self.names),
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        """Select the rows of the period; an invalid day is ignored."""
        since, until = (self._day(name) for name in self.names)
        if since is not None:
            queryset = queryset.filter(**{f"{self.field_path}__gte": _midnight(since)})
        if until is not None:
            queryset = queryset.filter(**{f"{self.field_path}__lt": _midnight(until) + timedelta(days=1)})
        return queryset

    def _day(self, name: str) -> date | None:
        values = self.used_parameters.get(name)
        try:
            day: date | None = DAY.clean(values[-1] if isinstance(values, list) else "")
        except forms.ValidationError:
            return None
        return day


def _text(day: date | None) -> str:
    """Return a day in the format of date fields in browsers, in any language."""
    return "" if day is None else day.isoformat()


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


class OccurringFilter(admin.RelatedOnlyFieldListFilter):
    """Rows by a person or a project that occurs in them, so that no others are revealed to the reader."""

    def has_output(self) -> bool:
        """Show it always: a filter without output would not filter either."""
        return True

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:  # noqa: ANN401
        """Return the values that occur in the rows of the window; an action shows no list, so it needs none."""
        if request.method == "POST":
            return []
        keys = occurring(model_admin.newest(request), self.field_path) - {None}
        ordering = self.field_admin_ordering(field, request, model_admin)
        return field.get_choices(include_blank=False, limit_choices_to={"pk__in": sorted(keys)}, ordering=ordering)


class ValuesFilter(admin.AllValuesFieldListFilter):
    """Rows by one of the values that occur in the rows of the window."""

    def __init__(self, field: Any, request: HttpRequest, *rest: Any, field_path: str) -> None:  # noqa: ANN401
        """Read the values; the *rest* are the parameters of the address, the model and its register."""
        super().__init__(field, request, *rest, field_path=field_path)  # type: ignore[misc]
        values = set() if request.method == "POST" else occurring(rest[-1].newest(request), field_path)
        self.lookup_choices = sorted(values, key=str)  # type: ignore[assignment]


def named(words: Callable[[str], str]) -> type[ValuesFilter]:
    """Return a filter that shows values by their names in the language of the reader."""

    class NamedFilter(ValuesFilter):
        def choices(self, changelist: Any) -> Iterator[Any]:  # noqa: ANN401 - Django's values
            """Return the choices with the values by their names."""
            for choice in super().choices(changelist):
                yield {**choice, "display": words(str(choice["display"]))}

    return NamedFilter


class ActorFilter(admin.SimpleListFilter):
    """Events by who caused them: a person, by name, or the system."""

    title = FIELDS["actor"]
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401
        """Return the people: for staff every account, for auditors the members of their projects."""
        people = User.objects.order_by("username")
        if not model_admin.reads_all(request):
            people = people.filter(memberships__project__in=projects_where(request.user, Capability.AUDIT)).distinct()
        names = people.values_list("username", flat=True)
        return [(name, actor_name(name)) for name in (Event.SYSTEM, *names)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Event]) -> QuerySet[Event]:  # noqa: ARG002
        """Select the events of the chosen actor."""
        return queryset.filter(actor=self.value()) if self.value() else queryset
