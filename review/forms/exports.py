"""The form of an export: in which format."""

from django import forms

from review.services.exports.formats import FORMATS


class ExportForm(forms.Form):
    """The name of a format."""

    format = forms.ChoiceField(choices=[(name, name) for name in FORMATS])
