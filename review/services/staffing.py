"""What staff and commands do with people, in the caller's transaction: the admin wraps a whole page in one."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from review.events.people import AccountActivated, AccountDeactivated
from review.models import Membership, Project
from review.policy import PolicyItem
from review.roles import Role
from review.services import _journal
from review.services._people import (
    Actor,
    Unchanged,
    add_member,
    end_membership,
    lock_project,
    set_policy,
    set_role,
    set_stale_limit,
)


@transaction.atomic
def enroll(*, project_id: int, user: User, role: Role, actor: Actor) -> Membership | Unchanged:
    """Make a person a member; who is one already keeps their role."""
    return add_member(lock_project(project_id), user, role=role, actor=actor)


@transaction.atomic
def reassign(*, membership: Membership, to: Role, actor: Actor) -> Membership:
    """Give a member another role, the last manager too: staff can make another one."""
    lock_project(membership.project_id)
    return set_role(Membership.objects.get(pk=membership.pk), to=to, actor=actor)


@transaction.atomic
def expel(*, membership: Membership, actor: Actor) -> Membership:
    """End a membership, the last manager's too."""
    lock_project(membership.project_id)
    return end_membership(Membership.objects.get(pk=membership.pk), actor=actor)


@transaction.atomic
def decree(*, project_id: int, policy: PolicyItem, on: bool, actor: Actor) -> Project:
    """Turn a policy item of a project on or off."""
    return set_policy(lock_project(project_id), policy, on=on, actor=actor)


@transaction.atomic
def decree_stale_limit(*, project_id: int, days: int, actor: Actor) -> Project:
    """Say after how many days the sources of a project are stale."""
    return set_stale_limit(lock_project(project_id), days, actor=actor)


@transaction.atomic
def set_active(*, user: User, active: bool, actor: Actor) -> User:
    """Let a person log in, or no longer: then every page they have open is the last one."""
    user.is_active = active
    user.save(update_fields=["is_active"])
    if not active:
        Session.objects.filter(pk__in=list(_log_ins_of(user))).delete()
    kind = AccountActivated if active else AccountDeactivated
    _journal.append(kind(account=user.get_username()), session=None, actor=actor)
    return user


def _log_ins_of(user: User) -> Iterator[str]:
    """Name a person's log-ins: which account one belongs to stands inside it."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            yield session.session_key
