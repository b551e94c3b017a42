"""Who withdrew a quote, when and why: set all at once, or not at all. Private to the services."""

from datetime import datetime

from django.contrib.auth import get_user_model

from review.domain.events import QuoteWithdrawn
from review.models import Entry, Quote, Standing

WITHDRAWN = ("standing", "withdrawn_at", "withdrawn_by", "withdrawn_reason")
"""The columns of a quote that say that it was withdrawn, when, by whom and why."""


def withdraw(quote: Quote, *, at: datetime, by: int, reason: str) -> None:
    """Have a quote count no longer."""
    quote.standing = Standing.WITHDRAWN
    quote.withdrawn_at, quote.withdrawn_by_id, quote.withdrawn_reason = at, by, reason
    quote.save(update_fields=WITHDRAWN)


def withdraw_as_told(entry: Entry, quote: Quote) -> None:
    """Have a quote that counted again be withdrawn as it was, by the newest event that tells of it."""
    told = entry.events.filter(event_type=QuoteWithdrawn.event_type).order_by("-seq")
    event = next(one for one in told if one.body["quote"] == quote.position)
    person = get_user_model().objects.get_by_natural_key(event.actor)
    withdraw(quote, at=event.created_at, by=person.pk, reason=event.body["reason"])


def let_count(quote: Quote) -> None:
    """Have a withdrawn quote count again."""
    quote.standing = Standing.COUNTS
    quote.withdrawn_at, quote.withdrawn_by, quote.withdrawn_reason = None, None, ""
    quote.save(update_fields=WITHDRAWN)
