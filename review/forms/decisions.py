"""Decisions on entries and quotes, each made on the version or the attempt that was seen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from review.policy import Stage
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


class RetryForm(AttemptForm):
    """Other words or another message for a quote: typed in, or one of the fixes that were offered."""

    fix = forms.CharField(required=False, max_length=20)
    text = forms.CharField(required=False)
    message_index = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": _("The message is a whole number, from 0 on.")}
    )

    def __init__(self, *args: Any, last_index: int, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.last_index = last_index

    def clean(self) -> dict[str, Any]:
        """Work out the words and the message to look in."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not self.is_stale:
            found = self._offered(cleaned["fix"]) if cleaned.get("fix") else self._typed(cleaned)
            cleaned["words"], cleaned["index"] = found
        return cleaned

    def _offered(self, name: str) -> tuple[str, int]:
        fixes = [fix for fix in self.row.fixes if fix.name == name]
        if not fixes:
            raise forms.ValidationError(_("This fix is no longer offered; please look again."))
        return fixes[0].text, fixes[0].message_index

    def _typed(self, cleaned: dict[str, Any]) -> tuple[str, int]:
        text, index = _unwrapped(cleaned.get("text", "")), cleaned.get("message_index")
        if not text:
            self.add_error("text", _("Write the words to look for, as they stand in the message."))
        if index is None or index > self.last_index:
            message = _("Choose a message from 0 to %(last)s.")
            self.add_error("message_index", forms.ValidationError(message, params={"last": self.last_index}))
        kept = self.row.text if text == _unwrapped(self.row.text.strip()) else text
        return kept, index or 0


def _unwrapped(text: str) -> str:
    """Undo what a browser does to line ends in a form."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class ChoiceForm(AttemptForm):
    """The occurrence an ambiguous quote means."""

    start = forms.IntegerField(min_value=0)


class QuoteReasonForm(AttemptForm):
    """Why a quote does not count any more, or why its differences do not matter."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages={"required": _("Say why in a few words; the reason is kept with the quote.")},
    )
