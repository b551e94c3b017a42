"""Template tags of batches: their kinds and effects in words, and the reasons against."""

from django import template

from review import wording
from review.domain.bulk import BatchKind

register = template.Library()
register.filter("why", wording.why)
register.filter("explained", wording.explained)
register.simple_tag(wording.batch_button)
register.simple_tag(wording.detail_of)


@register.filter
def batch_kind(code: str) -> str:
    """Return the name of a kind of batch."""
    return str(wording.BATCH_KINDS[BatchKind(code)])


@register.filter
def batch_will(code: str) -> str:
    """Return the future effect of a batch on its entries."""
    return str(wording.WILL[BatchKind(code)])


@register.filter
def batch_done(code: str) -> str:
    """Return the past effect of a batch on its entries."""
    return str(wording.DONE[BatchKind(code)])
