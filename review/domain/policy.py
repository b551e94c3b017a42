"""The promotion gate: one pure decision, shared by pages, admin and commands. No ORM, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from aligner_core import Judgement
from review.domain.lineage import SecondPerson


class Stage(StrEnum):
    """How far an entry has been promoted."""

    RAW = "raw"
    WORKING = "working"
    CANDIDATE = "candidate"
    VERIFIED = "verified"
    CERTIFIED = "certified"


class Reason(StrEnum):
    """Why a promotion is refused."""

    NO_EVIDENCE = "no_evidence"
    EVIDENCE_NOT_ALIGNED = "evidence_not_aligned"
    AMBIGUOUS_EVIDENCE = "ambiguous_evidence"
    UNACKNOWLEDGED_DIFFERENCES = "unacknowledged_differences"
    BELOW_PROJECT_BAR = "below_project_bar"
    CLAIM_UNCONFIRMED = "claim_unconfirmed"
    DRIFTED_EVIDENCE = "drifted_evidence"
    PROOF_FAILED = "proof_failed"
    SAME_REVIEWER = "same_reviewer"
    NOT_PERMITTED = "not_permitted"
    NEEDS_PERSON = "needs_person"
    WRONG_STAGE = "wrong_stage"
    CONFLICT = "conflict"
    SOURCE_ROLE_UNEXPLAINED = "source_role_unexplained"
    INVENTED_SOURCE = "invented_source"
    STALE_SOURCE_UNACKNOWLEDGED = "stale_source_unacknowledged"


class PolicyItem(StrEnum):
    """The requirements that a project may add to those of the evidence; each is a switch of the project."""

    EXPLAIN_SOURCES = "explain_sources"
    TWO_REVIEWERS = "two_reviewers"
    SEPARATE_SPAN_AUTHOR = "separate_span_author"
    CLAIM_FACTS = "claim_facts"


EXPLAINABLE = frozenset({Reason.SOURCE_ROLE_UNEXPLAINED, Reason.STALE_SOURCE_UNACKNOWLEDGED})
"""The requirements that the person who promotes can meet by giving a reason."""
REFUSAL_TEXT = "Evidence alignment failed. Cannot promote to Verified."
UNVERIFIED = (Stage.RAW, Stage.WORKING, Stage.CANDIDATE)
"""The stages below verified; promoting from one to another needs no evidence."""


@dataclass(frozen=True, slots=True)
class QuoteFacts:
    """What the gate needs to know about one quote.

    `asks_claim` is whether the claim has to be confirmed, since a person replaced or withdrew the words that it was
    written from. `below_bar` is whether it was found fuzzily with a similarity below the bar that its project has now.
    `chosen_by_actor` is whether the actor, or an account that counts as one with theirs, chose its words.
    """

    position: int
    counts: bool = True
    aligned: bool = True
    ambiguous: bool = False
    drifted: bool = False
    open_differences: bool = False
    below_bar: bool = False
    asks_claim: bool = False
    proven: bool = True
    from_user: bool = True
    chosen_by_actor: bool = False


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """What the gate needs to know about the sources of an answer.

    `invented` counts the labels that no chunk has and nobody corrected; `rests_on_stale` is true when the answer quotes
    or cites a stale chunk without saying so; `stale` are the positions of the quotes from stale chunks.
    """

    invented: int = 0
    rests_on_stale: bool = False
    stale: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the gate needs to know about an entry, read and re-checked just now.

    `claim_answered` is whether a person confirmed the current claim for the words that count; `claim_facts` is whether
    these words have the facts of the claim, judged only where the project waits for them. `asked` is what its
    project requires beyond the evidence; `explained` are the requirements for which the actor gave a reason; `approved`
    is whether another person approved the evidence as it is. `written_by_actor` is whether the actor wrote the claim or
    added the entry. An account that counts as one person with the actor's is the actor; `second_persons` are the other
    accounts that these two requirements ask about.
    """

    stage: Stage
    rejected: bool
    quotes: tuple[QuoteFacts, ...]
    claim_answered: bool = False
    claim_facts: Judgement | None = None
    asked: frozenset[PolicyItem] = frozenset()
    explained: frozenset[Reason] = frozenset()
    approved: bool = False
    written_by_actor: bool = False
    answer: AnswerFacts | None = None
    second_persons: tuple[SecondPerson, ...] = ()

    @property
    def asks_people(self) -> bool:
        """Whether statements of people on the entry matter."""
        return bool(self.asked - {PolicyItem.CLAIM_FACTS}) or self.answer is not None


