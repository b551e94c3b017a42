"""The quotes that derived columns of entries are computed from, read once for all of them. Private to the services."""

from collections.abc import Sequence
from typing import NamedTuple

from review.models import Quote

COLUMNS = (
    *("entry", "entry__session", "entry__session__project", "entry__rejected_at"),
    *("pk", "standing", "current", "current__method", "current__reason", "current__message_index"),
    *("current__span_start", "current__message__role", "current__message__chunk__last_updated"),
)


class CurrentQuote(NamedTuple):
    """A quote with its entry and its current attempt; *start* is where it was found, None if it was not.

    *role* is that of the message, and *updated* when its chunk was last updated.
    """

    entry: int
    session: int
    project: int
    rejected_at: object
    quote: int
    standing: str
    alignment: int
    method: str
    reason: str
    message_index: int | None
    start: int | None
    role: str | None
    updated: int | None


def current_quotes(entries: Sequence[int]) -> list[CurrentQuote]:
    """Return the quotes of entries, ordered by key; one query."""
    quotes = Quote.objects.filter(entry__in=entries, current__isnull=False)
    return [CurrentQuote(*row) for row in quotes.order_by("pk").values_list(*COLUMNS)]
