"""The base of the registers: read-only, open to auditors of their projects, with each list also as a CSV file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import label_for_field, lookup_field
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.text import capfirst

from review.admin.access import audited_projects, is_auditor, is_staff
from review.admin.columns import in_words, marks_of
from review.admin.csv_files import csv_response
from review.admin.newest_rows import EveryRow, NewestRows, window_of
from review.presentation.hidden import spell_out
from review.wording import FIELDS

ROWS_PER_FETCH = 2_000


def spelled(name: str, *, ordering: str = "") -> Callable[[Model], str]:
    """Return a list column for untrusted text; hidden characters are spelled out, as a list has no markup."""

    @admin.display(description=FIELDS[name], ordering=ordering or name)
    def column(row: Model) -> str:
        value = getattr(row, name)
        return "" if value is None else spell_out(str(value))

    column.__name__ = name
    return column


class Register(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of rows that cannot be added, changed or deleted here.

    `project_path` leads from a row to its project: auditors read the rows of the projects that they audit.
    """

    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    change_list_template = "admin/review/register.html"
    change_form_template = "admin/review/row.html"
    project_path = "session__project"
    in_words: ClassVar[Mapping[str, Callable[[Any], str]]] = {}
    """Columns of codes with the functions that name them: neither a list nor the page of a row shows a code."""
    marks: ClassVar[Mapping[str, Callable[[Any], str]]] = {}
    """Columns of marks with their words, where these are others than *yes*; the file has the marks."""
    csv_columns: ClassVar[Sequence[str | Callable[..., object]]] = ()
    """The columns of the file, if they differ from those of the list."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list under its plural name, as there is nothing to select."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row under the name of its model."""
        title = capfirst(self.opts.verbose_name)
        return super().changeform_view(request, object_id, form_url, {"title": title, **(extra_context or {})})

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns of the list, with codes and marks in words."""
        return in_words(self, super().get_list_display(request), self._words)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ANN401
        """Return the fields on the page of a row, with codes and marks in words: the stored ones, then the computed."""
        stored = [field.name for field in self.opts.fields if not field.primary_key]
        computed = self.get_readonly_fields(request, obj)
        shown = [name for name in (*stored, *computed) if name not in (self.exclude or ())]
        return in_words(self, shown, self._words)

    @property
    def _words(self) -> dict[str, Callable[[Any], str]]:
        return {**marks_of(self.model), **self.marks, **self.in_words}

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the register is listed, as it is for everybody who may read it."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        """Return whether a person may read: staff with the permission, and auditors."""
        return self.reads_all(request, obj) or is_auditor(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: rows are created by uploads and by people's decisions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: the record is permanent."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse: the record is permanent."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that a person may read, including undone statements."""
        rows = self.model._base_manager.order_by(*self.get_ordering(request))  # noqa: SLF001 - Django's public API
        return rows if self.reads_all(request) else self.audited(rows, request)

    def newest(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that a person may read within the window."""
        return window_of(request, self.model).narrow(self.get_queryset(request))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[EveryRow]:  # noqa: ANN401, ARG002
        """Return the class of the list: the newest rows for a page, every row for the file."""
        match = request.resolver_match
        is_file = match is not None and (match.url_name or "").endswith("_csv")
        return EveryRow if is_file else NewestRows

    def audited(self, rows: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
        """Narrow rows to those of the projects that a person audits."""
        return rows.filter(**{f"{self.project_path}__in": audited_projects(request)})

    def get_view_on_site_url(self, obj: Any = None) -> str | None:  # noqa: ANN401
        """Return the page of a row, without Django's redirect, which reveals any object to staff."""
        return obj.get_absolute_url() if hasattr(obj, "get_absolute_url") else None

    def get_urls(self) -> list[URLPattern]:
        """Add the URL of the file."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_csv"
        return [path("csv/", self.admin_site.admin_view(self.csv_view), name=name), *super().get_urls()]

    def csv_view(self, request: HttpRequest) -> HttpResponseBase:
        """Return the filtered list as a file of comma-separated values, row by row."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            listed = self.get_changelist_instance(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect(reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"))
        columns = self.csv_columns or in_words(self, super().get_list_display(request), self.in_words)
        day = timezone.localdate().isoformat()
        return csv_response(self._csv_rows(listed.queryset, columns), name=f"{self.opts.model_name}-{day}.csv")

    def _csv_rows(self, rows: QuerySet[Any], columns: Sequence[Any]) -> Iterator[list[object]]:
        yield [label_for_field(column, self.model, model_admin=self) for column in columns]
        for row in rows.iterator(chunk_size=ROWS_PER_FETCH):
            yield [lookup_field(column, row, self)[2] for column in columns]

    def reads_all(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        """Return whether a person reads the rows of all projects: staff with the permission."""
        return is_staff(request) and super().has_view_permission(request, obj)
