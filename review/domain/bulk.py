"""The kinds of batches, the states of their items, and the reasons that hold an entry back before the gate."""

from dataclasses import dataclass
from enum import StrEnum

from review.domain.policy import Reason, Stage


class BatchKind(StrEnum):
    """The action of a batch on each of its entries, or on one failed quote of each."""

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
    """The state of one item of a batch: waiting, left out, done, refused, taken back, or kept as it is now."""

    WAITING = "waiting"
    LEFT = "left"
    DONE = "done"
    REFUSED = "refused"
    REVERTED = "reverted"
    KEPT = "kept"


TARGETS = {BatchKind.VERIFY: Stage.VERIFIED, BatchKind.CANDIDATE: Stage.CANDIDATE}
"""The stage to which a kind of batch moves entries; a promotion by one stage starts from that of each entry."""
STAYS = frozenset[str]({*Held, Reason.WRONG_STAGE})
"""Why entries stay as they are although nothing is wrong with their evidence; any other reason blocks them."""


@dataclass(frozen=True, slots=True)
class InBatch:
    """The name and the reason that all decisions of a batch share.

    `reverts` is the id of the event that one of them takes back.
    """

    name: str
    reason: str = ""
    reverts: str = ""
