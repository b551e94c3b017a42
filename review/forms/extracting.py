"""The form of managers for the extractor of a project."""

from typing import Any

from django import forms
from django.core.validators import URLValidator

from review.domain.extracting import PROTOCOL_NAMES, ExtractorSettings
from review.domain.limits import MAX_EXTRACTOR_TOKENS, MAX_IDLE_MINUTES, MAX_MODEL_CHARS, MAX_WEBHOOK_URL_CHARS
from review.selectors.extracting import offered_protocols


class ExtractorForm(forms.Form):
    """The settings of the extractor of a project, and those that were seen, as a digest of theirs."""

    protocol = forms.ChoiceField(choices=[(name, name) for name in PROTOCOL_NAMES])
    model = forms.CharField(max_length=MAX_MODEL_CHARS, required=False)
    base_url = forms.CharField(
        max_length=MAX_WEBHOOK_URL_CHARS, required=False, validators=[URLValidator(["http", "https"])]
    )
    tokens_a_day = forms.IntegerField(min_value=0, max_value=MAX_EXTRACTOR_TOKENS)
    idle_minutes = forms.IntegerField(min_value=0, max_value=MAX_IDLE_MINUTES)
    seen = forms.CharField(max_length=64)

    def clean_protocol(self) -> str:
        """Return the protocol, which is offered here."""
        name: str = self.cleaned_data["protocol"]
        if name not in offered_protocols():
            raise forms.ValidationError(
                self.fields["protocol"].error_messages["invalid_choice"], params={"value": name}
            )
        return name

    def wanted(self) -> dict[str, Any]:
        """Return the wanted settings, and the digest of those that were seen."""
        given = dict(self.cleaned_data)
        return {"seen": given.pop("seen"), "chosen": ExtractorSettings(**given)}
