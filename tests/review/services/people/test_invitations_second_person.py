"""No manager appoints a certifier or a manager alone: a second manager or staff confirms the invitation."""

import pytest
from django.contrib.auth.models import Permission, User
from django.db import IntegrityError
from django.utils import timezone

from review.domain.roles import NEEDS_SECOND_PERSON, Obstacle, Role
from review.models import Event, Invitation, Membership
from review.selectors.people import open_invitations, project_page
from review.services.audit.audit_store import audit_store
from review.services.people.invitations import (
    Invited,
    Unchanged,
    accept_invitation,
    confirm_invitation,
    invite,
    revoke_invitation,
)
from tests.behind import rewrite
from tests.factories import make_project, make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db

UNCONFIRMED = Unchanged(Obstacle.INVITATION_UNCONFIRMED)
NOT_PERMITTED = Unchanged(Obstacle.NOT_PERMITTED)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def boss() -> User:
    return make_user("boss", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def invitation(dana: User) -> Invitation:
    return made_by(dana)


def made_by(actor: User, role: Role = Role.CERTIFIER) -> Invitation:
    invited = invite(project_id=make_project().pk, role=role, actor=actor)
    assert isinstance(invited, Invited)
    return invited.invitation


def staff(name: str, *codenames: str) -> User:
    person, _ = User.objects.update_or_create(username=name, defaults={"is_staff": True})
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return User.objects.get(pk=person.pk)


def accept(invitation: Invitation, name: str = "sora") -> Membership | Unchanged:
    return accept_invitation(invitation_id=invitation.pk, user=make_user(name))


def confirm(invitation: Invitation, actor: User) -> Invitation | Unchanged:
    return confirm_invitation(invitation_id=invitation.pk, actor=actor)


def recorded_events() -> list[tuple[str, str]]:
    return [(event.event_type, event.actor) for event in acts()]


def test_the_roles_that_need_a_second_person_are_those_that_certify_and_appoint() -> None:
    assert {Role.CERTIFIER, Role.MANAGER} == NEEDS_SECOND_PERSON


@pytest.mark.parametrize("role", Role)
def test_a_link_lets_somebody_in_by_one_manager_or_by_two(role: Role, dana: User) -> None:
    joined = accept(made_by(dana, role))

    assert joined == UNCONFIRMED if role in NEEDS_SECOND_PERSON else isinstance(joined, Membership)
    assert Membership.objects.filter(user__username="sora").exists() is (role not in NEEDS_SECOND_PERSON)


def test_a_new_account_is_not_stored_while_nobody_has_confirmed(invitation: Invitation) -> None:
    assert accept_invitation(invitation_id=invitation.pk, user=User(username="sora")) == UNCONFIRMED
    assert not User.objects.filter(username="sora").exists()


def test_another_manager_confirms_and_the_link_lets_one_person_in(invitation: Invitation, boss: User) -> None:
    confirmed = confirm(invitation, boss)

    assert isinstance(confirmed, Invitation)
    assert confirmed.confirmed_by == boss
    joined = accept(invitation)
    assert isinstance(joined, Membership)
    assert joined.role == "certifier"
    assert recorded_events() == [
        ("invitation_made", "dana"),
        ("invitation_confirmed", "boss"),
        ("member_added", "sora"),
    ]
    assert list(audit_store()) == []


def test_who_made_it_does_not_confirm_it(invitation: Invitation, dana: User) -> None:
    assert confirm(invitation, dana) == NOT_PERMITTED
    assert confirm(invitation, staff("dana", "change_membership")) == NOT_PERMITTED
    assert ("invitation_confirmed", "dana") not in recorded_events()


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.MANAGER])
def test_nobody_else_in_the_project_confirms_it(role: Role, invitation: Invitation) -> None:
    assert confirm(invitation, make_user("jun", project=make_project(), role=role)) == NOT_PERMITTED


def test_a_manager_of_another_project_does_not_confirm_it(invitation: Invitation) -> None:
    assert confirm(invitation, make_user("jun", project=make_project("other"), role=Role.MANAGER)) == NOT_PERMITTED


def test_staff_who_appoint_people_confirm_it_where_there_is_one_manager(invitation: Invitation) -> None:
    assert confirm(invitation, staff("root", "change_entry")) == NOT_PERMITTED
    assert isinstance(confirm(invitation, staff("root", "change_membership")), Invitation)
    assert isinstance(accept(invitation), Membership)


