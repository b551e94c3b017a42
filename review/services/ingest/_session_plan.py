"""What an upload means for what is stored, and what receiving it did. Private to the services."""

from dataclasses import dataclass
from enum import StrEnum

from review.models import ReviewSession


class SessionChange(StrEnum):
    """What an uploaded session means for the stored one."""

    NEW = "new"
    IDENTICAL = "identical"
    SHORTER = "shorter"
    LONGER = "longer"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What receiving a session would do: *added* messages would be stored, in *session* or in a new one.

    *changed* messages would get a newer version, and so many entries would no longer be verified.
    """

    change: SessionChange
    session_id: str
    added: int
    session: ReviewSession | None
    changed: tuple[int, ...] = ()
    demoted: int = 0

    @property
    def consequences(self) -> str:
        """Write down what cannot be taken back: a person confirms no more than what they were shown."""
        return f"{','.join(map(str, self.changed))}/{self.demoted}"


@dataclass(frozen=True, slots=True)
class SessionReceipt:
    """What receiving a session did."""

    session: ReviewSession
    change: SessionChange
    added: int
    changed: tuple[int, ...] = ()
    demoted: int = 0
