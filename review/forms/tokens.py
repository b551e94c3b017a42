"""The form of a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from review.domain.limits import MAX_TOKEN_DAYS, MAX_TOKEN_NAME_CHARS, TOKEN_DAYS
from review.domain.tokens import Scope


class TokenForm(forms.Form):
    """What a token is called, what it is for, and how long it holds."""

    name = forms.CharField(
        max_length=MAX_TOKEN_NAME_CHARS,
        error_messages={"required": _("Name the program that will use it: the journal shows the name.")},
    )
    scopes = forms.TypedMultipleChoiceField(
        choices=[(scope.value, scope.value) for scope in Scope],
        coerce=Scope,
        error_messages={"required": _("Choose what the program may do.")},
    )
    days = forms.IntegerField(min_value=1, max_value=MAX_TOKEN_DAYS, initial=TOKEN_DAYS)

    def clean_scopes(self) -> frozenset[Scope]:
        """Return the scopes as a set."""
        return frozenset(self.cleaned_data["scopes"])
