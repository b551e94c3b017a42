"""Template filters about the state of a quote and its fixes: their effects, and the words of buttons."""

from django import template

from review import wording
from review.selectors.quotes.quote_rows import OfferedFix

register = template.Library()
register.filter(wording.face_name)
register.filter(wording.face_reason)
register.filter(wording.repair_act)


@register.filter
def fix_act(fix: OfferedFix, change: tuple[str, str] | None = None) -> str:
    """Return the words of the button for a fix; *change* are words that differ, and those of the message."""
    return wording.fix_act(fix, change=change)


@register.filter
def fix_text(fix: OfferedFix, message_index: int | None) -> str:
    """Return the effect of a fix on a quote that was searched in a message."""
    return wording.fix_sentence(fix, message_index=message_index)
