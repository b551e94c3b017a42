"""Template tags about webhooks: their states and answers in words."""

from django import template

from review.wording.names import event_name
from review.wording.webhooks import STATES, answer_text, silence_text, types_text

register = template.Library()
register.filter(answer_text)
register.filter(silence_text)
register.filter(types_text)
register.filter("event_type_name", event_name)


@register.filter
def delivery_state(code: str) -> str:
    """Return the state of a delivery."""
    return str(STATES[code])
