"""Logging in, re-entering the password, and changing it: each counts attempts before it checks a password."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import AbstractBaseUser, User
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from review.domain.reauthentication import Reauthentication
from review.selectors.audit.event_log import may_audit_anything
from review.services.people.known_browsers import COOKIE, knows
from review.services.people.login_throttle import HeldBack, count_try, forget_tries
from review.services.people.passwords import confirm_password


class LogInForm(AuthenticationForm):
    """A name and a password; `held_back` is set after too many attempts."""

    held_back: HeldBack | None = None

    def clean(self) -> dict[str, Any]:
        """Count the attempt, then check the password; on a known browser, even after too many attempts."""
        name, address = self.cleaned_data.get("username"), self._sent("REMOTE_ADDR")
        if not name or not self.cleaned_data.get("password"):
            return super().clean()
        self.held_back = count_try(name=name, address=address)
        if self.held_back is None:
            cleaned = super().clean()
            forget_tries(name=name, address=address)
            return cleaned
        if not self._is_known(name):
            raise too_many_tries(self.held_back)
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            raise too_many_tries(self.held_back) from None
        self.held_back = None
        return cleaned

    def _is_known(self, name: str) -> bool:
        return self.request is not None and knows(self.request.COOKIES.get(COOKIE, ""), name)

    def _sent(self, variable: str) -> str:
        return str(self.request.META.get(variable, "")) if self.request is not None else ""


class StaffLogInForm(LogInForm, AdminAuthenticationForm):
    """The log-in form of the admin, which lets auditors in as well."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse whoever is neither staff nor an auditor."""
        if may_audit_anything(user):
            LogInForm.confirm_login_allowed(self, user)
        else:
            super().confirm_login_allowed(user)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a form with a password, from which address, and the proof of the password that their log-in keeps."""

    user: AbstractBaseUser
    address: str
    kept: Reauthentication | None


class ConfirmsPassword:
    """A form in which a logged-in person re-enters their password."""

    held_back: HeldBack | None = None
    user: AbstractBaseUser
    address: str

    def confirmed(self, password: str) -> Reauthentication:
        """Count the attempt, then check the password."""
        name = self.user.get_username()
        self.held_back = count_try(name=name, address=self.address)
        if self.held_back is not None:
            raise too_many_tries(self.held_back)
        proof = confirm_password(user=self.user, password=password)
        if proof is None:
            raise forms.ValidationError(_("That is not your password."))
        forget_tries(name=name, address=self.address)
        return proof


class PasswordForm(ConfirmsPassword, SetPasswordForm):  # type: ignore[type-arg]
    """The current password of a person, and twice the new one."""

    old_password = forms.CharField(
        strip=False, error_messages={"required": _("Enter the password you have now: the change has to be yours.")}
    )
    field_order = ("old_password", "new_password1", "new_password2")

    def __init__(self, *args: Any, address: str, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.address = address

    def clean_old_password(self) -> Reauthentication:
        """Return the proof that the password is the person's."""
        return self.confirmed(self.cleaned_data["old_password"])


def too_many_tries(held_back: HeldBack) -> forms.ValidationError:
    """Return the error that states how long to wait."""
    text = ngettext(
        "Too many tries. Wait %(seconds)s second, then try again.",
        "Too many tries. Wait %(seconds)s seconds, then try again.",
        held_back.seconds,
    )
    return forms.ValidationError(text, code="held_back", params={"seconds": held_back.seconds})
