"""The correction of a source that an answer invented."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from review.forms.promotion import ReasonForm

STRIKE = "strike"


class SourceForm(ReasonForm):
    """The number of the label that replaces an invented one, or `strike` to strike it out; and the reason."""

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
        """Return the label itself; empty to strike out the invented one."""
        return self.labels.get(self.cleaned_data["replacement"], "")
