"""The places of all quotes of a session, for its map, its rail and its counters."""

import json
from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from review.models import ABOVE_CANDIDATE, Quote, ReviewSession, Standing
from review.presentation.evidence_map import QuotePlace, ticks
from review.selectors.quotes.state_counts import state_of
from review.selectors.reader.windows import in_reading_order, window_at

NOWHERE_ELSE: Mapping[int, int] = {}


def quote_places(quotes: QuerySet[Quote], probable: Mapping[int, int] = NOWHERE_ELSE) -> Iterator[QuotePlace]:
    """Yield the claimed and the probable place of each quote, in reading order; one query."""
    names = ("pk", "current__message_index", "current__method", "current__ambiguous", "standing")
    decision = ("entry__stage", "entry__rejected_at")
    for key, index, method, ambiguous, standing, stage, rejected_at in in_reading_order(quotes).values_list(
        *names, *decision
    ):
        state = state_of(method, standing=standing)
        is_settled = stage in ABOVE_CANDIDATE or rejected_at is not None
        yield QuotePlace(key, index, probable.get(key, index), state, ambiguous, is_settled)


def probable_places(session: ReviewSession) -> list[QuotePlace]:
    """Return the places of all quotes of a session; a failed quote has the probable place of its words."""
    quotes = Quote.objects.filter(entry__session=session)
    failed = quotes.filter(current__method="none", standing=Standing.COUNTS)
    return list(quote_places(quotes, probable=dict(_probable(failed))))


def evidence_map(session: ReviewSession, *, first: int) -> dict[str, object]:
    """Return the map of a session, with a frame around the window of message *first*; three queries."""
    total = session.messages.filter(version=1).count()
    window = window_at(first, total)
    drawn = ticks(probable_places(session), total=total, first=window.first, last=window.last)
    return {"session": session, "ticks": drawn, "total": total}


def _probable(failed: QuerySet[Quote]) -> Iterator[tuple[int, int]]:
    """Yield the failed quotes with the message where their words, or similar ones, were found."""
    for key, stored in failed.values_list("pk", "current__evidence_json"):
        evidence = json.loads(stored)
        near = [*evidence["foundIn"], *filter(None, [evidence["closest"]])]
        if near:
            yield key, near[0]["messageIndex"]
