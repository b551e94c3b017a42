"""`find_evidence`: places that a claim may come from, in messages that are given or in a session of the server."""

from typing import Annotated

from pydantic import Field

from aligner_core._mcp.checks import MAX_SOURCES
from aligner_core._mcp.faults import Connect, Fault, ToolFailedError, asking
from aligner_core._mcp.wire import Answered, Words
from aligner_core._repair.proposals import propose_places

MAX_PLACES = 10


class FoundWords(Words):
    """Words that a claim may come from; `score` is the share of the claim that stands there."""

    score: float


class FoundPlaces(Answered):
    """Places that a claim may come from, the likeliest first."""

    items: list[FoundWords]


def find_evidence(
    connect: Connect,
    claim: Annotated[str, Field(min_length=1)],
    *,
    messages: Annotated[
        list[str] | None, Field(max_length=MAX_SOURCES, description="The messages to look in, in order.")
    ] = None,
    session: Annotated[int | None, Field(ge=1, description="Or a session of the server, by its number.")] = None,
    limit: Annotated[int, Field(ge=1, le=MAX_PLACES)] = 3,
) -> FoundPlaces:
    """Find the words that a claim may come from, to quote them. Give `messages`, or the number of a stored `session`.

    Claim and messages may be in Korean or English, each in either. A place is a guess: read it before you quote it.
    With `messages` nothing is stored or sent; a `session` takes a token with the scope `read`.
    """
    if messages is not None and session is None:
        return _found(claim, messages, limit)
    if session is None or messages is not None:
        raise ToolFailedError(Fault.INVALID_REQUEST, "Either `messages` or `session` is needed.")
    with asking(connect, scope="read") as review:
        places = review.proposals(session, claim, limit=limit)
        return FoundPlaces(items=[FoundWords.model_validate(place) for place in places])


def _found(claim: str, messages: list[str], limit: int) -> FoundPlaces:
    places = propose_places(claim, messages, limit=limit)
    return FoundPlaces(
        items=[FoundWords(quote=one.text, message_index=one.message_index, score=one.score) for one in places]
    )