@dataclass(frozen=True, slots=True)
class ActorFacts:
    """What the gate needs to know about the actor; `reauthenticated` means just now, for this step.

    `verifier` is another account that verified the entry. `is_verifier` is whether the actor did, or that account
    counts as one person with the actor's. `is_program` is whether a program acts with the actor's token, in a project
    where only people verify and make statements.
    """

    may_review: bool
    may_certify: bool = False
    may_override: bool = False
    is_verifier: bool = False
    reauthenticated: bool = False
    is_program: bool = False
    verifier: SecondPerson | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the promotion checklist: met, or missed by the quotes at `culprits`; `item` is that of the policy.

    One that nobody asked, as there was nothing to judge, stops nothing and is shown as neither met nor missed.
    """

    reason: Reason
    met: bool
    asked: bool = True
    culprits: tuple[int, ...] = ()
    item: PolicyItem | None = None


@dataclass(frozen=True, slots=True)
class Granted:
    """The entry may move."""

    to: Stage


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry may not move, and why."""

    to: Stage
    reasons: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """The sentence of the specification where evidence is not aligned, else the codes."""
        return REFUSAL_TEXT if Reason.EVIDENCE_NOT_ALIGNED in self.reasons else ", ".join(self.reasons)


Decision = Granted | Refused


def requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """Return the requirements of a verification, each met or missed: of the evidence, then of the policy."""
    return (*evidence_requirements(facts), *policy_requirements(facts))


def evidence_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """Return the requirements of the evidence, which no policy waives and nobody can override."""
    counting = [quote for quote in facts.quotes if quote.counts]
    aligned = [quote for quote in counting if quote.aligned]
    missed = {
        Reason.EVIDENCE_NOT_ALIGNED: [quote for quote in counting if not quote.aligned],
        Reason.PROOF_FAILED: [quote for quote in aligned if not quote.proven],
        Reason.AMBIGUOUS_EVIDENCE: [quote for quote in aligned if quote.ambiguous],
        Reason.DRIFTED_EVIDENCE: [quote for quote in aligned if quote.drifted],
        Reason.UNACKNOWLEDGED_DIFFERENCES: [quote for quote in aligned if quote.open_differences],
        Reason.BELOW_PROJECT_BAR: [quote for quote in aligned if quote.below_bar],
    }
    judged = dict.fromkeys(missed, aligned) | {Reason.EVIDENCE_NOT_ALIGNED: counting}
    return (
        Requirement(Reason.NO_EVIDENCE, met=bool(counting)),
        *(
            Requirement(reason, not quotes, bool(judged[reason]), tuple(quote.position for quote in quotes))
            for reason, quotes in missed.items()
        ),
        _claim_requirement(facts),
        *_invented_requirements(facts),
    )


def policy_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """Return the requirements of the project beyond the evidence."""
    aligned = [quote for quote in facts.quotes if quote.counts and quote.aligned]
    from_user = not aligned or any(quote.from_user for quote in aligned)
    chosen = tuple(quote.position for quote in aligned if quote.chosen_by_actor)
    is_separate = not chosen and not facts.written_by_actor
    unexplained, same = Reason.SOURCE_ROLE_UNEXPLAINED, Reason.SAME_REVIEWER
    possible = (
        Requirement(
            unexplained,
            met=from_user or unexplained in facts.explained,
            asked=bool(aligned),
            item=PolicyItem.EXPLAIN_SOURCES,
        ),
        Requirement(same, met=facts.approved, item=PolicyItem.TWO_REVIEWERS),
        Requirement(same, met=is_separate, culprits=chosen, item=PolicyItem.SEPARATE_SPAN_AUTHOR),
    )
    asked = tuple(requirement for requirement in possible if requirement.item in facts.asked)
    return (*_stale_requirements(facts), *asked)


def _claim_requirement(facts: EntryFacts) -> Requirement:
    """Return whether a claim is confirmed, which is required if its words were replaced or withdrawn, or lack facts.

    Facts that were not judged to the end count as lacking. Nobody asked where neither people nor the facts had to
    answer.
    """
    asking = tuple(quote.position for quote in facts.quotes if quote.asks_claim)
    judged = facts.claim_facts if PolicyItem.CLAIM_FACTS in facts.asked else None
    met = facts.claim_answered or not (asking or (judged is not None and not judged))
    return Requirement(
        Reason.CLAIM_UNCONFIRMED, met, asked=bool(asking) or judged is not None, culprits=() if met else asking
    )


