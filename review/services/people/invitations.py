"""Invite people by a link: it grants one role, works once, and is void after some days or when it is revoked.

To a role that nobody may give alone, the account that followed the link waits until a second person confirms it.
"""

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import IntegrityError, transaction
from django.utils import timezone

from review.domain.events.people import InvitationAccepted, InvitationConfirmed, InvitationMade, InvitationRevoked
from review.domain.limits import INVITATION_TIME
from review.domain.roles import NEEDS_SECOND_PERSON, Obstacle, Role, Unchanged
from review.models import Invitation, Membership, Project
from review.selectors.access import appoints_people, may_manage
from review.selectors.lineage import lineage_of
from review.selectors.people import is_waiting, may_confirm, needs_second_person, obstacle_of, token_hash
from review.services import _journal
from review.services.people._confirmed import confirm_origin
from review.services.people._inviting import invited_by
from review.services.people._project_people import add_member, change_role, lock_project

__all__ = ["Invited", "Unchanged", "accept_invitation", "confirm_invitation", "invite", "revoke_invitation"]

TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation was made. Its token is known only now: the store keeps a hash."""

    invitation: Invitation
    token: str


@transaction.atomic(durable=True)
def invite(*, project_id: int, role: Role, actor: User) -> Invited | Unchanged:
    """Make a link that lets one person join a project in a role."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    now, token = timezone.now(), secrets.token_urlsafe(TOKEN_BYTES)
    invitation = Invitation.objects.create(
        project=project,
        role=role,
        token_hash=token_hash(token),
        made_at=now,
        made_by=actor,
        expires_at=now + INVITATION_TIME,
    )
    payload = InvitationMade(
        project=project.slug,
        invitation=invitation.pk,
        role=role,
        expires_at=invitation.expires_at.isoformat(),
        token_hash=invitation.token_hash,
    )
    _journal.append(payload, session=None, actor=actor)
    return Invited(invitation, token)


@transaction.atomic(durable=True)
def confirm_invitation(*, invitation_id: int, account: str, actor: User) -> Membership | Unchanged:
    """Confirm the account that followed a link and waits for its role, as the second person; it has the role then.

    *account* is the name that the person saw: it is a `conflict` when another account waits, or none does any more.
    Staff thereby also confirm that the account is another person.
    """
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    invitation = Invitation.objects.select_related("project", "made_by", "accepted_by").get(pk=invitation_id)
    refusal = _refusal_to_confirm(invitation, account, actor)
    if refusal is not None:
        return Unchanged(refusal)
    user = User.objects.get(username=account)
    invitation.is_waiting, invitation.confirmed_at, invitation.confirmed_by = False, timezone.now(), actor
    invitation.save(update_fields=["is_waiting", "confirmed_at", "confirmed_by"])
    payload = InvitationConfirmed(project=project.slug, invitation=invitation.pk, account=account)
    _journal.append(payload, session=None, actor=actor)
    if appoints_people(actor):
        confirm_origin(user, actor=actor)
    return _with_role(project, invitation, user, actor=actor)


@transaction.atomic(durable=True)
def revoke_invitation(*, invitation_id: int, actor: AbstractBaseUser) -> Invitation | Unchanged:
    """Revoke an invitation, also from the account that waits for its role; an ended one is a `conflict`."""
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    invitation = Invitation.objects.select_related("project").get(pk=invitation_id)
    is_open = invitation.accepted_at is None or invitation.is_waiting
    if not is_open or invitation.revoked_at is not None:
        return Unchanged(Obstacle.CONFLICT)
    invitation.is_waiting, invitation.revoked_at = False, timezone.now()
    invitation.save(update_fields=["is_waiting", "revoked_at"])
    _journal.append(InvitationRevoked(project=project.slug, invitation=invitation.pk), session=None, actor=actor)
    return invitation


@transaction.atomic(durable=True)
def accept_invitation(*, invitation_id: int, user: User) -> Membership | Invitation | Unchanged:
    """Let a person join by a link; a new account is stored together with the membership, or not at all.

    Where the role needs a second person, the account waits, and the invitation is returned. A member keeps their role,
    unless they were confirmed in the one that the invitation grants.
    """
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    invitation = Invitation.objects.select_related("project", "made_by").get(pk=invitation_id)
    obstacle = obstacle_of(invitation) or _keeps_role(project, invitation, user)
    if obstacle is not None:
        return Unchanged(obstacle)
    if user.pk is None and not _is_stored(user, by=invitation.made_by):
        return Unchanged(Obstacle.NAME_TAKEN)
    invitation.accepted_at, invitation.accepted_by = timezone.now(), user
    invitation.is_waiting = needs_second_person(invitation)
    invitation.save(update_fields=["accepted_at", "accepted_by", "is_waiting"])
    if not invitation.is_waiting:
        return _with_role(project, invitation, user, actor=user)
    payload = InvitationAccepted(project=project.slug, invitation=invitation.pk, account=user.get_username())
    _journal.append(payload, session=None, actor=user)
    return invitation


def _refusal_to_confirm(invitation: Invitation, account: str, actor: User) -> Obstacle | None:
    if not (may_manage(actor, invitation.project_id) or appoints_people(actor)):
        return Obstacle.NOT_PERMITTED
    waiting = invitation.accepted_by
    if waiting is None or waiting.get_username() != account or not is_waiting(invitation):
        return Obstacle.CONFLICT
    if _keeps_role(invitation.project, invitation, waiting) is not None:
        return Obstacle.CONFLICT
    lineage = lineage_of([actor.pk, waiting.pk, invitation.made_by_id])
    return None if may_confirm(actor, invitation, lineage) else Obstacle.SAME_PERSON


def _keeps_role(project: Project, invitation: Invitation, user: User) -> Obstacle | None:
    """Return that a person is a member already; nobody loses the manager role by following a link."""
    held = Membership.objects.filter(project=project, user=user.pk).values_list("role", flat=True).first()
    is_raised = invitation.role in NEEDS_SECOND_PERSON and held not in {invitation.role, Role.MANAGER}
    return None if held is None or is_raised else Obstacle.ALREADY_MEMBER


def _with_role(project: Project, invitation: Invitation, user: User, *, actor: User) -> Membership | Unchanged:
    """Store the role of an invitation for a person, as a new member or instead of the role they have."""
    role = Role(invitation.role)
    membership = Membership.objects.select_related("project", "user").filter(project=project, user=user).first()
    if membership is None:
        return add_member(project, user, role=role, actor=actor, invitation=invitation.pk)
    return change_role(membership, to=role, actor=actor, invitation=invitation.pk)


def _is_stored(user: User, *, by: User) -> bool:
    """Store an account that a person invited; return whether its name, which the form has checked, was still free."""
    try:
        with transaction.atomic(), invited_by(by):
            user.save(force_insert=True)
    except IntegrityError:
        return False
    return True
