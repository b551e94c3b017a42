"""The parts to leave out of an audit bundle, and a bundle to check."""

from django import forms
from django.utils.translation import gettext_lazy as _


class BundleForm(forms.Form):
    """Whether to leave out the words of messages."""

    withhold_messages = forms.BooleanField(label=_("Leave out the words of messages"), required=False)

    @property
    def withheld(self) -> tuple[str, ...]:
        """The names of the parts that are left out."""
        self.is_valid()
        return ("messages",) if self.cleaned_data.get("withhold_messages") else ()


class BundleFileForm(forms.Form):
    """An audit bundle to check."""

    bundle = forms.FileField(
        label=_("Audit bundle"),
        allow_empty_file=True,
        error_messages={"required": _("Choose the zip of an audit bundle.")},
    )
