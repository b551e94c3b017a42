"""The decisions on an entry: moved, refused, rejected, taken back; by itself or as one of a batch."""

from typing import ClassVar

from review.domain.events._payload import Outcome, Payload
from review.domain.lineage import SecondPerson


class StageMoved(Payload):
    """The stage of an entry before and after."""

    from_stage: str
    to_stage: str


class EntryPromoted(StageMoved):
    """An entry moved up by one stage; `proofs` are the digests of its evidence. Certifying requires the password again.

    `goal` is the stage that the person chose: on the way to it there is an event for each step, all of one act.
    `claim_version` is the claim that was promoted. `switches` are those of the project that were on when it was
    verified; None for a move to another stage. `second_persons` are the other accounts whose acts the step asked about,
    as they stood to the actor.
    """

    event_type: ClassVar[str] = "entry_promoted"
    goal: str
    proofs: list[Outcome]
    reauthenticated_at: str | None = None
    claim_version: int
    switches: list[str] | None
    second_persons: list[SecondPerson]


class PromotedInBatch(EntryPromoted):
    """An entry moved up in a `batch`, for the reason of the batch."""

    batch: str
    reason: str


class PromotionRefused(StageMoved):
    """An entry was not allowed to move up; `second_persons` are as in a promotion, also those that counted as one."""

    event_type: ClassVar[str] = "promotion_refused"
    reasons: list[str]
    second_persons: list[SecondPerson]


class RefusedInBatch(PromotionRefused):
    """An entry of a `batch` was not allowed to move up."""

    batch: str
    reason: str


class EntryDemoted(StageMoved):
    """An entry went back to candidate: a person gave a reason, or the messages of the `drifted` quotes changed."""

    event_type: ClassVar[str] = "entry_demoted"
    reason: str
    drifted: list[int]


class EntryRejected(Payload):
    """An entry left every queue."""

    event_type: ClassVar[str] = "entry_rejected"
    stage: str
    reason: str


class RejectedInBatch(EntryRejected):
    """An entry left every queue in a `batch`."""

    batch: str


class EntryReopened(Payload):
    """A rejected entry was reopened."""

    event_type: ClassVar[str] = "entry_reopened"
    stage: str


class DecisionReverted(Payload):
    """A person took back their latest decision: the event with the id `reverts`, of the type `undone`, is void."""

    event_type: ClassVar[str] = "decision_reverted"
    reverts: str
    undone: str
    stage: str


class RevertedInBatch(DecisionReverted):
    """A decision was taken back with the others of its `batch`, however long ago it was made."""

    batch: str
