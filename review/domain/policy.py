"""The promotion gate: one pure decision, used by page, admin and commands alike. No ORM, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """How far an entry has come."""

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
    DRIFTED_EVIDENCE = "drifted_evidence"
    PROOF_FAILED = "proof_failed"
    SAME_REVIEWER = "same_reviewer"
    NOT_PERMITTED = "not_permitted"
    WRONG_STAGE = "wrong_stage"
    CONFLICT = "conflict"
    SOURCE_ROLE_UNEXPLAINED = "source_role_unexplained"
    INVENTED_SOURCE = "invented_source"
    STALE_SOURCE_UNACKNOWLEDGED = "stale_source_unacknowledged"


class PolicyItem(StrEnum):
    """What a project may ask of a promotion beyond the evidence; each is a switch of the project."""

    EXPLAIN_SOURCES = "explain_sources"
    TWO_REVIEWERS = "two_reviewers"
    SEPARATE_SPAN_AUTHOR = "separate_span_author"


EXPLAINABLE = frozenset({Reason.SOURCE_ROLE_UNEXPLAINED, Reason.STALE_SOURCE_UNACKNOWLEDGED})
"""What a reason of the person who promotes makes good."""
REFUSAL_TEXT = "Evidence alignment failed. Cannot promote to Verified."
FREE_STEPS = frozenset(
    {
        (Stage.RAW, Stage.WORKING),
        (Stage.RAW, Stage.CANDIDATE),
        (Stage.WORKING, Stage.CANDIDATE),
    }
)


@dataclass(frozen=True, slots=True)
class QuoteFacts:
    """What the gate needs to know about one quote."""

    position: int
    counts: bool = True
    aligned: bool = True
    ambiguous: bool = False
    drifted: bool = False
    open_differences: bool = False
    proven: bool = True
    said_by_user: bool = True
    selected_by_actor: bool = False


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """What the gate needs to know about the sources of an answer.

    `invented` counts the labels that no chunk has and nobody corrected; `rests_on_stale` is true when it quotes or
    names a stale chunk and does not say so itself, `stale` gives the positions of the quotes that stand in one.
    """

    invented: int = 0
    rests_on_stale: bool = False
    stale: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the gate needs to know about an entry, read and re-checked just now.

    `asked` is what its project asks beyond the evidence; `explained`, what who asks gave a reason for; `approved`,
    whether another person approved the evidence as it is.
    """

    stage: Stage
    rejected: bool
    quotes: tuple[QuoteFacts, ...]
    asked: frozenset[PolicyItem] = frozenset()
    explained: frozenset[Reason] = frozenset()
    approved: bool = False
    answer: AnswerFacts | None = None

    @property
    def asks_people(self) -> bool:
        """Say whether anything that people say of the entry counts."""
        return bool(self.asked) or self.answer is not None


@dataclass(frozen=True, slots=True)
class ActorFacts:
    """What the gate needs to know about who asks; *reauthenticated* means just now, for this very step."""

    may_review: bool
    may_certify: bool = False
    may_override: bool = False
    is_verifier: bool = False
    reauthenticated: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the promotion checklist: met, or missed by the quotes at *culprits*; an item is the project's own."""

    reason: Reason
    met: bool
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
        """Give the sentence of the contract where evidence is what is missing, else the codes."""
        return REFUSAL_TEXT if Reason.EVIDENCE_NOT_ALIGNED in self.reasons else ", ".join(self.reasons)


Decision = Granted | Refused


def requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """List what a verified entry needs, each met or missed: of its evidence, then what its project asks beyond."""
    return (*evidence_requirements(facts), *policy_requirements(facts))


def evidence_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """List what no policy lifts and nobody overrides."""
    counting = [quote for quote in facts.quotes if quote.counts]
    aligned = [quote for quote in counting if quote.aligned]
    missed = {
        Reason.EVIDENCE_NOT_ALIGNED: [quote for quote in counting if not quote.aligned],
        Reason.PROOF_FAILED: [quote for quote in aligned if not quote.proven],
        Reason.AMBIGUOUS_EVIDENCE: [quote for quote in aligned if quote.ambiguous],
        Reason.DRIFTED_EVIDENCE: [quote for quote in aligned if quote.drifted],
        Reason.UNACKNOWLEDGED_DIFFERENCES: [quote for quote in aligned if quote.open_differences],
    }
    return (
        Requirement(Reason.NO_EVIDENCE, met=bool(counting)),
        *(
            Requirement(reason, met=not quotes, culprits=tuple(quote.position for quote in quotes))
            for reason, quotes in missed.items()
        ),
        *_invented_requirements(facts),
    )


