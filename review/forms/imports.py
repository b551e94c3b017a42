"""An export of another store, to import it."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ExportFileForm(forms.Form):
    """The file of an export, or an audit bundle."""

    export = forms.FileField(
        label=_("Export"),
        allow_empty_file=True,
        error_messages={"required": _("Choose an export as JSONL, or the zip of an audit bundle.")},
    )
