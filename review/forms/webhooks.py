"""The forms of managers for webhooks."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from review.domain.addresses import fault_of_url
from review.domain.events import FEED_TYPES
from review.domain.limits import MAX_WEBHOOK_URL_CHARS, PAGE_SIZE
from review.domain.webhooks import DeliveryState
from review.wording.webhooks import URL_FAULTS

MAX_NUMBER_CHARS = 20
"""How long a number of the feed can be, with the blank after it."""


class WebhookForm(forms.Form):
    """The address of a webhook, and the types of the events that it is told of; none for all."""

    url = forms.CharField(
        max_length=MAX_WEBHOOK_URL_CHARS,
        error_messages={"required": _("Enter the address that is told.")},
    )
    types = forms.MultipleChoiceField(choices=[(one, one) for one in FEED_TYPES], required=False)

    def clean_url(self) -> str:
        """Refuse an address to which nothing would be sent."""
        url: str = self.cleaned_data["url"]
        fault = fault_of_url(url, allowed=settings.REVIEW_WEBHOOK_HOSTS)
        if fault is not None:
            raise forms.ValidationError(str(URL_FAULTS[fault]))
        return url


class DeliveryFilterForm(forms.Form):
    """The state of the deliveries that are listed; empty for all."""

    state = forms.ChoiceField(choices=[(one.value, one.value) for one in DeliveryState], required=False)


MAX_NUMBER = 2**63 - 1
"""The largest number that a database has."""


class ResendForm(forms.Form):
    """The numbers of dead deliveries to send again, with blanks between them."""

    numbers = forms.CharField(max_length=PAGE_SIZE * MAX_NUMBER_CHARS)

    def clean_numbers(self) -> list[int]:
        """Return the numbers."""
        given: Any = self.cleaned_data["numbers"]
        numbers = [int(one) for one in given.split() if one.isdecimal() and len(one) <= MAX_NUMBER_CHARS]
        if len(numbers) < len(given.split()) or max(numbers, default=0) > MAX_NUMBER:
            raise forms.ValidationError(_("These are no numbers of deliveries."))
        return numbers
