"""Bring accounts into the ledger project as people do: by links, by the admin, and by staff who confirm them."""

from django.contrib.auth.models import Permission, User

from review.domain.roles import NEEDS_SECOND_PERSON, Role
from review.models import AccountOrigin, Invitation, Membership
from review.services.people import staff_actions
from review.services.people.accounts import acting
from review.services.people.confirmations import confirm_account
from review.services.people.invitations import Invited, accept_invitation, confirm_invitation, invite
from tests.factories import make_project, make_user


def staff(name: str = "root", *codenames: str) -> User:
    """Return a person of the staff, with the permission to appoint people where no other is named."""
    person, _ = User.objects.update_or_create(username=name, defaults={"is_staff": True})
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames or ("change_membership",)))
    return User.objects.get(pk=person.pk)


def give_role(user: User, role: Role) -> User:
    """Let a command give a person a role in the project, and return them as stored."""
    membership = Membership.objects.filter(project=make_project(), user=user).first()
    if membership is None:
        staff_actions.add_member(project_id=make_project().pk, user=user, role=role, actor=None)
    elif membership.role != role:
        staff_actions.change_role(membership=membership, to=role, actor=None)
    return User.objects.get(pk=user.pk)


def make_link(by: User, role: Role = Role.REVIEWER) -> Invitation:
    """Return an invitation of a manager."""
    give_role(by, Role.MANAGER)
    invited = invite(project_id=make_project().pk, role=role, actor=by)
    assert isinstance(invited, Invited)
    return invited.invitation


def join(by: User, name: str, role: Role = Role.REVIEWER, *, second: User | None = None) -> User:
    """Let an account, a new one where nobody has the name, follow a link of a person; another manager confirms it."""
    invitation = make_link(by, role)
    user = User.objects.filter(username=name).first() or User(username=name)
    accept_invitation(invitation_id=invitation.pk, user=user)
    if role in NEEDS_SECOND_PERSON:
        second = second or make_user("boss", project=make_project(), role=Role.MANAGER)
        joined = confirm_invitation(invitation_id=invitation.pk, account=name, actor=second)
        assert isinstance(joined, Membership)
    return User.objects.get(username=name)


def make_in_admin(by: User, name: str) -> User:
    """Return an account that a person of the staff made."""
    with acting(by):
        return User.objects.create(username=name)


def confirm_person(account: User, by: User | None = None) -> None:
    """Let staff confirm that an account is another person than those who brought it."""
    assert isinstance(confirm_account(account=account, actor=by or staff()), AccountOrigin)
