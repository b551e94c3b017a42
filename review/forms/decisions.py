"""Decisions on entries and quotes, each made on the version or the attempt that was seen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from review.policy import Stage
from review.selectors.offers import Offer
from review.selectors.quotes import QuoteRow

LONGEST_REASON = 2000


class VersionForm(forms.Form):
    """A decision on an entry, made on the version that was seen."""

    seen_version = forms.IntegerField(min_value=0)


class PromotionForm(VersionForm):
    """Where the entry should go."""

    to = forms.TypedChoiceField(choices=[(stage.value, stage.value) for stage in Stage], coerce=Stage)


class ReasonForm(VersionForm):
    """A decision that needs a reason."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages={"required": _("Say why in a few words; the reason is kept with the entry.")},
    )


class AttemptForm(forms.Form):
    """Something done to a quote, on the attempt that was seen."""

    seen_attempt = forms.IntegerField(min_value=0)

    def __init__(self, *args: Any, row: QuoteRow, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.row = row

    @property
    def is_stale(self) -> bool:
        """Say whether the quote has another attempt than the one that was seen."""
        return bool(self.cleaned_data.get("seen_attempt") != self.row.current.attempt)


class FixForm(AttemptForm):
    """One of the clicks that were offered for a quote."""

    fix = forms.CharField(max_length=20)

    def clean_fix(self) -> Offer | None:
        """Give what was offered under the name; on another attempt than the one seen, nothing was."""
        name = self.cleaned_data["fix"]
        offer = next((fix for fix in self.row.fixes if fix.name == name), None)
        if offer is None and not self.is_stale:
            raise forms.ValidationError(_("This fix is no longer offered; please look again."))
        return offer


class RetryForm(AttemptForm):
    """Other words or another message for a quote, typed in."""

    text = forms.CharField(required=False)
    message_index = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": _("The message is a whole number, from 0 on.")}
    )

    def __init__(self, *args: Any, last_index: int, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.last_index = last_index

    def clean_text(self) -> str:
        """Give the words as they stand in the quote when they were not touched, else as they were typed."""
        text = unwrapped(self.cleaned_data["text"])
        if not text:
            raise forms.ValidationError(_("Write the words to look for, as they stand in the message."))
        return self.row.text if text == unwrapped(self.row.text.strip()) else text

    def clean_message_index(self) -> int:
        """Give the message to look in."""
        index: int | None = self.cleaned_data["message_index"]
        if index is None or index > self.last_index:
            message = _("Choose a message from 0 to %(last)s.")
            raise forms.ValidationError(message, params={"last": self.last_index})
        return index


def unwrapped(text: str) -> str:
    """Undo what a browser does to line ends in a form."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class RestoreForm(AttemptForm):
    """The earlier attempt whose words are to be looked for again."""

    attempt = forms.IntegerField(min_value=1)


class ConfirmForm(AttemptForm):
    """The version of the message in which a person saw the new place."""

    seen_version = forms.IntegerField(min_value=1)


class ChoiceForm(AttemptForm):
    """The occurrence an ambiguous quote means."""

    start = forms.IntegerField(min_value=0)


class QuoteReasonForm(AttemptForm):
    """Why a quote does not count any more, or why its differences do not matter."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages={"required": _("Say why in a few words; the reason is kept with the quote.")},
    )
