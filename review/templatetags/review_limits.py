"""Template tags for limits: times in words, and the bars that the core sets."""

from django import template

from aligner_core.evidence import MIN_FUZZY_SIMILARITY, NORMALIZED_CONFIDENCE, three_digits
from review import wording

register = template.Library()
register.filter("duration", wording.duration)


@register.simple_tag
def fuzzy_bar() -> str:
    """Return the similarity from which a fuzzy quote is accepted, unless a project asks for more."""
    return three_digits(MIN_FUZZY_SIMILARITY)


@register.simple_tag
def normalized_confidence() -> str:
    """Return the confidence of a normalized quote, below which every fuzzy one stays."""
    return three_digits(NORMALIZED_CONFIDENCE)
