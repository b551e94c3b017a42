"""Changes of projects, their members and accounts: events without a session, in the chain of the store."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from review.domain.events._payload import PersonText, Recorded, StoreEvent, Words
from review.domain.people_state import PeopleState, RecordedInvitation, Rights


class ProjectEvent(StoreEvent):
    """An event about one project, named by its slug."""

    project: str


class MemberAdded(ProjectEvent):
    """A person became a member, through the `invitation` where there is one."""

    event_type = "member_added"
    event_title = gettext_lazy("Member added")
    particulars = ("{member}", "{role:role}")
    member: str
    role: str
    invitation: int | None

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        _give(people, event, role=event["role"])


class RoleChanged(ProjectEvent):
    """A member was given another role, through the `invitation` where there is one."""

    event_type = "role_changed"
    event_title = gettext_lazy("Role changed")
    particulars = ("{member}", "{from_role:role} → {to_role:role}")
    member: str
    from_role: str
    to_role: str
    invitation: int | None = None

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        _give(people, event, role=event["to_role"])


class MemberRemoved(ProjectEvent):
    """A person is no longer a member; what they did stays."""

    event_type = "member_removed"
    event_title = gettext_lazy("Member removed")
    particulars = ("{member}", "{role:role}")
    member: str
    role: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.roles[event["project"], event["member"]] = None


class PolicyChanged(ProjectEvent):
    """A requirement of a project beyond the evidence was turned on or off."""

    event_type = "policy_changed"
    event_title = gettext_lazy("Policy changed")
    policy: str
    on: bool

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.policies[event["project"], event["policy"]] = event["on"]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield words.switch(event["policy"])
        yield _("on") if event["on"] else _("off")


class StaleLimitChanged(ProjectEvent):
    """The number of days after which sources are stale was changed; with 0 none ever is."""

    event_type = "stale_limit_changed"
    event_title = gettext_lazy("Limit of stale sources changed")
    days: int

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.stale_limits[event["project"]] = event["days"]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        days = event["days"]
        yield ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


class AlignerChanged(ProjectEvent):
    """How the quotes of a project are aligned was changed; existing attempts stay as they are."""

    event_type = "aligner_changed"
    event_title = gettext_lazy("How quotes are looked for was changed")
    particulars = ("≥ {fuzzy_threshold}", "≤ {max_quote_length}")
    fuzzy_threshold: float
    max_quote_length: int

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.aligners[event["project"]] = (event["fuzzy_threshold"], event["max_quote_length"])


class QueueWeightsChanged(ProjectEvent):
    """How early each kind of turn of the queue comes was changed; with 0 the queue does not offer it."""

    event_type = "queue_weights_changed"
    event_title = gettext_lazy("Order of the queue changed")
    weights: dict[str, int]

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.queue_weights[event["project"]] = event["weights"]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield from (f"{words.turn(turn)} {weight}" for turn, weight in event["weights"].items())


class ExtractorChanged(ProjectEvent):
    """How sessions of a project are extracted by a model was changed; without a model it is off."""

    event_type = "extractor_changed"
    event_title = gettext_lazy("Extractor changed")
    particulars = ("{protocol}", "{model}")
    protocol: str
    model: PersonText
    base_url: PersonText
    tokens_a_day: int
    idle_minutes: int

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        names = ("protocol", "model", "base_url", "tokens_a_day", "idle_minutes")
        people.extractors[event["project"]] = {name: event[name] for name in names}


class InvitationMade(ProjectEvent):
    """A link was made that lets one person join in a role."""

    event_type = "invitation_made"
    event_title = gettext_lazy("Invitation made")
    particulars = ("{role:role}",)
    invitation: int
    role: str
    expires_at: str
    token_hash: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.invitations[event["invitation"]] = RecordedInvitation(
            granted=(event["project"], event["role"]),
            made_by=event.actor,
            made_at=event.at,
            expires_at=datetime.fromisoformat(event["expires_at"]),
            token_hash=event["token_hash"],
        )


class InvitationAccepted(ProjectEvent):
    """An account followed a link to a role that nobody may give alone: it has the role when it is confirmed."""

    event_type = "invitation_accepted"
    event_title = gettext_lazy("Invitation followed")
    particulars = ("{account}",)
    invitation: int
    account: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accepted[event["invitation"]] = (event["account"], event.at)
        people.waiting.add(event["invitation"])


class InvitationConfirmed(ProjectEvent):
    """A second person confirmed the account that followed a link, in the role that it was invited to."""

    event_type = "invitation_confirmed"
    event_title = gettext_lazy("Account confirmed in a role")
    particulars = ("{account}",)
    invitation: int
    account: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.confirmed[event["invitation"]] = (event.actor, event.at)
        people.waiting.discard(event["invitation"])


class InvitationRevoked(ProjectEvent):
    """A link was revoked before anybody used it, or before the account that followed it was confirmed."""

    event_type = "invitation_revoked"
    event_title = gettext_lazy("Invitation revoked")
    particulars = ()
    invitation: int

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.revoked_at[event["invitation"]] = event.at
        people.waiting.discard(event["invitation"])


class AccountEvent(StoreEvent):
    """An event about one account, by its name."""

    particulars = ("{account}",)
    account: str


class AccountDeactivated(AccountEvent):
    """A person may no longer log in."""

    event_type = "account_deactivated"
    event_title = gettext_lazy("Account deactivated")

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accounts.active[event["account"]] = False


class AccountActivated(AccountEvent):
    """A person may log in again."""

    event_type = "account_activated"
    event_title = gettext_lazy("Account activated")

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accounts.active[event["account"]] = True


class PasswordChanged(AccountEvent):
    """A password was changed.

    `password` is a digest of the salted hash and the name: without the store, no password can be tested against it.
    """

    event_type = "password_changed"
    event_title = gettext_lazy("Password changed")
    password: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accounts.passwords[event["account"]] = event["password"]


class RightsChanged(AccountEvent):
    """The rights of a person in the admin changed; `permissions` are their own and those of their groups."""

    event_type = "rights_changed"
    event_title = gettext_lazy("Rights changed")
    staff: bool
    superuser: bool
    permissions: list[str]

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accounts.rights[event["account"]] = _rights(event)

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["account"]
        inviter = event.body.get("invited_by")
        if inviter is not None:
            yield _("invited by %(who)s") % {"who": inviter}
        if event["superuser"]:
            yield _("superuser")
        elif event["staff"]:
            yield _("staff")
        yield from event["permissions"]


class AccountMade(RightsChanged):
    """An account was made, with these rights; `invited_by` made it or the link, None for a command."""

    event_type = "account_made"
    event_title = gettext_lazy("Account made")
    active: bool
    password: str
    invited_by: str | None

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        name, accounts = event["account"], people.accounts
        accounts.active[name], accounts.rights[name] = event["active"], _rights(event)
        accounts.passwords[name], accounts.invited_by[name] = event["password"], event["invited_by"]


class AccountConfirmed(AccountEvent):
    """Staff confirmed that an account is another person than those who invited or made it."""

    event_type = "account_confirmed"
    event_title = gettext_lazy("Account confirmed as another person")

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.accounts.confirmed[event["account"]] = (event.actor, event.at)


class LogInsHeldBack(StoreEvent):
    """There were too many tries to log in; recorded once while they last, and without names that do not exist."""

    event_type = "log_ins_held_back"
    event_title = gettext_lazy("Log-ins held back")
    account: str | None

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["account"] or _("no account has this name")


def _give(people: PeopleState, event: Recorded, *, role: str) -> None:
    """Add a role; where an account did not wait for what its invitation gave, it followed the link just then."""
    people.roles[event["project"], event["member"]] = role
    if event["invitation"] is not None:
        people.granted[event["invitation"]] = (event["project"], role)
        people.accepted.setdefault(event["invitation"], (event["member"], event.at))


def _rights(event: Recorded) -> Rights:
    return Rights(event["staff"], event["superuser"], tuple(event["permissions"]))


PEOPLE_PAYLOADS: tuple[type[StoreEvent], ...] = (
    MemberAdded,
    RoleChanged,
    MemberRemoved,
    PolicyChanged,
    AlignerChanged,
    QueueWeightsChanged,
    ExtractorChanged,
    StaleLimitChanged,
    InvitationMade,
    InvitationAccepted,
    InvitationConfirmed,
    InvitationRevoked,
    PasswordChanged,
    AccountMade,
    AccountConfirmed,
    RightsChanged,
    LogInsHeldBack,
    AccountDeactivated,
    AccountActivated,
)
