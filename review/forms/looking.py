"""What a person asks the doctor to show; what is not understood is left out."""

from django import forms

from review.forms.decisions import unwrapped
from review.selectors.panes import Asked, Look

LOOKS: tuple[Look, ...] = ("message", "all", "search")
LONGEST_QUERY = 200


class PaneForm(forms.Form):
    """Which tab, which message, what to search for."""

    look = forms.ChoiceField(required=False, choices=[(look, look) for look in LOOKS])
    index = forms.IntegerField(required=False, min_value=0)
    query = forms.CharField(required=False, max_length=LONGEST_QUERY)
    whole = forms.BooleanField(required=False)

    def asked(self) -> Asked:
        """Give what was asked for."""
        self.is_valid()
        given = self.cleaned_data
        return Asked(
            given.get("look") or "message", given.get("index"), given.get("query", ""), given.get("whole", False)
        )


class TrialForm(forms.Form):
    """Words and the message to try them on."""

    text = forms.CharField(required=False)
    message_index = forms.IntegerField(required=False, min_value=0)

    def asked(self) -> tuple[str, int]:
        """Give words and message; no message has the index below all."""
        self.is_valid()
        index = self.cleaned_data.get("message_index")
        return unwrapped(self.cleaned_data.get("text", "")), -1 if index is None else index
