"""The admin: staff change projects and people here; everything else can only be read, by auditors too."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from review.admin import audit, comments, entries, events, people, programs, promotion, retrievals
from review.admin.access import lets_in
from review.admin.columns import name_columns
from review.forms import StaffLogInForm

__all__ = ["audit", "comments", "entries", "events", "people", "programs", "promotion", "retrievals"]


def own_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ANN401, ARG001
    """Redirect staff to the page where everybody changes their password, which records it in the journal."""
    return redirect("review:own_password")


admin.site.login_form = StaffLogInForm
admin.site.enable_nav_sidebar = False
admin.site.index_title = _("Admin")
admin.site.site_header = admin.site.site_title = _("Evidence review")
admin.site.has_permission = lets_in  # type: ignore[method-assign]
admin.site.password_change = own_password  # type: ignore[method-assign, assignment]
name_columns(admin.site)
