"""The places that are proposed for an entry without a quote that counts, in their context."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aligner_core import ProposedPlace, propose_places
from review.models import Entry, Message, ReviewSession
from review.models.sessions import Excerpt, excerpt
from review.selectors.repair.diagnoses import corpus_of
from review.selectors.repair.selection import selection_of

MAX_PROPOSALS = 3
CONTEXT_CHARS = 80


class Stretch(NamedTuple):
    """A stretch of the proposed words, and whether the claim has it too."""

    text: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Words of a message that a claim may have been made from, as a person would select them."""

    entry: Entry
    message: Message
    start: int
    end: int
    excerpt: Excerpt
    stretches: tuple[Stretch, ...]

    @property
    def address(self) -> str:
        """The address at which words of its message are selected for the entry."""
        return self.entry.address_to_select(self.message.index)

    @property
    def place(self) -> str:
        """The place as forms send it."""
        return f"{self.message.index}:{self.start}:{self.end}"


class ClaimPlace(NamedTuple):
    """Words of a message that may support a claim, with the place at which they are selected, and their score."""

    message: Message
    start: int
    end: int
    score: float
    shared: tuple[str, ...]

    @property
    def words(self) -> str:
        """The words at the place."""
        return self.message.content[self.start : self.end]


def places_for_claim(session: ReviewSession, claim: str, *, limit: int) -> tuple[ClaimPlace, ...]:
    """Return the likeliest places of a claim in a session, and what of it they share; nothing is stored."""
    places = propose_places(claim, corpus_of(session), limit=limit)
    named = session.current_messages().filter(index__in={place.message_index for place in places})
    messages = {message.index: message for message in named}
    found = []
    for place in places:
        message = messages.get(place.message_index)
        selection = message and selection_of(message, place.span_start, place.span_end)
        if message and selection:
            shared = tuple(message.content[span.start : span.end] for span in place.words)
            found.append(ClaimPlace(message, selection.start, selection.end, place.score, shared))
    return tuple(found)


def proposals_for(entry: Entry) -> tuple[Proposal, ...]:
    """Return the likeliest places of the claim of an entry; two queries, and one search in its session."""
    claim = f"{entry.claim_title}\n{entry.claim_body}"
    places = propose_places(claim, corpus_of(entry.session), limit=MAX_PROPOSALS)
    named = entry.session.current_messages().filter(index__in={place.message_index for place in places})
    messages = {message.index: message for message in named}
    return tuple(_proposals(entry, places, messages))


def _proposals(entry: Entry, places: Sequence[ProposedPlace], messages: dict[int, Message]) -> Iterator[Proposal]:
    for place in places:
        message = messages.get(place.message_index)
        selection = message and selection_of(message, place.span_start, place.span_end)
        if message and selection:
            start, end = selection.start, selection.end
            shown = excerpt(message.content, start, end, around=CONTEXT_CHARS)
            yield Proposal(entry, message, start, end, shown, tuple(_stretches(place, message.content, start, end)))


def _stretches(place: ProposedPlace, content: str, start: int, end: int) -> Iterator[Stretch]:
    """Yield the words of a span in stretches, marking those shared with the claim."""
    at = start
    for span in place.words:
        if at < span.start:
            yield Stretch(content[at : span.start], is_shared=False)
        yield Stretch(content[span.start : span.end], is_shared=True)
        at = span.end
    if at < end:
        yield Stretch(content[at:end], is_shared=False)
