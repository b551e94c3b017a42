"""The log-in, which holds back whoever tries too often."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import ngettext

from review.services.log_ins import HeldBack, count_try, forget_tries


class LogInForm(AuthenticationForm):
    """A name and a password; `held_back` says that neither was looked at."""

    held_back: HeldBack | None = None

    def clean(self) -> dict[str, Any]:
        """Count the try, then look at the password."""
        name, address = self.cleaned_data.get("username"), self._address()
        if not name or not self.cleaned_data.get("password"):
            return super().clean()
        self.held_back = count_try(name=name, address=address)
        if self.held_back is not None:
            raise too_many_tries(self.held_back)
        cleaned = super().clean()
        forget_tries(name=name, address=address)
        return cleaned

    def _address(self) -> str:
        """Give where the try comes from, as the server sees it: what a header says could be anything."""
        return str(self.request.META.get("REMOTE_ADDR", "")) if self.request is not None else ""


class StaffLogInForm(LogInForm, AdminAuthenticationForm):
    """The log-in of the admin."""


def too_many_tries(held_back: HeldBack) -> forms.ValidationError:
    """Say how long to wait."""
    text = ngettext(
        "Too many tries. Wait %(seconds)s second, then try again.",
        "Too many tries. Wait %(seconds)s seconds, then try again.",
        held_back.seconds,
    )
    return forms.ValidationError(text, code="held_back", params={"seconds": held_back.seconds})
