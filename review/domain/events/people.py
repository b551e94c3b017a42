"""Changes of projects, their members and accounts: events without a session, in the chain of the store."""

from typing import ClassVar

from review.domain.events._payload import Payload


class ProjectEvent(Payload):
    """An event about one project, named by its slug."""

    project: str


class MemberAdded(ProjectEvent):
    """A person became a member, through the `invitation` where there is one."""

    event_type: ClassVar[str] = "member_added"
    member: str
    role: str
    invitation: int | None


class RoleChanged(ProjectEvent):
    """A member was given another role, through the `invitation` where there is one."""

    event_type: ClassVar[str] = "role_changed"
    member: str
    from_role: str
    to_role: str
    invitation: int | None = None


class MemberRemoved(ProjectEvent):
    """A person is no longer a member; what they did stays."""

    event_type: ClassVar[str] = "member_removed"
    member: str
    role: str


class PolicyChanged(ProjectEvent):
    """A requirement of a project beyond the evidence was turned on or off."""

    event_type: ClassVar[str] = "policy_changed"
    policy: str
    on: bool


class StaleLimitChanged(ProjectEvent):
    """The number of days after which sources are stale was changed; with 0 none ever is."""

    event_type: ClassVar[str] = "stale_limit_changed"
    days: int


class AlignerChanged(ProjectEvent):
    """How the quotes of a project are aligned was changed; existing attempts stay as they are."""

    event_type: ClassVar[str] = "aligner_changed"
    fuzzy_threshold: float
    max_quote_length: int


class QueueWeightsChanged(ProjectEvent):
    """How early each kind of turn of the queue comes was changed; with 0 the queue does not offer it."""

    event_type: ClassVar[str] = "queue_weights_changed"
    weights: dict[str, int]


class InvitationMade(ProjectEvent):
    """A link was made that lets one person join in a role."""

    event_type: ClassVar[str] = "invitation_made"
    invitation: int
    role: str
    expires_at: str
    token_hash: str


class InvitationAccepted(ProjectEvent):
    """An account followed a link to a role that nobody may give alone: it has the role when it is confirmed."""

    event_type: ClassVar[str] = "invitation_accepted"
    invitation: int
    account: str


class InvitationConfirmed(ProjectEvent):
    """A second person confirmed the account that followed a link, in the role that it was invited to."""

    event_type: ClassVar[str] = "invitation_confirmed"
    invitation: int
    account: str


class InvitationRevoked(ProjectEvent):
    """A link was revoked before anybody used it, or before the account that followed it was confirmed."""

    event_type: ClassVar[str] = "invitation_revoked"
    invitation: int


class AccountDeactivated(Payload):
    """A person may no longer log in."""

    event_type: ClassVar[str] = "account_deactivated"
    account: str


class AccountActivated(Payload):
    """A person may log in again."""

    event_type: ClassVar[str] = "account_activated"
    account: str


class PasswordChanged(Payload):
    """A password was changed.

    `password` is a digest of the salted hash and the name: without the store, no password can be tested against it.
    """

    event_type: ClassVar[str] = "password_changed"
    account: str
    password: str


class RightsChanged(Payload):
    """The rights of a person in the admin changed; `permissions` are their own and those of their groups."""

    event_type: ClassVar[str] = "rights_changed"
    account: str
    staff: bool
    superuser: bool
    permissions: list[str]


class AccountMade(RightsChanged):
    """An account was made, with these rights; `invited_by` made it or the link, None for a command."""

    event_type: ClassVar[str] = "account_made"
    active: bool
    password: str
    invited_by: str | None


class AccountConfirmed(Payload):
    """Staff confirmed that an account is another person than those who invited or made it."""

    event_type: ClassVar[str] = "account_confirmed"
    account: str


class LogInsHeldBack(Payload):
    """There were too many tries to log in; recorded once while they last, and without names that do not exist."""

    event_type: ClassVar[str] = "log_ins_held_back"
    account: str | None


PEOPLE_PAYLOADS: tuple[type[Payload], ...] = (
    MemberAdded,
    RoleChanged,
    MemberRemoved,
    PolicyChanged,
    StaleLimitChanged,
    AlignerChanged,
    QueueWeightsChanged,
    InvitationMade,
    InvitationAccepted,
    InvitationConfirmed,
    InvitationRevoked,
    AccountDeactivated,
    AccountActivated,
    PasswordChanged,
    AccountMade,
    AccountConfirmed,
    RightsChanged,
    LogInsHeldBack,
)
