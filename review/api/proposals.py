"""The places of a session that may support a claim: words to quote, which a person or the gate judges."""

from typing import Annotated

from django.http import HttpResponse
from ninja import Query, Router
from pydantic import Field

from aligner_core import Span
from review.api.answers import answer, answers
from review.api.calls import Call, scoped
from review.api.sessions import required_session
from review.api.wire import Body, Key, Offsets, Wire
from review.domain.limits import MAX_CLAIM_BODY_CHARS
from review.domain.tokens import Scope
from review.models import ReviewSession
from review.selectors.repair.proposals import ClaimPlace, places_for_claim

router = Router(tags=["sessions"], by_alias=True)
PLACES, MAX_PLACES = 3, 20


class ProposalsBody(Body):
    """A claim, and how many places are wanted for it."""

    claim: Annotated[str, Field(min_length=1, max_length=MAX_CLAIM_BODY_CHARS)]
    limit: Annotated[int, Field(ge=1, le=MAX_PLACES)] = PLACES
    offsets: Offsets = "codepoints"


class PlaceWire(Wire):
    """Words of a message that may support a claim.

    `score` is the share of the claim that stands there, `shared` are the words that the claim has too, in any form.
    """

    message_index: int
    version: int
    role: str
    name: str
    quote: str
    span_start: int
    span_end: int
    score: float
    shared: list[str]
    offsets: Offsets


class PlacesWire(Wire):
    """The likeliest places of a claim, the likeliest first; none of them is evidence yet."""

    session: int
    items: list[PlaceWire] = Field(default_factory=list)


@router.get("/sessions/{pk}/proposals", response=answers(PlacesWire), operation_id="proposals")
@scoped(Scope.READ)
def proposals(
    request: Call,
    pk: Key,
    claim: Annotated[str, Query(min_length=1, max_length=MAX_CLAIM_BODY_CHARS)],
    limit: Annotated[int, Query(ge=1, le=MAX_PLACES)] = PLACES,
    offsets: Offsets = "codepoints",
) -> HttpResponse:
    """Return the places that may support a claim, by its words and values, in Korean and English alike."""
    return _places(required_session(request, pk), ProposalsBody(claim=claim, limit=limit, offsets=offsets))


@router.post("/sessions/{pk}/proposals", response=answers(PlacesWire), operation_id="proposals_of")
@scoped(Scope.READ)
def proposals_of(request: Call, pk: Key, body: ProposalsBody) -> HttpResponse:
    """Return the same for a claim of any length: an address holds a short one. Nothing is stored."""
    return _places(required_session(request, pk), body)


def _places(session: ReviewSession, asked: ProposalsBody) -> HttpResponse:
    places = places_for_claim(session, asked.claim, limit=asked.limit)
    return answer(PlacesWire(session=session.pk, items=[_wire(place, asked.offsets) for place in places]))


def _wire(place: ClaimPlace, offsets: Offsets) -> PlaceWire:
    span = Span(start=place.start, end=place.end)
    counted = span.to_utf16(place.message.content) if offsets == "utf16" else span
    return PlaceWire(
        message_index=place.message.index,
        version=place.message.version,
        role=place.message.role,
        name=place.message.name,
        quote=place.words,
        span_start=counted.start,
        span_end=counted.end,
        score=place.score,
        shared=list(place.shared),
        offsets=offsets,
    )
