"""What a person sends with an act; the checked values are what its service takes."""

from django import forms
from django.http import QueryDict

from review.domain.policy import Reason
from review.models import Entry
from review.services.people.login_throttle import HeldBack


class ActForm(forms.Form):
    """What a person sends with an act on an entry; an act that needs nothing has no field."""

    held_back: HeldBack | None = None

    def __init__(self, data: QueryDict, *, entry: Entry) -> None:
        super().__init__(data)
        self.entry = entry

    @property
    def obstacle(self) -> Reason | None:
        """Why valid input is declined before the service is called; None if nothing stands in the way."""
        return None
