"""Where every quote of a session stands: what its map, its rail and its counters are made of."""

import json
from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from review.evidence_map import Place, ticks
from review.models import Quote, ReviewSession, Standing
from review.selectors.mixes import state_of
from review.selectors.windows import in_reading_order, window_at

NOWHERE_ELSE: Mapping[int, int] = {}


def places_of(quotes: QuerySet[Quote], probable: Mapping[int, int] = NOWHERE_ELSE) -> Iterator[Place]:
    """Place every quote, in reading order, where it claims to stand and where it probably stands; one query."""
    names = ("pk", "current__message_index", "current__method", "current__ambiguous", "standing")
    for key, index, method, ambiguous, standing in in_reading_order(quotes).values_list(*names):
        state = state_of(method, standing=standing)
        yield Place(key, index, probable.get(key, index), state, ambiguous)


def probable_places(session: ReviewSession) -> list[Place]:
    """Place every quote of a session, a failed one where its words probably stand."""
    quotes = Quote.objects.filter(entry__session=session)
    failed = quotes.filter(current__method="none", standing=Standing.COUNTS)
    return list(places_of(quotes, probable=dict(_probable(failed))))


def read_map(session: ReviewSession, *, first: int) -> dict[str, object]:
    """Draw the places on the map, and a frame around the window that holds a message; three queries."""
    total = session.messages.filter(version=1).count()
    window = window_at(first, total)
    drawn = ticks(probable_places(session), total=total, first=window.first, last=window.last)
    return {"session": session, "ticks": drawn, "total": total}


def _probable(failed: QuerySet[Quote]) -> Iterator[tuple[int, int]]:
    """Give, for failed quotes that stand or nearly stand somewhere, the message where they do."""
    for key, stored in failed.values_list("pk", "current__evidence_json"):
        evidence = json.loads(stored)
        near = [*evidence["foundIn"], *filter(None, [evidence["closest"]])]
        if near:
            yield key, near[0]["messageIndex"]
