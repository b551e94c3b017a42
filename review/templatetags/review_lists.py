"""Template tags of lists and the queue: filters as a query string, turns and decisions in words."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template

from review.selectors.keyset import counted
from review.services.queue.sitting import Sitting
from review.wording import (
    CHANGE_REASONS,
    INBOXES,
    STARTS,
    TURN_NAMES,
    TURN_REASONS,
    progress_sentence,
    progress_total,
    sitting_sentence,
)

register = template.Library()
register.filter("capped", counted)


@register.filter
def as_query(filters: Mapping[str, str]) -> str:
    """Return filters as a query string."""
    return urlencode(filters)


@register.simple_tag
def change_reasons() -> Mapping[str, object]:
    """Return the reasons for requesting a change: sentences by code."""
    return CHANGE_REASONS


@register.filter
def change_reason(code: str) -> object:
    """Return the reason for a requested change, in words."""
    return CHANGE_REASONS[code]


@register.filter
def turn_name(name: str) -> object:
    """Return the name of waiting work, by turn or filter."""
    return TURN_NAMES[name]


@register.filter
def turn_text(name: str) -> object:
    """Return why an entry has this turn of the queue, in words."""
    return TURN_REASONS[name]


@register.filter
def inbox_text(name: str) -> object:
    """Return the contents of an inbox of the home page, in words."""
    return INBOXES[name][0]


@register.filter
def start_text(name: str) -> object:
    """Return what to start with, in words."""
    return STARTS[name]


@register.filter
def inbox_act(name: str) -> object:
    """Return the action for the contents of an inbox."""
    return INBOXES[name][1]


@register.filter
def sitting_text(sitting: Sitting) -> str:
    """Return the results of a sitting of the queue, in words."""
    return sitting_sentence(sitting.counts, len(sitting.skipped))


@register.filter
def progress_text(sitting: Sitting, left: str) -> str:
    """Return the place of the current entry in a sitting; *left* are those of its kind that wait."""
    return progress_sentence(len(sitting.seen), left)


@register.filter
def progress_max(sitting: Sitting, left: str) -> int:
    """Return how many entries of a sitting there are, seen and *left*."""
    return progress_total(len(sitting.seen), left)[0]
