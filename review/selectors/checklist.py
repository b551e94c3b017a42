"""The promotion checklist: what is met and missed, what people said to it, and what the reader may do about it."""

from collections.abc import Mapping
from dataclasses import dataclass

from review import policy
from review.models import Approval, Entry, Explanation, Override
from review.policy import EXPLAINABLE, ActorFacts, EntryFacts, Granted, PolicyItem, Requirement, Stage
from review.selectors.access import Person
from review.selectors.cards import QuoteCard
from review.selectors.gate import actor_facts, entry_facts
from review.selectors.statements import approvals_of, explanations_of, fingerprint_of


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """One requirement of the gate with the quotes that miss it, and what people said to it."""

    requirement: Requirement
    culprits: tuple[QuoteCard, ...]
    explanations: tuple[Explanation, ...] = ()
    approvals: tuple[Approval, ...] = ()

    @property
    def is_explainable(self) -> bool:
        """Say whether a reason makes it good."""
        return self.requirement.reason in EXPLAINABLE and not self.requirement.met


@dataclass(frozen=True, slots=True)
class Checklist:
    """What a verified entry needs, as it stands for one reader, and which steps are open to that reader."""

    lines: tuple[ChecklistLine, ...]
    reader: ActorFacts
    may_approve: bool
    may_override: bool
    overrides: tuple[Override, ...]

    @property
    def open_lines(self) -> tuple[ChecklistLine, ...]:
        """Give what still keeps the entry from being verified."""
        return tuple(line for line in self.lines if not line.requirement.met)

    @property
    def needs_approval(self) -> bool:
        """Say whether the reader could not verify for want of another person's approval."""
        return any(line.requirement.item is PolicyItem.TWO_REVIEWERS for line in self.open_lines)


def checklist_of(entry: Entry, cards: Mapping[int, QuoteCard], *, reader: Person) -> Checklist:
    """Read the checklist of an entry; what a verified entry rests on is what its verifier said and was told."""
    actor = entry.verified_by or reader
    facts, asking = entry_facts(entry, actor=actor), actor_facts(reader, entry)
    fingerprint = fingerprint_of(entry) if facts.asks_people else ""
    approvals = approvals_of(entry, fingerprint) if PolicyItem.TWO_REVIEWERS in facts.asked else ()
    has_approved = any(one.actor_id == reader.pk for one in approvals)
    return Checklist(
        lines=_lines(facts, cards, approvals, explanations_of(entry, fingerprint) if facts.asks_people else ()),
        reader=asking,
        may_approve=not has_approved and isinstance(policy.decide_approval(facts, actor=asking), Granted),
        may_override=isinstance(policy.decide_override(facts, actor=asking), Granted),
        overrides=tuple(entry.overrides.select_related("actor")),
    )


def _lines(
    facts: EntryFacts,
    cards: Mapping[int, QuoteCard],
    approvals: tuple[Approval, ...],
    explanations: tuple[Explanation, ...],
) -> tuple[ChecklistLine, ...]:
    return tuple(
        ChecklistLine(
            requirement,
            tuple(cards[position] for position in requirement.culprits),
            explanations=tuple(one for one in explanations if one.requirement == requirement.reason),
            approvals=approvals if requirement.item is PolicyItem.TWO_REVIEWERS else (),
        )
        for requirement in policy.requirements(facts)
    )


def next_stages(entry: Entry) -> tuple[Stage, ...]:
    """List where an entry may be asked to go from its stage, the usual step first."""
    if entry.rejected_at is not None:
        return ()
    match Stage(entry.stage):
        case Stage.RAW:
            return (Stage.CANDIDATE, Stage.WORKING)
        case Stage.WORKING:
            return (Stage.CANDIDATE,)
        case Stage.CANDIDATE:
            return (Stage.VERIFIED,)
        case _:
            return ()
