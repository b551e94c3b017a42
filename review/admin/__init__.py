"""The admin: projects and people can be changed here; everything else can only be read and audited."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from review.admin import audit, entries, people, promotion, retrievals
from review.forms import StaffLogInForm

__all__ = ["audit", "entries", "people", "promotion", "retrievals"]


def own_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ANN401, ARG001
    """Send staff to the page where everybody changes their password, which the journal tells of."""
    return redirect("review:own_password")


admin.site.login_form = StaffLogInForm
admin.site.password_change = own_password  # type: ignore[method-assign, assignment]
