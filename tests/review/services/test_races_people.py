"""People who change the same project at the same time: one comes first, and the other sees what changed."""

import pytest
from django.contrib.auth.models import User

from review.domain.roles import Obstacle, Role
from review.models import Event, Invitation, Membership
from review.services.people.invitations import Unchanged, accept_invitation
from review.services.people.members import remove_member
from tests.factories import make_invitation, make_project, make_user
from tests.racing import race

NAMES = ("mina", "jun", "hana", "sora")

pytestmark = pytest.mark.django_db(transaction=True)


def accept(invitation: Invitation, user: User) -> Membership | Invitation | Unchanged:
    return accept_invitation(invitation_id=invitation.pk, user=user)


def remove(member: User, actor: User) -> Membership | Unchanged:
    return remove_member(project_id=make_project().pk, user_id=member.pk, seen_role=Role.MANAGER, actor=actor)


def test_a_link_that_four_open_at_once_lets_one_in() -> None:
    invitation = make_invitation(Role.AUDITOR)
    people = [make_user(name) for name in NAMES]

    joined = race([lambda user=user: accept(invitation, user) for user in people])  # type: ignore[misc]

    assert [one for one in joined if isinstance(one, Unchanged)] == [Unchanged(Obstacle.INVITATION_USED)] * 3
    assert Membership.objects.filter(role=Role.AUDITOR).count() == 1
    assert Event.objects.filter(event_type="member_added", actor__in=NAMES).count() == 1


def test_two_managers_who_remove_each_other_at_once_leave_one() -> None:
    project = make_project()
    one, other = (make_user(name, project=project, role=Role.MANAGER) for name in ("dana", "vera"))

    removed = race([lambda: remove(one, other), lambda: remove(other, one)])

    assert [answer for answer in removed if isinstance(answer, Unchanged)] == [Unchanged(Obstacle.NOT_PERMITTED)]
    assert project.memberships.filter(role=Role.MANAGER).count() == 1
