"""The people of a project: its members, its open invitations and its policy."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from aligner_core import text_hash
from review.domain.extracting import ExtractorOff, ExtractorSettings
from review.domain.lineage import Lineage, Origin
from review.domain.mappings import SavedMapping, saved_mappings
from review.domain.roles import CAPABILITIES, NEEDS_SECOND_PERSON, Capability, Obstacle, Role
from review.domain.switches import SWITCHES, Switch
from review.domain.turns import weights_of
from review.models import Invitation, Membership, Project
from review.models.people import IS_OPEN
from review.selectors.access import (
    Person,
    appoints_people,
    is_trusted,
    may_manage,
    memberships_of,
    reads_all_events,
)
from review.selectors.extracting import extractor_digest, extractor_of, offered_protocols, why_off
from review.selectors.lineage import lineage_of


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """Everything the page of a project shows, and whether the reader may change it.

    `invitations` are for those who make or confirm them; `given` are the roles that the reader gives without a second
    person.
    """

    project: Project
    members: tuple["Member", ...]
    invitations: tuple["OpenInvitation", ...]
    policies: tuple[tuple[Switch, bool], ...]
    roles: tuple[Role, ...]
    given: tuple[Role, ...]
    may_manage: bool
    sees_invitations: bool
    queue_weights: tuple[tuple[str, int], ...]
    extractor: ExtractorSettings
    extractor_off: ExtractorOff | None
    seen_extractor: str
    protocols: tuple[str, ...]
    mappings: tuple[SavedMapping, ...]

    @property
    def seen_weights(self) -> str:
        """The weights of the queue in the form in which they are sent back as seen."""
        return " ".join(f"{turn} {weight}" for turn, weight in self.queue_weights)

    @property
    def indispensable(self) -> int | None:
        """The key of the only member who can manage the project, and so cannot leave it."""
        rows = [one.membership for one in self.members]
        managers = [one.user_id for one in rows if one.role == Role.MANAGER and one.user.is_active]
        return managers[0] if len(managers) == 1 else None


@dataclass(frozen=True, slots=True)
class Member:
    """A member, who brought the account, and who of the staff confirmed that it is another person, by their names.

    `may_confirm` is whether the reader may.
    """

    membership: Membership
    brought_by: tuple[str, ...]
    confirmed_by: str | None
    may_confirm: bool


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that somebody may follow, or has followed and waits for the role.

    `may_confirm` is whether the reader may confirm who waits.
    """

    invitation: Invitation
    may_confirm: bool


@dataclass(frozen=True, slots=True)
class ProjectRights:
    """The projects of a person, those they manage, and whether they may upload to any, or read any journal."""

    projects: tuple[int, ...]
    managed: tuple[Project, ...]
    may_upload: bool
    audits: bool

    @property
    def is_member(self) -> bool:
        """Whether they are a member of any project."""
        return bool(self.projects)


def project_page(project: Project, user: Person) -> ProjectPage:
    """Return a project with its people: managers first, then by name."""
    manages, appoints = may_manage(user, project.pk), appoints_people(user)
    rows = list(project.memberships.select_related("user").order_by("user__username"))
    invitations = list(open_invitations(project)) if manages or appoints else []
    people = {user.pk or 0, *(row.user_id for row in rows)}
    lineage = lineage_of(people.union(*(_people_of(one) for one in invitations)))
    return ProjectPage(
        project=project,
        members=tuple(_members(rows, lineage, user)),
        invitations=tuple(OpenInvitation(one, may_confirm(user, one, lineage)) for one in invitations),
        policies=tuple((policy, getattr(project, policy)) for policy in SWITCHES),
        roles=tuple(Role),
        given=tuple(role for role in Role if appoints or role not in NEEDS_SECOND_PERSON),
        may_manage=manages,
        sees_invitations=manages or appoints,
        queue_weights=tuple(weights_of(project.queue_weights).items()),
        extractor=extractor_of(project),
        extractor_off=why_off(extractor_of(project)),
        seen_extractor=extractor_digest(project),
        protocols=offered_protocols(),
        mappings=saved_mappings(project.mappings),
    )


