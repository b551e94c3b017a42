"""Invite people by a link: it grants one role, works once, and is void after some days or when it is revoked.

A second person has to confirm those to roles that nobody may give alone, before anybody can join.
"""

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import IntegrityError, transaction
from django.utils import timezone

from review.domain.events.people import InvitationConfirmed, InvitationMade, InvitationRevoked
from review.domain.limits import INVITATION_TIME
from review.domain.roles import NEEDS_SECOND_PERSON, Obstacle, Role
from review.models import Invitation, Membership, Project
from review.selectors.access import may_manage
from review.selectors.people import may_confirm, obstacle_of, token_hash
from review.services import _journal
from review.services.people._project_people import Unchanged, add_member, change_role, lock_project

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
def confirm_invitation(*, invitation_id: int, actor: User) -> Invitation | Unchanged:
    """Confirm an invitation as its second person; it is a `conflict` when it has ended or is confirmed already."""
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    invitation = Invitation.objects.select_related("project", "made_by", "confirmed_by").get(pk=invitation_id)
    if not may_confirm(actor, invitation):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if obstacle_of(invitation) is not Obstacle.INVITATION_UNCONFIRMED:
        return Unchanged(Obstacle.CONFLICT)
    invitation.confirmed_at, invitation.confirmed_by = timezone.now(), actor
    invitation.save(update_fields=["confirmed_at", "confirmed_by"])
    _journal.append(InvitationConfirmed(project=project.slug, invitation=invitation.pk), session=None, actor=actor)
    return invitation


@transaction.atomic(durable=True)
def revoke_invitation(*, invitation_id: int, actor: AbstractBaseUser) -> Invitation | Unchanged:
    """Revoke an invitation; one that was used or revoked in the meantime is a `conflict`."""
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    invitation = Invitation.objects.select_related("project").get(pk=invitation_id)
    if invitation.accepted_at is not None or invitation.revoked_at is not None:
        return Unchanged(Obstacle.CONFLICT)
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    _journal.append(InvitationRevoked(project=project.slug, invitation=invitation.pk), session=None, actor=actor)
    return invitation


@transaction.atomic(durable=True)
def accept_invitation(*, invitation_id: int, user: User) -> Membership | Unchanged:
    """Let a person join by a link; a new account is stored together with the membership, or not at all.

    A member keeps their role, unless the invitation needed a second person: then they get the role it grants.
    """
    project = lock_project(Invitation.objects.values_list("project", flat=True).get(pk=invitation_id))
    invitation = Invitation.objects.select_related("made_by", "confirmed_by").get(pk=invitation_id)
    obstacle = obstacle_of(invitation)
    if obstacle is not None:
        return Unchanged(obstacle)
    if user.pk is None and not _is_stored(user):
        return Unchanged(Obstacle.NAME_TAKEN)
    membership = _with_role(project, invitation, user)
    if isinstance(membership, Membership):
        invitation.accepted_at, invitation.accepted_by = timezone.now(), user
        invitation.save(update_fields=["accepted_at", "accepted_by"])
    return membership


def _with_role(project: Project, invitation: Invitation, user: User) -> Membership | Unchanged:
    """Add a person with the role of an invitation; nobody loses the manager role by following a link."""
    role = Role(invitation.role)
    added = add_member(project, user, role=role, actor=user, invitation=invitation.pk)
    if isinstance(added, Membership) or role not in NEEDS_SECOND_PERSON:
        return added
    membership = Membership.objects.select_related("project", "user").get(project=project, user=user)
    if membership.role in {role, Role.MANAGER}:
        return added
    return change_role(membership, to=role, actor=user, invitation=invitation.pk)


def _is_stored(user: User) -> bool:
    """Store a new account and return whether its name was still free, which the form has checked."""
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        return False
    return True
