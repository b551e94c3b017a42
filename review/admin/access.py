"""Access to the admin: staff by their permissions, and auditors, who read the registers of the projects they audit."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from review.admin.columns import in_words, marks_of
from review.domain.roles import Capability
from review.selectors.access import projects_where
from review.selectors.audit.event_log import may_audit_anything


def lets_in(request: HttpRequest) -> bool:
    """Return whether a person may enter the admin; the short-cut to any object's page is for staff alone."""
    is_shortcut = request.resolver_match is not None and request.resolver_match.url_name == "view_on_site"
    return is_staff(request) or (not is_shortcut and is_auditor(request))


def is_staff(request: HttpRequest) -> bool:
    """Return whether a person is active staff."""
    return request.user.is_active and bool(getattr(request.user, "is_staff", False))


def is_auditor(request: HttpRequest) -> bool:
    """Return whether a person audits a project; cached on the request, as every register checks it."""
    if not hasattr(request, "is_auditor"):
        request.is_auditor = may_audit_anything(request.user)  # type: ignore[attr-defined]
    return bool(request.is_auditor)  # type: ignore[attr-defined]


def audited_projects(request: HttpRequest) -> tuple[int, ...]:
    """Return the keys of the projects that a person audits; cached on the request, as each query of a list needs them.

    A subquery instead could be evaluated again for each row.
    """
    if not hasattr(request, "audited_projects"):
        keys = projects_where(request.user, Capability.AUDIT).values_list("pk", flat=True)
        request.audited_projects = tuple(keys)  # type: ignore[attr-defined]
    found: tuple[int, ...] = request.audited_projects  # type: ignore[attr-defined]
    return found


class StaffOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A page for staff only: auditors who are not staff have no access, whatever their permissions."""

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns of the list, with marks in words."""
        return in_words(self, super().get_list_display(request), marks_of(self.model))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether it is listed."""
        return is_staff(request) and super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        """Return whether a person may read it."""
        return is_staff(request) and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether a person may add to it."""
        return is_staff(request) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        """Return whether a person may change it."""
        return is_staff(request) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        """Return whether a person may delete from it."""
        return is_staff(request) and super().has_delete_permission(request, obj)
