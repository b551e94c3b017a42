"""The correction of a source that an answer invented."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.forms.promotion import ReasonForm
from review.models import Entry
from review.selectors.retrievals.retrieval import labels_in_order

STRIKE = "strike"


class SourceForm(ReasonForm):
    """The number of the label that replaces an invented one, or `strike` to strike it out; and the reason."""

    replacement = forms.ChoiceField(
        error_messages={
            "required": _("Choose the source that is meant, or strike the label."),
            "invalid_choice": _("Choose the source that is meant, or strike the label."),
        }
    )

    def __init__(self, data: QueryDict, *, entry: Entry) -> None:
        super().__init__(data, entry=entry)
        self.labels = {str(number): label for number, label in enumerate(labels_in_order(entry.session))}
        field = self.fields["replacement"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(STRIKE, STRIKE), *self.labels.items()]

    def clean_replacement(self) -> str:
        """Return the label itself; empty to strike out the invented one."""
        return self.labels.get(self.cleaned_data["replacement"], "")
