"""Template tags of extraction by a model: why it is off, and the names of protocols."""

from django import template
from django.utils.translation import gettext as _

from review.domain.extracting import SCRIPTED
from review.wording.extracting import EXTRACTOR_OFF

register = template.Library()
PROTOCOL_TITLES = {"openai": "OpenAI", "anthropic": "Anthropic"}


@register.filter
def extractor_off(reason: str) -> str:
    """Return why the extractor of a project is off, and how to turn it on."""
    return str(EXTRACTOR_OFF[reason])


@register.filter
def protocol_name(name: str) -> str:
    """Return the name of a protocol; that of the scripted model says that it is none."""
    return _("a scripted model, which is no model") if name == SCRIPTED else PROTOCOL_TITLES[name]
