"""Who withdrew a quote, when and why: set all at once, or not at all. Private to the services."""

from datetime import datetime

from django.contrib.auth import get_user_model

from review.domain.events import QuoteWithdrawn
from review.models import Entry, Quote, Standing

WITHDRAWN = ("standing", "withdrawn_at", "withdrawn_by", "withdrawn_reason")
"""The columns of a quote that record its withdrawal: when, by whom and why."""


def withdraw(quote: Quote, *, at: datetime, by: int, reason: str) -> None:
    """Withdraw a quote: it no longer counts."""
    quote.standing = Standing.WITHDRAWN
    quote.withdrawn_at, quote.withdrawn_by_id, quote.withdrawn_reason = at, by, reason
    quote.save(update_fields=WITHDRAWN)


def withdraw_as_recorded(entry: Entry, quote: Quote) -> None:
    """Withdraw a restored quote again, as the newest event of its withdrawal records it."""
    withdrawals = entry.events.filter(event_type=QuoteWithdrawn.event_type).order_by("-seq")
    event = next(one for one in withdrawals if one.body["quote"] == quote.position)
    person = get_user_model().objects.get_by_natural_key(event.actor)
    withdraw(quote, at=event.created_at, by=person.pk, reason=event.body["reason"])


def let_count(quote: Quote) -> None:
    """Have a withdrawn quote count again."""
    quote.standing = Standing.COUNTS
    quote.withdrawn_at, quote.withdrawn_by, quote.withdrawn_reason = None, None, ""
    quote.save(update_fields=WITHDRAWN)
