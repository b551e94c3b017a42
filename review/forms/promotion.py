"""Decisions on an entry: a stage, a reason, a password; each is made on the version that was seen."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from review.domain.changes import ChangeReason
from review.domain.limits import (
    MAX_CLAIM_BODY_CHARS,
    MAX_CLAIM_TITLE_CHARS,
    MAX_REASON_CHARS,
    MIN_OVERRIDE_REASON_CHARS,
)
from review.domain.policy import EXPLAINABLE, Reason, Stage
from review.domain.reauthentication import Reauthentication
from review.forms.acts import ActForm
from review.forms.passwords import ConfirmsPassword, Sender
from review.models import Entry
from review.selectors.promotion.asked import assignable_people


class VersionForm(ActForm):
    """A decision on an entry, made on the version that was seen."""

    seen_version = forms.IntegerField(min_value=0)


class PromotionForm(VersionForm):
    """Where the entry should go."""

    to = forms.TypedChoiceField(choices=[(stage.value, stage.value) for stage in Stage], coerce=Stage)


class ReasonForm(VersionForm):
    """A decision that needs a reason."""

    reason = forms.CharField(
        max_length=MAX_REASON_CHARS,
        error_messages={"required": _("Say why in a few words; the reason is kept with the entry.")},
    )


class ChangeForm(VersionForm):
    """The reason for requesting a change before a decision, and a comment; the reason "other" needs one."""

    reason = forms.TypedChoiceField(
        choices=[(reason.value, reason.value) for reason in ChangeReason],
        coerce=ChangeReason,
        error_messages={"required": _("Choose what has to change.")},
    )
    comment = forms.CharField(required=False, max_length=MAX_REASON_CHARS)

    def clean(self) -> dict[str, Any]:
        """Return the values; raise ValidationError for the reason "other" without a comment."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("reason") is ChangeReason.OTHER and not cleaned.get("comment"):
            raise forms.ValidationError(_("Say in a few words what has to change."))
        return cleaned


class AssignmentForm(VersionForm):
    """The person assigned to decide on an entry: a reviewer of its project, or nobody in particular."""

    person = forms.ModelChoiceField(queryset=User.objects.none(), required=False)

    def __init__(self, data: QueryDict, *, entry: Entry) -> None:
        super().__init__(data, entry=entry)
        people = self.fields["person"]
        if isinstance(people, forms.ModelChoiceField):
            people.queryset = assignable_people(entry.session.project_id)

    def clean(self) -> dict[str, Any]:
        """Return the values, without a person for nobody in particular."""
        given: dict[str, Any] = super().clean() or {}
        return {name: value for name, value in given.items() if value is not None}


class ClaimForm(VersionForm):
    """The corrected claim, which must differ from the current one and not be empty."""

    title = forms.CharField(required=False, max_length=MAX_CLAIM_TITLE_CHARS)
    body = forms.CharField(required=False, max_length=MAX_CLAIM_BODY_CHARS)

    def clean_title(self) -> str:
        """Return the title as typed; an unchanged one exactly as it is."""
        return _unless_unchanged(self.cleaned_data["title"], self.entry.claim_title)

    def clean_body(self) -> str:
        """Return the body as typed; an unchanged one exactly as it is."""
        return _unless_unchanged(self.cleaned_data["body"], self.entry.claim_body)

    def clean(self) -> dict[str, Any]:
        """Refuse an empty or unchanged claim."""
        given: dict[str, Any] = super().clean() or {}
        text = (given.get("title", ""), given.get("body", ""))
        if not self.errors and not any(text):
            raise forms.ValidationError(_("Write what the entry states."))
        if not self.errors and text == (self.entry.claim_title, self.entry.claim_body):
            raise forms.ValidationError(
                _("This is the claim as it was: change its words, or say that it is still true.")
            )
        return given


def _unless_unchanged(typed: str, before: str) -> str:
    """Return the input with normalized line ends; browsers send others, and Django strips white space at the ends."""
    text = typed.replace("\r\n", "\n").replace("\r", "\n")
    return before if text == before.replace("\r\n", "\n").replace("\r", "\n").strip() else text


class ExplanationForm(ReasonForm):
    """The reason why an entry may be verified without meeting a requirement."""

    requirement = forms.TypedChoiceField(
        choices=[(reason.value, reason.value) for reason in EXPLAINABLE], coerce=Reason
    )


class CertificationForm(ConfirmsPassword, VersionForm):
    """The certifier's password; its values are the step and the proof that it was right, now or a while ago."""

    password = forms.CharField(
        strip=False,
        required=False,
        error_messages={"required": _("Enter your password to certify.")},
    )

    def __init__(self, data: QueryDict, *, entry: Entry, sender: Sender) -> None:
        super().__init__(data, entry=entry)
        self.user, self.address, self.kept = sender.user, sender.address, sender.kept

    def clean_password(self) -> Reauthentication:
        """Return the proof that the password is the certifier's: a kept one suffices, unless a wrong one is given."""
        field, password = self.fields["password"], self.cleaned_data["password"]
        if password:
            return self.confirmed(password)
        if self.kept is None:
            raise forms.ValidationError(field.error_messages["required"], code="required")
        return self.kept

    def clean(self) -> dict[str, Any]:
        """Return the step as the gate takes it: to `certified`, with the proof."""
        given: dict[str, Any] = super().clean() or {}
        proof = given.pop("password", None)
        return {"to": Stage.CERTIFIED, "reauthentication": proof, **given}


NEEDS_REASON = format_lazy(
    ngettext_lazy(
        "Say why, in {count} character or more; the reason is shown for good.",
        "Say why, in {count} characters or more; the reason is shown for good.",
        MIN_OVERRIDE_REASON_CHARS,
    ),
    count=f"{MIN_OVERRIDE_REASON_CHARS:,}",
)


class OverrideForm(VersionForm):
    """The reason for verifying an entry against the policy, and its number, typed as a confirmation."""

    reason = forms.CharField(
        min_length=MIN_OVERRIDE_REASON_CHARS,
        max_length=MAX_REASON_CHARS,
        error_messages={
            "required": NEEDS_REASON,
            "min_length": NEEDS_REASON,
        },
    )
    number = forms.CharField(error_messages={"required": _("Type the number of the entry.")})

    def clean_number(self) -> int:
        """Return the number, which must be that of this entry."""
        if self.cleaned_data["number"] != str(self.entry.pk):
            raise forms.ValidationError(_("That is not the number of this entry."))
        return self.entry.pk

    def clean(self) -> dict[str, Any]:
        """Return the values without the number, which only confirms."""
        given: dict[str, Any] = super().clean() or {}
        given.pop("number", None)
        return given
