"""Evidence whose message has a newer version: where its words stood, and where they would stand now."""

from dataclasses import dataclass

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence
from review.models import Message, Quote
from review.selectors.sources import current_messages


@dataclass(frozen=True, slots=True)
class Drift:
    """The message a quote is aligned to, its newest version, and what looking there for the same words comes to.

    Nothing of it is stored until a person confirms the place.
    """

    before: Message
    after: Message
    place: AlignedEvidence | FailedEvidence


def drift_of(quote: Quote) -> Drift | None:
    """Say how far a quote's evidence drifted; None when its message is the newest, or when it was not found at all."""
    current = quote.current
    if current is None or not current.aligned or current.message is None:
        return None
    before = current.message
    after = current_messages(before.session, index=before.index).get()
    if after.pk == before.pk:
        return None
    place = EvidenceAligner().align_quote(current.text, after.content)
    return Drift(before, after, place.model_copy(update={"message_index": after.index}))
