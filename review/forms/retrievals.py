"""What a person says of a source that an answer invented."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from review.forms.decisions import ReasonForm

STRIKE = "strike"


class SourceForm(ReasonForm):
    """Which label belongs in the place of an invented one, by its number; or none, which strikes it. And why."""

    replacement = forms.ChoiceField(
        error_messages={
            "required": _("Choose the source that is meant, or strike the label."),
            "invalid_choice": _("Choose the source that is meant, or strike the label."),
        }
    )

    def __init__(self, *args: Any, labels: Sequence[str], **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.labels = {str(number): label for number, label in enumerate(labels)}
        field = self.fields["replacement"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(STRIKE, STRIKE), *self.labels.items()]

    def clean_replacement(self) -> str:
        """Give the label itself; nothing when the invented one is to be struck."""
        return self.labels.get(self.cleaned_data["replacement"], "")
