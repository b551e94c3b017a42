"""Template filters about the fixes of a quote: their effects, and the words of buttons."""

from django import template

from review import wording
from review.selectors.quotes.quote_rows import OfferedFix

register = template.Library()
register.filter(wording.repair_act)


@register.filter
def fix_act(fix: OfferedFix, is_aligned: bool) -> str:  # noqa: FBT001 - a filter takes its argument by position
    """Return the words of the button for a fix."""
    return wording.fix_act(fix, is_aligned=is_aligned)


@register.filter
def fix_text(fix: OfferedFix, message_index: int | None) -> str:
    """Return the effect of a fix on a quote that was searched in a message."""
    return wording.fix_sentence(fix, message_index=message_index)
