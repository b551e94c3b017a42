"""The admin: projects and people can be changed here, everything else can only be read and audited."""

from django.contrib import admin

from review.admin import access, entries, registers, retrievals, statements
from review.forms import StaffLogInForm

__all__ = ["access", "entries", "registers", "retrievals", "statements"]

admin.site.login_form = StaffLogInForm
