"""The filters of the journal, read from the address."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from review.forms.filters import FilterForm
from review.forms.sessions import SessionField
from review.models import ReviewSession
from review.selectors.access import Person
from review.selectors.auditing import audited_sessions
from review.wording import EVENTS

DAYS = (MinValueValidator(date(1, 1, 3)), MaxValueValidator(date(9999, 12, 29)))
"""The calendar without its edges: a day more, or another time zone, leads beyond them."""


class EventFilterForm(FilterForm):
    """Which events to list."""

    type = forms.ChoiceField(label=_("Event"), required=False, choices=[("", _("All events")), *EVENTS.items()])
    actor = forms.CharField(label=_("Person"), required=False, max_length=150)
    session = SessionField(
        label=_("Session"), required=False, queryset=ReviewSession.objects.none(), empty_label=_("All sessions")
    )
    entry = forms.IntegerField(label=_("Entry"), required=False, min_value=1, max_value=2**63 - 1)
    since = forms.DateField(
        label=_("From"), required=False, validators=DAYS, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, validators=DAYS, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        field = self.fields["session"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = audited_sessions(user)


class KeyForm(forms.Form):
    """Where in the list of events a page begins; what is not understood is left out."""

    before = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)
    behind = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)

    def key(self, name: str) -> int | None:
        """Give one of the two, if it was asked for."""
        self.is_valid()
        return self.cleaned_data.get(name)


class MomentForm(forms.Form):
    """The event at which a page shows the past."""

    at = forms.IntegerField(min_value=0, max_value=2**63 - 1)

    def seq(self) -> int | None:
        """Give the number of the event, if it is one."""
        self.is_valid()
        return self.cleaned_data.get("at")
