"""What operations answer of what is wrong with a claim."""

from typing import Literal

from aligner_core.guards import Reason
from review.api.wire import Wire
from review.selectors.promotion.claim_facts import Mark
from review.wording import mark_sentence


class MarkedWordsWire(Wire):
    """Words of the evidence: the quote that they are of, and the message that they are in."""

    quote: int
    message_index: int | None
    text: str


class ReasonWire(Wire):
    """What is wrong with [start, end) of a claim; `sentence` tells it in the language of the caller.

    `missing` is what the evidence lacks or says otherwise, `said` what is no statement, and `nearby` what only messages
    around the evidence have.
    """

    kind: str
    level: Literal["missing", "said", "nearby"]
    text: str
    start: int
    end: int
    sentence: str


class ClaimMarkWire(ReasonWire):
    """What is wrong with the claim of an entry, the words of its evidence, and the messages nearby that have it."""

    words: list[MarkedWordsWire]
    near: list[int]


def mark_wire(mark: Mark) -> ClaimMarkWire:
    """Return what is answered of a mark."""
    words = [MarkedWordsWire(quote=one.quote.pk, message_index=one.index, text=one.text) for one in mark.places]
    return ClaimMarkWire(**_fields(mark.reason, mark), words=words, near=list(mark.near))


def reason_wire(reason: Reason) -> ReasonWire:
    """Return what is answered of a reason; its places are those of the fact in the report."""
    return ReasonWire(**_fields(reason, Mark(reason)))


def _fields(reason: Reason, mark: Mark) -> dict[str, object]:
    return {
        "kind": reason.kind,
        "level": reason.level,
        "text": reason.text,
        "start": reason.start,
        "end": reason.end,
        "sentence": mark_sentence(mark),
    }
