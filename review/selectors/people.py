"""The people of a project: its members, its open invitations and its policy."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from aligner_core import text_hash
from review.domain.roles import CAPABILITIES, NEEDS_SECOND_PERSON, Capability, Obstacle, Role
from review.domain.switches import SWITCHES, Switch
from review.domain.turns import weights_of
from review.models import Invitation, Membership, Project
from review.models.people import IS_OPEN
from review.selectors.access import Person, appoints_people, is_trusted, may_manage, projects_where


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """Everything the page of a project shows, and whether the reader may change it.

    `invitations` are for those who make or confirm them; `given` are the roles that the reader gives without a second
    person.
    """

    project: Project
    members: tuple[Membership, ...]
    invitations: tuple["WaitingInvitation", ...]
    policies: tuple[tuple[Switch, bool], ...]
    roles: tuple[Role, ...]
    given: tuple[Role, ...]
    may_manage: bool
    sees_invitations: bool
    queue_weights: tuple[tuple[str, int], ...]

    @property
    def seen_weights(self) -> str:
        """The weights of the queue in the form in which they are sent back as seen."""
        return " ".join(f"{turn} {weight}" for turn, weight in self.queue_weights)

    @property
    def indispensable(self) -> int | None:
        """The key of the only member who can manage the project, and so cannot leave it."""
        managers = [one.user_id for one in self.members if one.role == Role.MANAGER and one.user.is_active]
        return managers[0] if len(managers) == 1 else None


@dataclass(frozen=True, slots=True)
class WaitingInvitation:
    """An invitation that nobody has accepted; `may_confirm` is whether the reader may be its second person."""

    invitation: Invitation
    is_unconfirmed: bool
    may_confirm: bool


@dataclass(frozen=True, slots=True)
class ProjectRights:
    """The projects a person manages, whether they are a member of any, and whether they may upload."""

    managed: tuple[Project, ...]
    may_upload: bool
    is_member: bool


def project_page(project: Project, user: Person) -> ProjectPage:
    """Return a project with its people: managers first, then by name."""
    ranks = list(reversed(Role))
    members = project.memberships.select_related("user").order_by("user__username")
    manages, appoints = may_manage(user, project.pk), appoints_people(user)
    return ProjectPage(
        project=project,
        members=tuple(sorted(members, key=lambda member: ranks.index(Role(member.role)))),
        invitations=tuple(_waiting(project, user)) if manages or appoints else (),
        policies=tuple((policy, getattr(project, policy)) for policy in SWITCHES),
        roles=tuple(Role),
        given=tuple(role for role in Role if appoints or role not in NEEDS_SECOND_PERSON),
        may_manage=manages,
        sees_invitations=manages or appoints,
        queue_weights=tuple(weights_of(project.queue_weights).items()),
    )


def own_memberships(user: Person) -> QuerySet[Membership]:
    """Return a person's memberships, ordered by project."""
    memberships = Membership.objects.filter(project__in=projects_where(user, Capability.READ), user_id=user.pk)
    return memberships.select_related("project").order_by("project__name", "project")


def project_rights(user: Person) -> ProjectRights:
    """Return what a person may do in any of their projects; one query, as every page asks for it."""
    memberships = list(own_memberships(user))
    reviewing = [one for one in memberships if Capability.REVIEW in CAPABILITIES[Role(one.role)]]
    return ProjectRights(
        managed=tuple(one.project for one in memberships if Capability.MANAGE in CAPABILITIES[Role(one.role)]),
        may_upload=bool(reviewing) or (bool(memberships) and is_trusted(user)),
        is_member=bool(memberships),
    )


def open_invitations(project: Project) -> Iterator[Invitation]:
    """Yield the invitations that can still be accepted, if need be after a confirmation, newest first."""
    waiting = project.invitations.filter(IS_OPEN).select_related("made_by", "confirmed_by")
    return (one for one in waiting if obstacle_of(one) in {None, Obstacle.INVITATION_UNCONFIRMED})


def _waiting(project: Project, user: Person) -> Iterator[WaitingInvitation]:
    for invitation in open_invitations(project):
        is_unconfirmed = awaits_confirmation(invitation)
        yield WaitingInvitation(invitation, is_unconfirmed, is_unconfirmed and may_confirm(user, invitation))


def invitation_for(token: str) -> Invitation | None:
    """Return the invitation that a token belongs to, whether or not it can still be accepted."""
    invitations = Invitation.objects.select_related("project", "made_by", "confirmed_by")
    return invitations.filter(token_hash=token_hash(token)).first()


def obstacle_of(invitation: Invitation) -> Obstacle | None:
    """Return why an invitation cannot be accepted; it is void once its author may no longer manage the project."""
    if invitation.accepted_at is not None:
        return Obstacle.INVITATION_USED
    if invitation.revoked_at is not None or not may_manage(invitation.made_by, invitation.project_id):
        return Obstacle.INVITATION_REVOKED
    if invitation.expires_at <= timezone.now():
        return Obstacle.INVITATION_EXPIRED
    return Obstacle.INVITATION_UNCONFIRMED if awaits_confirmation(invitation) else None


def awaits_confirmation(invitation: Invitation) -> bool:
    """Return whether an invitation lacks the second person it needs; one who has left since does not count."""
    if invitation.role not in NEEDS_SECOND_PERSON or appoints_people(invitation.made_by):
        return False
    return invitation.confirmed_by is None or not may_confirm(invitation.confirmed_by, invitation)


def may_confirm(user: Person, invitation: Invitation) -> bool:
    """Return whether a person may confirm an invitation: a manager or staff, but not its author."""
    if user.pk == invitation.made_by_id:
        return False
    return may_manage(user, invitation.project_id) or appoints_people(user)


def token_hash(token: str) -> str:
    """Return the digest stored in place of a token, which is too random to be guessed from it."""
    return text_hash(token)
