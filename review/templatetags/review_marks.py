"""How the marks of a message are drawn."""

from django import template

from review.presentation.highlights import Segment

register = template.Library()


@register.filter
def mark_classes(segment: Segment, current: object = None) -> str:
    """Return the classes of a part of a message that belongs to quotes, of which one may be the current one."""
    is_ghost = "ghost" in segment.kinds
    kind = "ev" if segment.is_mark else "ghost" if is_ghost else "occ"
    flags = {
        "goes-on": segment.continues_after,
        "came-from": segment.continues_before,
        "ghost": segment.is_mark and is_ghost,
        "found": segment.is_found,
        "is-on": current in segment.keys,
    }
    return " ".join([kind, *(name for name, is_set in flags.items() if is_set)])
