"""The clicks that set a quote right, as a page offers them and a form asks for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aligner_core import AlignedEvidence, Fix
from aligner_core.fixes import FixKind, whole_words
from review.badges import badge

OfferKind = FixKind | Literal["extend"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One click: what it does, and the evidence of every quote it leaves."""

    name: str
    kind: OfferKind
    outcomes: tuple[AlignedEvidence, ...]
    before: str = ""
    behind: str = ""

    @property
    def text(self) -> str:
        """Give the words that will be looked for."""
        return self.outcomes[0].quote

    @property
    def message_index(self) -> int:
        """Name the message they will be looked for in."""
        return self.outcomes[0].message_index

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """Give the words and the message of every quote it leaves."""
        return tuple((one.quote, one.message_index) for one in self.outcomes)

    @property
    def badges(self) -> list[tuple[str, str]]:
        """Give method and letters of every quote it leaves."""
        return [(one.match_method, badge(one.match_method, similarity=one.similarity)) for one in self.outcomes]


def offers_of(fixes: Sequence[Fix]) -> tuple[Offer, ...]:
    """Name the fixes, the likeliest first, for the form that asks for one."""
    return tuple(Offer(f"{fix.kind}-{number}", fix.kind, fix.evidence) for number, fix in enumerate(fixes))


def extension(evidence: AlignedEvidence, content: str) -> tuple[Offer, ...]:
    """Offer the rest of the words that a span cuts, as more of the quote."""
    whole = whole_words(content, evidence.span)
    before = content[whole.start : evidence.span_start]
    behind = content[evidence.span_end : whole.end]
    if not before + behind:
        return ()
    words = evidence.model_copy(update={"quote": f"{before}{evidence.quote}{behind}"})
    return (Offer("extend", "extend", (words,), before=before, behind=behind),)
