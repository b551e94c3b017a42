"""Evidence in a message with a newer version: the old place of its words, and the new one."""

from dataclasses import dataclass

from aligner_core import AlignedEvidence, FailedEvidence
from review.aligner import aligner_for
from review.models import Message, Quote


@dataclass(frozen=True, slots=True)
class Drift:
    """The message a quote is aligned to, its newest version, and the outcome of aligning the same words to that.

    Nothing is stored until a person confirms the new place.
    """

    before: Message
    after: Message
    place: AlignedEvidence | FailedEvidence


def drift_of(quote: Quote) -> Drift | None:
    """Return how a quote has drifted; None if it was not found or its message has no newer version."""
    current = quote.current
    if current is None or not current.aligned or current.message is None:
        return None
    before = current.message
    after = before.session.current_messages(index=before.index).get()
    if after.pk == before.pk:
        return None
    place = aligner_for(before.session.project).align_quote(current.text, after.source_for(current.text))
    return Drift(before, after, place.model_copy(update={"message_index": after.index}))
