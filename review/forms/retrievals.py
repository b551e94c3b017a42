"""The correction of a source that an answer invented, and a question to the chunks of a retrieval."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.limits import MAX_FOUND_CHUNKS, MAX_SEARCH_CHARS, MAX_TIPS_CHARS
from review.forms.promotion import ReasonForm
from review.models import Entry
from review.selectors.retrievals.chunk_search import ChunkQuery
from review.selectors.retrievals.retrieval import labels_in_order

DEFAULT_LIMIT = 3
STRIKE = "strike"
LOOK = {"class": "form-control"}


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


class ChunkQueryForm(forms.Form):
    """A question, how it is classified, how many chunks to find, and a text for each tag, one in a line."""

    question = forms.CharField(label=_("Question"), max_length=MAX_SEARCH_CHARS, widget=forms.TextInput(LOOK))
    category = forms.CharField(
        label=_("Category"), required=False, max_length=MAX_SEARCH_CHARS, widget=forms.TextInput(LOOK)
    )
    subcategory = forms.CharField(
        label=_("Subcategory"), required=False, max_length=MAX_SEARCH_CHARS, widget=forms.TextInput(LOOK)
    )
    limit = forms.IntegerField(
        label=_("Chunks"), min_value=1, max_value=MAX_FOUND_CHUNKS, widget=forms.NumberInput(LOOK)
    )
    tips = forms.CharField(
        label=_("Tips, one “tag: text” in a line"),
        required=False,
        max_length=MAX_TIPS_CHARS,
        widget=forms.Textarea({**LOOK, "rows": 3}),
    )

    def clean_tips(self) -> dict[str, str]:
        """Return the texts by tag; a line without a colon is refused."""
        lines = [line for line in self.cleaned_data["tips"].splitlines() if line.strip()]
        if any(":" not in line for line in lines):
            raise forms.ValidationError(_("Each line needs a tag, a colon and a text."))
        pairs = [line.partition(":") for line in lines]
        return {tag.strip(): text.strip() for tag, _colon, text in pairs}

    def chunk_query(self) -> ChunkQuery:
        """Return the question, as valid values."""
        given = self.cleaned_data
        return ChunkQuery(**{name: given[name] for name in ("question", "category", "subcategory", "limit", "tips")})
