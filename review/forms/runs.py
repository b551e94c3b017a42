"""The parameters of the pages about runs, as read from the address; invalid values are ignored."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from aligner_core import FailureReason
from aligner_core.evidence import MIN_FUZZY_SIMILARITY
from review.domain.row_keys import MAX_KEY
from review.forms.filters import ProjectFilterForm
from review.selectors.runs.run_rows import ENTRY_CONDITIONS, QUOTE_STATES
from review.selectors.runs.scope import Scope

MAX_BAR = 0.99
DEFAULT_BAR = 0.9
PERIODS = (4, 8, 26, 52)
DEFAULT_WEEKS = 8


class RunScopeForm(forms.Form):
    """The runs of a list, and the entries or quotes to list."""

    project = forms.SlugField(required=False)
    extraction = forms.IntegerField(required=False, min_value=1, max_value=MAX_KEY)
    maker = forms.IntegerField(required=False, min_value=1, max_value=MAX_KEY)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    reason = forms.ChoiceField(required=False, choices=[(reason.value, reason.value) for reason in FailureReason])
    now = forms.BooleanField(required=False)
    entries = forms.ChoiceField(required=False, choices=[(name, name) for name in ENTRY_CONDITIONS])
    quotes = forms.ChoiceField(required=False, choices=[(name, name) for name in QUOTE_STATES])

    def scope(self) -> Scope:
        """Return the scope of runs in the address."""
        self.is_valid()
        given = self.cleaned_data
        names = ("project", "extraction", "maker", "since", "until")
        return Scope(**{name: given[name] for name in names if given.get(name)})

    def chosen(self, name: str) -> Any:  # noqa: ANN401 - as the field says
        """Return another parameter of the address; empty if it is missing or unknown."""
        self.is_valid()
        return self.cleaned_data.get(name) or ""


class ComparedRunsForm(forms.Form):
    """The two runs to compare."""

    a = forms.IntegerField(min_value=1, max_value=MAX_KEY)
    b = forms.IntegerField(min_value=1, max_value=MAX_KEY)


class QualityForm(ProjectFilterForm):
    """The period and the bar of the page of quality."""

    weeks = forms.ChoiceField(label=_("Period"), required=False)
    bar = forms.FloatField(label=_("Similarity"), required=False, min_value=MIN_FUZZY_SIMILARITY, max_value=MAX_BAR)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        choices = [(weeks, ngettext("Last %(n)s week", "Last %(n)s weeks", weeks) % {"n": weeks}) for weeks in PERIODS]
        self.fields["weeks"] = forms.ChoiceField(label=_("Period"), required=False, choices=choices)

    @property
    def period(self) -> int:
        """The number of weeks to show."""
        return int(self.active_filters().get("weeks", DEFAULT_WEEKS))

    @property
    def has_line(self) -> bool:
        """Whether a bar to try is given."""
        return "bar" in self.active_filters()

    @property
    def line(self) -> float:
        """The bar to try."""
        return float(self.active_filters().get("bar", DEFAULT_BAR))

    @property
    def slug(self) -> str:
        """The project to show; empty for all."""
        return self.active_filters().get("project", "")