def policy_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """List what the project asks beyond the evidence."""
    aligned = [quote for quote in facts.quotes if quote.counts and quote.aligned]
    said_by_user = not aligned or any(quote.said_by_user for quote in aligned)
    selected = tuple(quote.position for quote in aligned if quote.selected_by_actor)
    unexplained, same = Reason.SOURCE_ROLE_UNEXPLAINED, Reason.SAME_REVIEWER
    listed = (
        Requirement(unexplained, met=said_by_user or unexplained in facts.explained, item=PolicyItem.EXPLAIN_SOURCES),
        Requirement(same, met=facts.approved, item=PolicyItem.TWO_REVIEWERS),
        Requirement(same, met=not selected, culprits=selected, item=PolicyItem.SEPARATE_SPAN_AUTHOR),
    )
    asked = tuple(requirement for requirement in listed if requirement.item in facts.asked)
    return (*_stale_requirements(facts), *asked)


def _invented_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """List what an answer has to keep: every source that it names is one of the chunks, or was corrected."""
    answer = facts.answer
    return () if answer is None else (Requirement(Reason.INVENTED_SOURCE, met=not answer.invented),)


def _stale_requirements(facts: EntryFacts) -> tuple[Requirement, ...]:
    """List what an answer on old sources has to keep: it says so itself, or who promotes says why they will do."""
    answer, stale = facts.answer, Reason.STALE_SOURCE_UNACKNOWLEDGED
    if answer is None:
        return ()
    met = not answer.rests_on_stale or stale in facts.explained
    return (Requirement(stale, met=met, culprits=() if met else answer.stale),)


def unmet(listed: Iterable[Requirement]) -> tuple[Reason, ...]:
    """Name the reasons of the requirements that are missed, each once."""
    return tuple(dict.fromkeys(requirement.reason for requirement in listed if not requirement.met))


def decide(facts: EntryFacts, *, to: Stage, actor: ActorFacts) -> Decision:
    """Say whether an entry may move to a stage; every unmet requirement is named."""
    if not actor.may_review:
        return Refused(to, (Reason.NOT_PERMITTED,))
    if facts.rejected:
        return Refused(to, (Reason.WRONG_STAGE,))
    if (facts.stage, to) in FREE_STEPS:
        return Granted(to)
    if (facts.stage, to) == (Stage.CANDIDATE, Stage.VERIFIED):
        return _decided(to, unmet(requirements(facts)))
    if (facts.stage, to) == (Stage.VERIFIED, Stage.CERTIFIED):
        return _decided(to, _obstacles_to_certify(facts, actor))
    return Refused(to, (Reason.WRONG_STAGE,))


def decide_approval(facts: EntryFacts, *, actor: ActorFacts) -> Decision:
    """Say whether a person may approve a candidate so that another one may verify it: its evidence has to hold."""
    stage = facts.stage
    if not actor.may_review:
        return Refused(stage, (Reason.NOT_PERMITTED,))
    if facts.rejected or stage != Stage.CANDIDATE or PolicyItem.TWO_REVIEWERS not in facts.asked:
        return Refused(stage, (Reason.WRONG_STAGE,))
    return _decided(stage, unmet(evidence_requirements(facts)))


def decide_override(facts: EntryFacts, *, actor: ActorFacts) -> Decision:
    """Say whether a person may verify past what only the project asks; evidence cannot be overridden."""
    to = Stage.VERIFIED
    if not actor.may_override:
        return Refused(to, (Reason.NOT_PERMITTED,))
    listed = requirements(facts)
    if facts.rejected or facts.stage != Stage.CANDIDATE or not unmet(one for one in listed if one.item):
        return Refused(to, (Reason.WRONG_STAGE,))
    return _decided(to, unmet(one for one in listed if not one.item))


def _obstacles_to_certify(facts: EntryFacts, actor: ActorFacts) -> tuple[Reason, ...]:
    if not (actor.may_certify and actor.reauthenticated):
        return (Reason.NOT_PERMITTED,)
    same = (Reason.SAME_REVIEWER,) if actor.is_verifier else ()
    return (*same, *unmet(evidence_requirements(facts)))


def _decided(to: Stage, reasons: tuple[Reason, ...]) -> Decision:
    return Refused(to, reasons) if reasons else Granted(to)
