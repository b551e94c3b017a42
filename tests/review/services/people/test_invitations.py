"""Invitations: a link is shown once, admits one person, and expires."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.roles import Obstacle, Role
from review.models import Event, Invitation, Membership
from review.selectors.people import invitation_for, obstacle_of, open_invitations
from review.services.audit.audit_store import audit_store
from review.services.people.invitations import Invited, Unchanged, accept_invitation, invite, revoke_invitation
from tests.factories import make_project, make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def invited(dana: User) -> Invited:
    return make(dana)


def make(actor: User, role: Role = Role.REVIEWER) -> Invited:
    invited = invite(project_id=make_project().pk, role=role, actor=actor)
    assert isinstance(invited, Invited)
    return invited


def accept(invited: Invited, user: User) -> Membership | Invitation | Unchanged:
    return accept_invitation(invitation_id=invited.invitation.pk, user=user)


def recorded_events() -> list[tuple[str, str]]:
    return [(event.event_type, event.actor) for event in acts()]


def test_a_link_lets_a_person_join_in_its_role(invited: Invited) -> None:
    joined = accept(invited, make_user("sora"))

    assert isinstance(joined, Membership)
    assert (joined.user.get_username(), joined.role, joined.project.slug) == ("sora", "reviewer", "ledger")
    assert recorded_events() == [("invitation_made", "dana"), ("member_added", "sora")]
    added = Event.objects.latest("seq").body
    assert added == {"project": "ledger", "member": "sora", "role": "reviewer", "invitation": invited.invitation.pk}
    assert list(audit_store()) == []


def test_a_new_account_is_stored_with_its_membership(invited: Invited) -> None:
    accept(invited, User(username="sora"))

    assert Membership.objects.get(user__username="sora").role == "reviewer"


def test_a_new_account_is_not_stored_when_the_link_lets_nobody_in(invited: Invited, dana: User) -> None:
    revoke_invitation(invitation_id=invited.invitation.pk, actor=dana)

    assert accept(invited, User(username="sora")) == Unchanged(Obstacle.INVITATION_REVOKED)
    assert not User.objects.filter(username="sora").exists()


def test_a_new_account_with_a_name_taken_meanwhile_is_refused(invited: Invited) -> None:
    make_user("sora")

    assert accept(invited, User(username="sora")) == Unchanged(Obstacle.NAME_TAKEN)
    assert not Membership.objects.filter(user__username="sora").exists()


def test_the_token_is_random_and_nowhere_to_be_read(invited: Invited) -> None:
    other = make(invited.invitation.made_by)

    assert len(invited.token) == len(other.token) == 43
    assert invited.token != other.token
    rows = [*Invitation.objects.values(), *Event.objects.values()]
    assert invited.token not in str(rows)


def test_a_link_is_found_by_its_token_alone(invited: Invited) -> None:
    assert invitation_for(invited.token) == invited.invitation
    assert invitation_for(invited.token[:-1]) is None
    assert invitation_for(invited.invitation.token_hash) is None


def test_a_link_lets_one_person_in(invited: Invited) -> None:
    accept(invited, make_user("sora"))

    assert accept(invited, make_user("jun")) == Unchanged(Obstacle.INVITATION_USED)
    assert list(open_invitations(make_project())) == []


def test_a_link_expires_after_a_week(invited: Invited) -> None:
    invitation = invited.invitation
    assert invitation.expires_at - invitation.made_at == timedelta(days=7)
    Invitation.objects.update(expires_at=timezone.now())

    assert accept(invited, make_user("sora")) == Unchanged(Obstacle.INVITATION_EXPIRED)
    assert list(open_invitations(make_project())) == []


def test_a_link_is_revoked_by_any_manager(invited: Invited) -> None:
    other = make_user("jun", project=make_project(), role=Role.MANAGER)

    revoked = revoke_invitation(invitation_id=invited.invitation.pk, actor=other)

    assert revoked == invited.invitation
    assert accept(invited, make_user("sora")) == Unchanged(Obstacle.INVITATION_REVOKED)
    assert recorded_events()[-1] == ("invitation_revoked", "jun")
    assert list(audit_store()) == []


def test_a_link_that_has_ended_is_not_revoked(invited: Invited, dana: User) -> None:
    again = make(dana)
    accept(again, make_user("sora"))
    revoke_invitation(invitation_id=invited.invitation.pk, actor=dana)

    for one in (invited, again):
        assert revoke_invitation(invitation_id=one.invitation.pk, actor=dana) == Unchanged(Obstacle.CONFLICT)


@pytest.mark.parametrize("role", [Role.AUDITOR, None])
def test_a_link_holds_only_while_who_made_it_manages(role: Role | None, invited: Invited, dana: User) -> None:
    assert obstacle_of(invited.invitation) is None
    Membership.objects.filter(user=dana).update(role=role) if role else Membership.objects.filter(user=dana).delete()

    assert accept(invited, make_user("sora")) == Unchanged(Obstacle.INVITATION_REVOKED)


def test_a_member_keeps_their_role_and_the_link_its_use(invited: Invited) -> None:
    viewer = make_user("guest", project=make_project(), role=Role.VIEWER)

    assert accept(invited, viewer) == Unchanged(Obstacle.ALREADY_MEMBER)
    assert Membership.objects.get(user=viewer).role == "viewer"
    assert isinstance(accept(invited, make_user("sora")), Membership)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.MANAGER])
def test_only_managers_invite_and_revoke(role: Role, invited: Invited) -> None:
    actor = make_user("jun", project=make_project(), role=role)
    before = recorded_events()

    made = invite(project_id=make_project().pk, role=Role.VIEWER, actor=actor)
    revoked = revoke_invitation(invitation_id=invited.invitation.pk, actor=actor)

    assert (made, revoked) == (Unchanged(Obstacle.NOT_PERMITTED), Unchanged(Obstacle.NOT_PERMITTED))
    assert recorded_events() == before
