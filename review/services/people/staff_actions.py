"""The changes of people by staff and commands, in the caller's transaction: the admin wraps a whole page in one."""

from django.contrib.auth.models import User
from django.db import transaction

from review.domain.events.people import AccountActivated, AccountDeactivated
from review.domain.roles import Role, Unchanged
from review.domain.switches import Switch
from review.models import Membership, Project
from review.services import _journal
from review.services._assignments import end_assignments
from review.services.people import _project_people
from review.services.people._log_ins import end_log_ins
from review.services.people._project_people import Actor, lock_project


@transaction.atomic
def add_member(*, project_id: int, user: User, role: Role, actor: Actor) -> Membership | Unchanged:
    """Make a person a member; somebody who already is one keeps their role."""
    return _project_people.add_member(lock_project(project_id), user, role=role, actor=actor)


@transaction.atomic
def change_role(*, membership: Membership, to: Role, actor: Actor) -> Membership:
    """Change the role of a member, even of the last manager: staff can appoint another one."""
    lock_project(membership.project_id)
    return _project_people.change_role(Membership.objects.get(pk=membership.pk), to=to, actor=actor)


@transaction.atomic
def remove_member(*, membership: Membership, actor: Actor) -> Membership:
    """Remove a member, even the last manager."""
    lock_project(membership.project_id)
    return _project_people.remove_member(Membership.objects.get(pk=membership.pk), actor=actor)


@transaction.atomic
def set_policy(*, project_id: int, policy: Switch, on: bool, actor: Actor) -> Project:
    """Turn a switch of a project on or off."""
    return _project_people.set_policy(lock_project(project_id), policy, on=on, actor=actor)


@transaction.atomic
def set_stale_limit(*, project_id: int, days: int, actor: Actor) -> Project:
    """Set after how many days the sources of a project are stale."""
    return _project_people.set_stale_limit(lock_project(project_id), days, actor=actor)


@transaction.atomic
def set_active(*, user: User, active: bool, actor: Actor) -> User:
    """Allow or forbid a person to log in; forbidding it ends their sessions and assignments at once."""
    user.is_active = active
    User.objects.filter(pk=user.pk).update(is_active=active)
    if not active:
        end_log_ins(user)
        for project in Project.objects.filter(memberships__user=user).order_by("pk"):
            end_assignments(lock_project(project.pk), user.get_username(), actor=actor)
    kind = AccountActivated if active else AccountDeactivated
    _journal.append(kind(account=user.get_username()), session=None, actor=actor)
    return user
