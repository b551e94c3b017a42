"""The attempts of quotes, read once for whatever looks at them: all of each quote, or the current ones as columns."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Prefetch, prefetch_related_objects

from review.models import Alignment, Quote

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


def read_attempts(quotes: Sequence[Quote]) -> None:
    """Read the attempts of quotes with their messages and actors, newest first, unless they were read already."""
    attempts = Alignment.objects.select_related("actor", "message").order_by("-attempt")
    prefetch_related_objects(quotes, Prefetch("alignments", attempts))


def current_quotes(entries: Sequence[int]) -> list[CurrentQuote]:
    """Return the quotes of entries with their current attempts, ordered by key; one query."""
    quotes = Quote.objects.filter(entry__in=entries, current__isnull=False)
    return [CurrentQuote(*row) for row in quotes.order_by("pk").values_list(*COLUMNS)]
