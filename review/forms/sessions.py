"""Choose a session by its title."""

from django import forms

from review.hidden import spell_out
from review.models import ReviewSession


class SessionField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the sessions of a queryset; an option can hold no mark, so hidden characters are spelled out."""

    def label_from_instance(self, obj: ReviewSession) -> str:
        """Write the title of a session."""
        return spell_out(str(obj))
