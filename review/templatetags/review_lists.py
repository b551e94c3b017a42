"""Template tags of lists and the queue: numbers that stop, filters as an address, turns and decisions in words."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template

from review.selectors.keyset import counted
from review.services.queue.sitting import Sitting
from review.wording import CHANGE_REASONS, INBOXES, TURN_NAMES, sitting_sentence, wanted_name

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


@register.filter
def turn_name(name: str) -> object:
    """Return what waits, by the name of its turn or its filter."""
    return TURN_NAMES[name]


@register.filter
def inbox_text(name: str) -> object:
    """Return what an inbox of the home page holds."""
    return INBOXES[name][0]


@register.filter
def inbox_act(name: str) -> object:
    """Return what a person does with what an inbox holds."""
    return INBOXES[name][1]


@register.filter
def sitting_told(sitting: Sitting) -> str:
    """Return what was done in the queue in a sitting."""
    return sitting_sentence(sitting.counts, len(sitting.skipped))


@register.filter
def wanted(act: str, to: str) -> str:
    """Return what a person wanted to do with an entry."""
    return wanted_name(act, to)