def decide_answer(facts: EntryFacts, *, actor: ActorFacts) -> Decision:
    """Return whether a person may confirm or correct a claim: not of a verified, certified or rejected entry."""
    if not actor.may_review:
        return Refused(facts.stage, (Reason.NOT_PERMITTED,))
    if facts.rejected or facts.stage in {Stage.VERIFIED, Stage.CERTIFIED}:
        return Refused(facts.stage, (Reason.WRONG_STAGE,))
    return Granted(facts.stage)


def _invented_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """Return the requirement of an answer that every source it cites is one of the chunks, or was corrected."""
    answer = facts.answer
    return () if answer is None else (Requirement(Reason.INVENTED_SOURCE, met=not answer.invented),)


def _stale_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """Return the requirement that an answer states that its sources are stale, or the actor explains their use."""
    answer, stale = facts.answer, Reason.STALE_SOURCE_UNACKNOWLEDGED
    if answer is None:
        return ()
    met = not answer.rests_on_stale or stale in facts.explained
    return (Requirement(stale, met=met, culprits=() if met else answer.stale),)


def steps_between(came_from: Stage, to: Stage) -> tuple[tuple[Stage, Stage], ...]:
    """Return the steps of a promotion, from stage to stage; none when it would not move up.

    >>> [(str(step[0]), str(step[1])) for step in steps_between(Stage.RAW, Stage.CANDIDATE)]
    [('raw', 'working'), ('working', 'candidate')]
    """
    stages = list(Stage)
    return tuple(pairwise(stages[stages.index(came_from) : stages.index(to) + 1]))


def unmet(checked: Iterable[Requirement]) -> tuple[Reason, ...]:
    """Return the reasons of the requirements that are missed, each once."""
    return tuple(dict.fromkeys(requirement.reason for requirement in checked if not requirement.met))


def decide(facts: EntryFacts, *, to: Stage, actor: ActorFacts) -> Decision:
    """Return whether an entry may move up to a stage, through those between; a refusal names every unmet requirement.

    Only the last step can be refused: those below verified need no evidence, and nothing but verified is certified.
    """
    if not actor.may_review:
        return Refused(to, (Reason.NOT_PERMITTED,))
    if facts.rejected:
        return Refused(to, (Reason.WRONG_STAGE,))
    if facts.stage in UNVERIFIED and to in UNVERIFIED and steps_between(facts.stage, to):
        return Granted(to)
    if facts.stage in UNVERIFIED and to is Stage.VERIFIED:
        return _decided(to, (*_of_program(actor), *unmet(requirements(facts))))
    if (facts.stage, to) == (Stage.VERIFIED, Stage.CERTIFIED):
        return _decided(to, _obstacles_to_certify(facts, actor))
    return Refused(to, (Reason.WRONG_STAGE,))


def decide_approval(facts: EntryFacts, *, actor: ActorFacts) -> Decision:
    """Return whether a person may approve an entry, so that another one may verify it: the evidence has to hold."""
    stage = facts.stage
    if not actor.may_review:
        return Refused(stage, (Reason.NOT_PERMITTED,))
    if facts.rejected or stage not in UNVERIFIED or PolicyItem.TWO_REVIEWERS not in facts.asked:
        return Refused(stage, (Reason.WRONG_STAGE,))
    return _decided(stage, (*_of_program(actor), *unmet(evidence_requirements(facts))))


def decide_override(facts: EntryFacts, *, actor: ActorFacts) -> Decision:
    """Return whether a person may verify despite what only the project requires; evidence cannot be overridden."""
    to = Stage.VERIFIED
    if not actor.may_override:
        return Refused(to, (Reason.NOT_PERMITTED,))
    listed = requirements(facts)
    if (
        facts.rejected
        or facts.stage not in UNVERIFIED
        or not unmet(requirement for requirement in listed if requirement.item)
    ):
        return Refused(to, (Reason.WRONG_STAGE,))
    return _decided(to, (*_of_program(actor), *unmet(requirement for requirement in listed if not requirement.item)))


def _of_program(actor: ActorFacts) -> tuple[Reason, ...]:
    return (Reason.NEEDS_PERSON,) if actor.is_program else ()


def _obstacles_to_certify(facts: EntryFacts, actor: ActorFacts) -> tuple[Reason, ...]:
    if not (actor.may_certify and actor.reauthenticated):
        return (Reason.NOT_PERMITTED,)
    same = (Reason.SAME_REVIEWER,) if actor.is_verifier else ()
    return (*same, *unmet(evidence_requirements(facts)))


def _decided(to: Stage, reasons: tuple[Reason, ...]) -> Decision:
    return Refused(to, reasons) if reasons else Granted(to)
