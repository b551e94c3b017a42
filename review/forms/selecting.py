"""The places that a browser says are selected, and the words that a person was shown as selected."""

from collections.abc import Sequence
from typing import Any

import regex
from django import forms
from django.http import QueryDict

from review.forms.decisions import AttemptForm, unwrapped
from review.selectors.selecting import Selection

_PLACES = regex.compile(r"\d{1,9}:\d{1,9}:\d{1,9}(?:,\d{1,9}:\d{1,9}:\d{1,9})*")
MOST_PLACES = 20
Place = tuple[int, int, int]


class PlacesField(forms.CharField):
    """Places as `message:start:end`, in code points, with commas between."""

    def clean(self, value: Any) -> list[Place]:  # noqa: ANN401 - Django's signature
        """Give the places."""
        text = super().clean(value)
        if not _PLACES.fullmatch(text) or text.count(",") >= MOST_PLACES:
            raise forms.ValidationError(self.error_messages["required"])
        return [(int(index), int(start), int(end)) for index, start, end in (one.split(":") for one in text.split(","))]


class SelectionForm(forms.Form):
    """What is selected just now, for which quote, and on which page."""

    quote = forms.IntegerField(min_value=0)
    places = PlacesField()
    at = forms.CharField(required=False)


class AnchorForm(AttemptForm):
    """The selection a person takes for a quote: its places, and the words as they were shown."""

    places = PlacesField()

    def agrees_with(self, selections: Sequence[Selection]) -> bool:
        """Say whether what stands in the places are the words that were shown."""
        given = self.data.getlist("words") if isinstance(self.data, QueryDict) else []
        shown = [unwrapped(words) for words in given]
        return bool(selections) and shown == [unwrapped(one.words) for one in selections]
