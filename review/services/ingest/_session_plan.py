"""The changes that receiving an upload would make, and those that it made. Private to the services."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from review.models import Message, ReviewSession
from review.models.sessions import short_name


class SessionChange(StrEnum):
    """How an uploaded session relates to the stored one."""

    NEW = "new"
    IDENTICAL = "identical"
    SHORTER = "shorter"
    LONGER = "longer"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The changes that receiving a session would make.

    `added` messages would be stored, in `session` or, where that is None, in a new one; the `changed` messages would
    get a newer version, and the entries with the keys `demoted` would no longer be verified. `stored` are the messages
    that the session has.
    """

    change: SessionChange
    session_id: str
    added: int
    session: ReviewSession | None
    changed: tuple[int, ...] = ()
    demoted: tuple[int, ...] = ()
    stored: Sequence[Message] = field(default=(), repr=False, compare=False)

    @property
    def name(self) -> str:
        """The id of the session, as it is shown."""
        return short_name(self.session_id)

    @property
    def consequences(self) -> str:
        """The irreversible consequences, in a form to compare: a person confirms no more than they were shown."""
        return f"{','.join(map(str, self.changed))}/{len(self.demoted)}"


@dataclass(frozen=True, slots=True)
class SessionReceipt:
    """The changes that receiving a session made; `demoted` are the keys of the entries that are no longer verified.

    `messages` are all that it has now, where the transaction knows them: none of them changed.
    """

    session: ReviewSession
    change: SessionChange
    added: int
    changed: tuple[int, ...] = ()
    demoted: tuple[int, ...] = ()
    messages: Sequence[Message] = field(default=(), repr=False, compare=False)
