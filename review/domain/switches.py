"""The switches of a project: what it requires of a promotion, and what it allows beyond that."""

from enum import StrEnum

from review.domain.policy import PolicyItem


class Allowance(StrEnum):
    """Permissions that a project may add; each is a switch of the project, off by default."""

    BULK_UNREAD = "bulk_unread"
    TOKENS_VERIFY = "tokens_verify"


Switch = PolicyItem | Allowance
SWITCHES: tuple[Switch, ...] = (*PolicyItem, *Allowance)
"""The switches that the managers of a project turn on and off."""


def switch_named(code: str) -> Switch:
    """Return the switch with a code; raise ValueError when there is none."""
    return Allowance(code) if code in set(Allowance) else PolicyItem(code)
