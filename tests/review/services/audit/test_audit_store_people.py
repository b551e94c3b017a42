"""The audit of people: every change of a role, a policy or an account in the database alone is found."""

import pytest
from django.contrib.auth.models import User

from review.domain.policy import PolicyItem
from review.domain.roles import Role
from review.models import Event, Invitation, Membership, Project
from review.services.audit.audit_store import audit_store
from review.services.people import staff_actions
from review.services.people.invitations import Invited, accept_invitation, invite, revoke_invitation
from review.services.people.members import change_role, remove_member, set_policy, set_stale_limit
from tests.behind import rewrite
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _people() -> None:
    """Record every kind of event: dana manages, sora joined by a link, jun was a member, guest may not log in."""
    project = make_project()
    dana, jun, guest = make_user("dana"), make_user("jun"), make_user("guest")
    for user, role in ((dana, Role.MANAGER), (jun, Role.REVIEWER), (guest, Role.VIEWER)):
        staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
    change_role(project_id=project.pk, user_id=guest.pk, to=Role.AUDITOR, seen_role=Role.VIEWER, actor=dana)
    remove_member(project_id=project.pk, user_id=jun.pk, seen_role=Role.REVIEWER, actor=dana)
    set_policy(project_id=project.pk, policy=PolicyItem.TWO_REVIEWERS, on=True, actor=dana)
    set_stale_limit(project_id=project.pk, days=90, seen_days=180, actor=dana)
    used, revoked, _open = (invite(project_id=project.pk, role=Role.VIEWER, actor=dana) for _ in range(3))
    assert isinstance(used, Invited)
    assert isinstance(revoked, Invited)
    accept_invitation(invitation_id=used.invitation.pk, user=make_user("sora"))
    revoke_invitation(invitation_id=revoked.invitation.pk, actor=dana)
    staff_actions.set_active(user=guest, active=False, actor=dana)
    assert list(audit_store()) == []


def found() -> list[tuple[str, str]]:
    return [(finding.code, finding.detail) for finding in audit_store()]


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_a_role_that_nobody_gave_is_found() -> None:
    Membership.objects.filter(user=user("sora")).update(role=Role.MANAGER)

    assert found() == [("member_unaccounted", "sora")]


def test_a_membership_that_ended_and_is_there_again_is_found() -> None:
    Membership.objects.create(project=make_project(), user=user("jun"), role=Role.REVIEWER)

    assert found() == [("member_unaccounted", "jun")]


def test_a_membership_that_is_gone_is_found() -> None:
    Membership.objects.filter(user=user("guest")).delete()

    assert found() == [("member_unaccounted", "guest")]


def test_a_policy_item_that_nobody_switched_is_found() -> None:
    Project.objects.update(two_reviewers=False)

    assert found() == [("policy_unaccounted", "two_reviewers")]


def test_a_stale_limit_that_nobody_gave_is_found() -> None:
    Project.objects.update(stale_after_days=0)

    assert found() == [("policy_unaccounted", "stale_after_days")]


def test_an_account_that_nobody_let_in_again_is_found() -> None:
    User.objects.update(is_active=True)

    assert found() == [("account_unaccounted", "")]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_an_invitation_to_another_role_is_found(number: int) -> None:
    invitation = Invitation.objects.order_by("pk")[number]
    Invitation.objects.filter(pk=invitation.pk).update(role=Role.MANAGER)

    assert found() == [("invitation_unaccounted", "")]


@pytest.mark.parametrize("number", [0, 1])
def test_an_invitation_that_is_open_again_is_found(number: int) -> None:
    invitation = Invitation.objects.order_by("pk")[number]
    Invitation.objects.filter(pk=invitation.pk).update(accepted_at=None, accepted_by=None, revoked_at=None)

    assert found() == [("invitation_unaccounted", "")]


def test_an_invitation_that_nobody_made_is_found() -> None:
    invitation = Invitation.objects.filter(accepted_at=None, revoked_at=None).get()
    invitation.pk, invitation.token_hash = None, "0" * 64
    invitation.save()

    assert found() == [("invitation_unaccounted", "")]


def test_somebody_else_behind_an_invitation_is_found() -> None:
    Invitation.objects.filter(accepted_at__isnull=False).update(accepted_by=user("jun"))

    assert found() == [("invitation_unaccounted", "")]


def test_an_account_under_another_name_is_found() -> None:
    User.objects.filter(username="dana").update(username="nadia")

    assert ("member_unaccounted", "dana") in found()


def test_an_event_that_cannot_be_read_is_found() -> None:
    event = Event.objects.get(event_type="role_changed")
    rewrite("review_event", "payload", "{}", where=f"id = {event.pk}")

    assert [code for code, _ in found()] == ["event_changed", "journal_unreadable"]


def test_a_project_that_is_gone_with_all_its_people_is_found() -> None:
    Project.objects.all().delete()

    gone = [(code, detail) for code, detail in found() if code == "project_missing"]
    assert gone == [("project_missing", "ledger")]


@pytest.mark.parametrize("state", ["open", "accepted", "revoked"])
def test_an_invitation_that_is_gone_is_found(state: str) -> None:
    rows = {
        "open": Invitation.objects.filter(accepted_at=None, revoked_at=None),
        "accepted": Invitation.objects.exclude(accepted_at=None),
        "revoked": Invitation.objects.exclude(revoked_at=None),
    }
    gone = rows[state].earliest("pk")
    gone.delete()

    assert [code for code, _ in found()] == ["invitation_missing"]
