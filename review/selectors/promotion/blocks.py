"""Whether the gate would refuse to verify an entry for anybody, why, and which of its quotes failed."""

from collections.abc import Sequence
from dataclasses import dataclass

from review.domain.policy import EntryFacts, Reason, Refused, Stage, requirements, unmet
from review.models import ABOVE_CANDIDATE, Entry, Quote, Standing
from review.selectors.promotion.gate_facts import facts_of, quotes_of


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
    return promotion_blocks([entry], quotes_of([entry]))[entry.pk]


def _reasons(entry: Entry, facts: EntryFacts) -> tuple[Reason, ...]:
    if entry.rejected_at is not None:
        return (Reason.WRONG_STAGE,)
    return () if entry.stage in ABOVE_CANDIDATE else unmet(requirements(facts))


def _has_failed(quote: Quote) -> bool:
    """Return whether a quote was not found, or was withdrawn as invented."""
    if quote.standing == Standing.WITHDRAWN:
        return True
    return quote.counts and (quote.current is None or not quote.current.aligned)


def promotion_blocks(entries: Sequence[Entry], quotes: Sequence[Quote]) -> dict[int, PromotionBlock]:
    """Return what blocks each of several entries, by their keys; *quotes* are theirs, with their attempts and messages.

    The number of queries is constant.
    """
    facts = facts_of(entries, actor=None, quotes=quotes)
    failed: dict[int, list[str]] = {entry.pk: [] for entry in entries}
    for quote in sorted(quotes, key=lambda one: one.position):
        if _has_failed(quote):
            failed[quote.entry_id].append(quote.text)
    return {entry.pk: PromotionBlock(_reasons(entry, facts[entry.pk]), tuple(failed[entry.pk])) for entry in entries}
