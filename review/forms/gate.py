"""What people say to the gate: a reason, a password, and the number of the entry they mean."""

from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from review.forms.decisions import LONGEST_REASON, ReasonForm, VersionForm
from review.forms.log_ins import too_many_tries
from review.models import SHORTEST_OVERRIDE, Entry
from review.policy import EXPLAINABLE, Reason
from review.services.log_ins import HeldBack, count_try, forget_tries
from review.services.passwords import Reauthentication, confirm_password


class ExplanationForm(ReasonForm):
    """Why an entry may be verified though a requirement is missed."""

    requirement = forms.TypedChoiceField(
        choices=[(reason.value, reason.value) for reason in EXPLAINABLE], coerce=Reason
    )


class CertificationForm(VersionForm):
    """The password of who certifies, in `cleaned_data["password"]` as the proof that it was right."""

    held_back: HeldBack | None = None
    password = forms.CharField(
        strip=False, error_messages={"required": _("Give your password: who certifies has to be you.")}
    )

    def __init__(self, *args: Any, user: AbstractBaseUser, address: str, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.user, self.address = user, address

    def clean_password(self) -> Reauthentication:
        """Count the try, then look at the password."""
        name = self.user.get_username()
        self.held_back = count_try(name=name, address=self.address)
        if self.held_back is not None:
            raise too_many_tries(self.held_back)
        proof = confirm_password(user=self.user, password=self.cleaned_data["password"])
        if proof is None:
            raise forms.ValidationError(_("That is not your password."))
        forget_tries(name=name, address=self.address)
        return proof


class OverrideForm(VersionForm):
    """Why an entry is verified past the policy, and its number, typed by who means it."""

    reason = forms.CharField(
        min_length=SHORTEST_OVERRIDE,
        max_length=LONGEST_REASON,
        error_messages={
            "required": _("Say why, in 20 characters or more; the reason is shown for good."),
            "min_length": _("Say why, in 20 characters or more; the reason is shown for good."),
        },
    )
    number = forms.CharField(error_messages={"required": _("Type the number of the entry.")})

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.entry = entry

    def clean_number(self) -> int:
        """Give the number, which has to be that of this entry."""
        if self.cleaned_data["number"] != str(self.entry.pk):
            raise forms.ValidationError(_("That is not the number of this entry."))
        return self.entry.pk
