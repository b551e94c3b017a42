"""The filters of the journal, read from the address."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from review.domain.row_keys import MAX_KEY
from review.forms.filters import Choice, FilterForm
from review.forms.session_picker import ALL_SESSIONS, SessionField
from review.selectors.access import Person
from review.selectors.audit.event_log import audited_sessions
from review.wording import EVENTS

DAYS = (MinValueValidator(date(1, 1, 3)), MaxValueValidator(date(9999, 12, 29)))
"""The calendar without its edges, where adding a day or a time zone would overflow."""


class EventFilterForm(FilterForm):
    """The filters of the list of events."""

    type = Choice(label=_("Event"), required=False, choices=[("", _("All events")), *EVENTS.items()])
    actor = forms.CharField(label=_("Person"), required=False, max_length=150)
    session = SessionField(label=_("Session"), among="audit", empty=ALL_SESSIONS)
    entry = forms.IntegerField(label=_("Entry"), required=False, min_value=1, max_value=MAX_KEY)
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
    """The key at which a page of events starts; invalid values are ignored."""

    before = forms.IntegerField(required=False, min_value=0, max_value=MAX_KEY)
    behind = forms.IntegerField(required=False, min_value=0, max_value=MAX_KEY)

    def key(self, name: str) -> int | None:
        """Return one of the two keys, if it was given."""
        self.is_valid()
        return self.cleaned_data.get(name)


class MomentForm(forms.Form):
    """The event at which a page shows an entry."""

    at = forms.IntegerField(min_value=0, max_value=MAX_KEY)

    def seq(self) -> int | None:
        """Return the number of the event; None if it is invalid."""
        self.is_valid()
        return self.cleaned_data.get("at")
