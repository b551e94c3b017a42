"""What an audit bundle is to leave out."""

from django import forms
from django.utils.translation import gettext_lazy as _


class BundleForm(forms.Form):
    """Whether the words of messages go along."""

    withhold_messages = forms.BooleanField(label=_("Leave out the words of messages"), required=False)

    @property
    def withheld(self) -> tuple[str, ...]:
        """Name what is left out."""
        self.is_valid()
        return ("messages",) if self.cleaned_data.get("withhold_messages") else ()
