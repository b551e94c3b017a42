"""What is done to many entries at once, and what holds one of them back before the gate is asked."""

from dataclasses import dataclass
from enum import StrEnum

from review.domain.policy import Reason, Stage


class BatchKind(StrEnum):
    """What a batch does with each of its entries, or with one failed quote of each."""

    VERIFY = "verify"
    CANDIDATE = "candidate"
    PROMOTE = "promote"
    REJECT = "reject"
    FIX = "fix"


class Held(StrEnum):
    """Why an entry that the gate would let pass is left as it is."""

    UNREAD = "unread"
    LEASED = "leased"
    CHANGE = "change"


class ItemState(StrEnum):
    """How far a batch is with one entry: it waits, was left out, done, refused, taken back, or kept as it is now."""

    WAITING = "waiting"
    LEFT = "left"
    DONE = "done"
    REFUSED = "refused"
    REVERTED = "reverted"
    KEPT = "kept"


TARGETS = {BatchKind.VERIFY: Stage.VERIFIED, BatchKind.CANDIDATE: Stage.CANDIDATE}
"""Where the entries of a batch go; those that are promoted by one stage go on from their own."""
STAYS = frozenset[str]({*Held, Reason.WRONG_STAGE})
"""Why entries stay as they are although nothing is wrong with their evidence; any other reason blocks them."""


@dataclass(frozen=True, slots=True)
class InBatch:
    """What decisions that are made at once have in common: a name of their own, and the reason for all of them.

    `reverts` is the id of the event that one of them takes back.
    """

    name: str
    reason: str = ""
    reverts: str = ""
