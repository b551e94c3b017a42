"""Template tags of batches: what happens to how many, and why not to the others."""

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
    """Return what a batch does, in a word or two."""
    return str(wording.BATCH_KINDS[BatchKind(code)])


@register.filter
def batch_will(code: str) -> str:
    """Return what will become of the entries of a batch."""
    return str(wording.WILL[BatchKind(code)])


@register.filter
def batch_done(code: str) -> str:
    """Return what became of the entries of a batch."""
    return str(wording.DONE[BatchKind(code)])
