"""Template tags of lists: numbers that stop, filters as an address, and the reasons for a change."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template

from review.selectors.keyset import counted
from review.wording import CHANGE_REASONS

register = template.Library()
register.filter("capped", counted)


@register.filter
def as_query(filters: Mapping[str, str]) -> str:
    """Return filters as the query of an address."""
    return urlencode(filters)


@register.simple_tag
def change_reasons() -> Mapping[str, object]:
    """Return why a change may be asked for: sentences by code."""
    return CHANGE_REASONS


@register.filter
def change_reason(code: str) -> object:
    """Return why a change was asked for, in words."""
    return CHANGE_REASONS[code]
