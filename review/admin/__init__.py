"""The admin: projects and people can be changed here; everything else can only be read and audited."""

from django.contrib import admin

from review.admin import audit, entries, people, promotion, retrievals
from review.forms import StaffLogInForm

__all__ = ["audit", "entries", "people", "promotion", "retrievals"]

admin.site.login_form = StaffLogInForm
