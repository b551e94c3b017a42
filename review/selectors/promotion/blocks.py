"""Whether the gate would refuse to verify an entry for anybody, why, and which of its quotes failed."""

from dataclasses import dataclass

from review.domain.policy import Reason, Refused, Stage, requirements, unmet
from review.models import ABOVE_CANDIDATE, Entry, Quote, Standing
from review.selectors.promotion.gate_facts import entry_facts


@dataclass(frozen=True, slots=True)
class PromotionBlock:
    """The promotion block that every output of an entry states; `reasons` are empty when nothing blocks it."""

    reasons: tuple[Reason, ...]
    failed_quotes: tuple[str, ...]

    @property
    def blocked(self) -> bool:
        """Whether the entry cannot be verified as it is."""
        return bool(self.reasons)

    @property
    def reason(self) -> str:
        """The text of the refusal (specification 4.6.3); empty where there is none."""
        return Refused(Stage.VERIFIED, self.reasons).text


def promotion_block(entry: Entry) -> PromotionBlock:
    """Return what blocks an entry, by the gate's own decision; a verified entry is not blocked any more.

    Requirements that depend on the person count as unmet, such as differences each person has to acknowledge.
    """
    quotes = list(entry.quotes.select_related("current").order_by("position"))
    return PromotionBlock(_reasons(entry), tuple(quote.text for quote in quotes if _has_failed(quote)))


def _reasons(entry: Entry) -> tuple[Reason, ...]:
    if entry.rejected_at is not None:
        return (Reason.WRONG_STAGE,)
    return () if entry.stage in ABOVE_CANDIDATE else unmet(requirements(entry_facts(entry)))


def _has_failed(quote: Quote) -> bool:
    """Return whether a quote was not found, or was withdrawn as invented."""
    if quote.standing == Standing.WITHDRAWN:
        return True
    return quote.counts and (quote.current is None or not quote.current.aligned)