def _members(rows: Iterable[Membership], lineage: Lineage, user: Person) -> Iterator[Member]:
    ranks, appoints = list(reversed(Role)), appoints_people(user)
    for row in sorted(rows, key=lambda member: ranks.index(Role(member.role))):
        brought_by, confirmed_by = lineage.origin_names(row.user_id)
        may_confirm_it = appoints and may_confirm_account(user, row.user_id, lineage)
        yield Member(row, brought_by, confirmed_by, may_confirm_it)


def _people_of(invitation: Invitation) -> set[int]:
    """Return the keys of who made an invitation, and who has followed it."""
    return {key for key in (invitation.made_by_id, invitation.accepted_by_id) if key is not None}


def project_rights(user: Person) -> ProjectRights:
    """Return what a person may do in any of their projects; every page asks for it."""
    memberships = [(one, CAPABILITIES[Role(one.role)]) for one in memberships_of(user)]
    anywhere = frozenset[Capability]().union(*(capabilities for _, capabilities in memberships))
    return ProjectRights(
        projects=tuple(one.project_id for one, _ in memberships),
        managed=tuple(one.project for one, capabilities in memberships if Capability.MANAGE in capabilities),
        may_upload=Capability.REVIEW in anywhere or (bool(memberships) and is_trusted(user)),
        audits=Capability.AUDIT in anywhere or reads_all_events(user),
    )


def open_invitations(project: Project) -> Iterator[Invitation]:
    """Yield the invitations that can still be followed, and those that wait for a second person, newest first."""
    found = project.invitations.filter(IS_OPEN).select_related("made_by", "accepted_by")
    return (one for one in found if is_waiting(one) or obstacle_of(one) is None)


def waiting_for(user: Person) -> list[Invitation]:
    """Return the invitations that a person has followed and that wait for a second person, newest first."""
    followed = Invitation.objects.filter(accepted_by=user.pk, is_waiting=True)
    return [one for one in followed.select_related("project", "made_by") if is_waiting(one)]


def invitation_for(token: str) -> Invitation | None:
    """Return the invitation that a token belongs to, whether or not it can still be accepted."""
    invitations = Invitation.objects.select_related("project", "made_by")
    return invitations.filter(token_hash=token_hash(token)).first()


def obstacle_of(invitation: Invitation) -> Obstacle | None:
    """Return why an invitation cannot be accepted; it is void once its author may no longer manage the project."""
    if invitation.accepted_at is not None:
        return Obstacle.INVITATION_USED
    if invitation.revoked_at is not None or not may_manage(invitation.made_by, invitation.project_id):
        return Obstacle.INVITATION_REVOKED
    return Obstacle.INVITATION_EXPIRED if invitation.expires_at <= timezone.now() else None


def needs_second_person(invitation: Invitation) -> bool:
    """Return whether somebody else has to confirm the account that follows an invitation, in the role."""
    return invitation.role in NEEDS_SECOND_PERSON and not appoints_people(invitation.made_by)


def is_waiting(invitation: Invitation) -> bool:
    """Return whether an account waits for the role; it does no longer once who made the link may not manage."""
    return invitation.is_waiting and may_manage(invitation.made_by, invitation.project_id)


def may_confirm(user: Person, invitation: Invitation, lineage: Lineage) -> bool:
    """Return whether a person may confirm the account that waits for a role.

    Staff may, and a manager who is another person than who made the link and than the account; never one of these two.
    """
    account, maker = invitation.accepted_by_id, invitation.made_by_id
    if account is None or user.pk is None or not invitation.is_waiting or user.pk in {account, maker}:
        return False
    if appoints_people(user):
        return True
    is_another = not any(lineage.is_one_person(user.pk, key) for key in (account, maker))
    return is_another and may_manage(user, invitation.project_id)


def may_confirm_account(user: Person, account: int, lineage: Lineage) -> bool:
    """Return whether a person may confirm that an account is another person: staff, but nobody who invited it."""
    origin = lineage.origins.get(account, Origin())
    is_own = user.pk in {account, origin.confirmed_by, *origin.by_links}
    return not is_own and lineage.needs_confirmation(account) and appoints_people(user)


def token_hash(token: str) -> str:
    """Return the digest stored in place of a token, which is too random to be guessed from it."""
    return text_hash(token)