def test_what_staff_make_needs_no_second_person(dana: User) -> None:
    invitation = made_by(staff(dana.get_username(), "change_membership"))

    assert isinstance(accept(invitation), Membership)


def test_it_waits_again_when_its_maker_is_staff_no_more(dana: User) -> None:
    invitation = made_by(staff(dana.get_username(), "change_membership"))
    User.objects.filter(pk=dana.pk).update(is_staff=False)

    assert accept(invitation) == UNCONFIRMED


def test_it_waits_for_another_when_who_confirmed_it_may_no_more(invitation: Invitation, boss: User) -> None:
    confirm(invitation, boss)
    Membership.objects.filter(user=boss).update(role=Role.REVIEWER)
    assert accept(invitation) == UNCONFIRMED

    confirm(invitation, staff("root", "change_membership"))

    assert isinstance(accept(invitation), Membership)
    assert [actor for kind, actor in recorded_events() if kind == "invitation_confirmed"] == ["boss", "root"]


@pytest.mark.parametrize("end", ["confirmed", "revoked", "expired", "needs none"])
def test_what_has_ended_or_needs_nobody_is_a_conflict(end: str, dana: User, boss: User) -> None:
    invitation = made_by(dana, Role.REVIEWER if end == "needs none" else Role.MANAGER)
    match end:
        case "confirmed":
            confirm(invitation, boss)
        case "revoked":
            revoke_invitation(invitation_id=invitation.pk, actor=dana)
        case "expired":
            Invitation.objects.update(expires_at=timezone.now())

    before = recorded_events()

    assert (confirm(invitation, boss), recorded_events()) == (Unchanged(Obstacle.CONFLICT), before)


@pytest.mark.parametrize("held", [Role.VIEWER, Role.REVIEWER, Role.AUDITOR])
def test_a_member_takes_the_role_by_the_link(held: Role, invitation: Invitation, boss: User) -> None:
    make_user("jun", project=make_project(), role=held)
    confirm(invitation, boss)

    joined = accept(invitation, "jun")

    assert isinstance(joined, Membership)
    assert Membership.objects.get(user__username="jun").role == "certifier"
    body = {"project": "ledger", "member": "jun", "from_role": held, "to_role": "certifier"}
    assert Event.objects.latest("pk").body == body | {"invitation": invitation.pk}
    assert list(audit_store()) == []
    assert accept(invitation) == Unchanged(Obstacle.INVITATION_USED)


@pytest.mark.parametrize("held", [Role.CERTIFIER, Role.MANAGER])
def test_nobody_loses_the_role_of_a_manager_by_a_link(held: Role, invitation: Invitation, boss: User) -> None:
    make_user("jun", project=make_project(), role=held)
    confirm(invitation, boss)

    assert accept(invitation, "jun") == Unchanged(Obstacle.ALREADY_MEMBER)
    assert Membership.objects.get(user__username="jun").role == held


def test_the_page_says_what_waits_and_who_may_confirm(invitation: Invitation, dana: User, boss: User) -> None:
    def waits(reader: User) -> list[tuple[bool, bool]]:
        shown = project_page(make_project(), reader).invitations
        return [(one.is_unconfirmed, one.may_confirm) for one in shown]

    assert (waits(dana), waits(boss)) == ([(True, False)], [(True, True)])
    assert waits(staff("root", "change_membership")) == [(True, True)]
    assert waits(make_user("jun", project=make_project())) == []
    confirm(invitation, boss)
    assert (waits(dana), waits(boss)) == ([(False, False)], [(False, False)])
    assert list(open_invitations(make_project())) == [invitation]


def test_the_database_refuses_who_made_it_as_the_second_person(invitation: Invitation, dana: User) -> None:
    with pytest.raises(IntegrityError):
        Invitation.objects.filter(pk=invitation.pk).update(confirmed_by=dana, confirmed_at=timezone.now())


def test_the_audit_finds_a_confirmation_that_nobody_gave(invitation: Invitation, boss: User) -> None:
    Invitation.objects.update(confirmed_by=boss, confirmed_at=timezone.now())

    assert [(one.code, one.pk) for one in audit_store()] == [("invitation_unaccounted", invitation.pk)]


def test_the_audit_finds_a_confirmation_by_somebody_else(invitation: Invitation, boss: User) -> None:
    confirm(invitation, boss)
    rewrite("review_invitation", "confirmed_by_id", make_user("jun").pk)

    assert [one.code for one in audit_store()] == ["invitation_unaccounted"]
