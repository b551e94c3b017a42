"""Template tags of lists: numbers that stop, and filters as an address."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template

from review.selectors.keyset import counted

register = template.Library()
register.filter("capped", counted)


@register.filter
def as_query(filters: Mapping[str, str]) -> str:
    """Return filters as the query of an address."""
    return urlencode(filters)
