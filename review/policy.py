"""The promotion gate: one pure decision, used by page, admin and commands alike. No ORM, no clock."""

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


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the gate needs to know about an entry, read and re-checked just now."""

    stage: Stage
    rejected: bool
    quotes: tuple[QuoteFacts, ...]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the promotion checklist: met, or missed by the quotes at *culprits*."""

    reason: Reason
    met: bool
    culprits: tuple[int, ...] = ()


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
    """List what a verified entry needs of its evidence, each met or missed."""
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
    )


def decide(facts: EntryFacts, *, to: Stage, permitted: bool) -> Decision:
    """Say whether an entry may move to a stage; every unmet requirement is named."""
    if not permitted:
        return Refused(to, (Reason.NOT_PERMITTED,))
    if facts.rejected:
        return Refused(to, (Reason.WRONG_STAGE,))
    if (facts.stage, to) in FREE_STEPS:
        return Granted(to)
    if (facts.stage, to) == (Stage.CANDIDATE, Stage.VERIFIED):
        reasons = tuple(requirement.reason for requirement in requirements(facts) if not requirement.met)
        return Refused(to, reasons) if reasons else Granted(to)
    if (facts.stage, to) == (Stage.VERIFIED, Stage.CERTIFIED):
        return Refused(to, (Reason.NOT_PERMITTED,))
    return Refused(to, (Reason.WRONG_STAGE,))
