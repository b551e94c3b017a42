"""Change what a member may do in a project, or end the membership; what somebody did always stays."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.models import Membership, Project
from review.policy import PolicyItem
from review.roles import Obstacle, Role
from review.selectors.access import may_manage
from review.services._people import (
    Unchanged,
    end_membership,
    lock_project,
    membership_seen,
    set_policy,
    set_role,
    set_stale_limit,
)

__all__ = ["Unchanged", "change_policy", "change_role", "change_stale_limit", "remove_member"]


@transaction.atomic(durable=True)
def change_role(
    *, project_id: int, user_id: int, to: Role, seen_role: Role, actor: AbstractBaseUser
) -> Membership | Unchanged:
    """Give a member another role; a project that has a manager keeps one."""
    project = lock_project(project_id)
    membership = membership_seen(project, user_id, seen_role=seen_role, actor=actor, to=to)
    if isinstance(membership, Unchanged) or to is seen_role:
        return membership
    return set_role(membership, to=to, actor=actor)


@transaction.atomic(durable=True)
def remove_member(*, project_id: int, user_id: int, seen_role: Role, actor: AbstractBaseUser) -> Membership | Unchanged:
    """End a membership; a project that has a manager keeps one."""
    project = lock_project(project_id)
    membership = membership_seen(project, user_id, seen_role=seen_role, actor=actor, to=None)
    return membership if isinstance(membership, Unchanged) else end_membership(membership, actor=actor)


@transaction.atomic(durable=True)
def change_policy(*, project_id: int, policy: PolicyItem, on: bool, actor: AbstractBaseUser) -> Project | Unchanged:
    """Turn a policy item of a project on or off; somebody else did so already is a `conflict`."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if getattr(project, policy) is on:
        return Unchanged(Obstacle.CONFLICT)
    return set_policy(project, policy, on=on, actor=actor)


@transaction.atomic(durable=True)
def change_stale_limit(*, project_id: int, days: int, seen_days: int, actor: AbstractBaseUser) -> Project | Unchanged:
    """Say after how many days the sources of a project are stale; another limit than the one seen is a `conflict`."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if project.stale_after_days != seen_days:
        return Unchanged(Obstacle.CONFLICT)
    return project if days == seen_days else set_stale_limit(project, days, actor=actor)
