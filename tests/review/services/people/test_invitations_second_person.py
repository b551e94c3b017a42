"""No manager appoints a certifier or a manager alone: a second person confirms the account that followed the link."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from review.domain.roles import NEEDS_SECOND_PERSON, Obstacle, Role
from review.models import AccountOrigin, Event, Invitation, Membership
from review.selectors.people import open_invitations, project_page, waiting_for
from review.services.audit.audit_store import audit_store
from review.services.people.invitations import Unchanged, accept_invitation, confirm_invitation, revoke_invitation
from tests.behind import rewrite
from tests.factories import make_project, make_user
from tests.joining import confirm_person, join, make_link, staff
from tests.journal import acts

pytestmark = pytest.mark.django_db

CONFLICT, NOT_PERMITTED = Unchanged(Obstacle.CONFLICT), Unchanged(Obstacle.NOT_PERMITTED)
SAME_PERSON = Unchanged(Obstacle.SAME_PERSON)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def boss() -> User:
    return make_user("boss", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def waiting(dana: User) -> Invitation:
    """Return dana's invitation to certify, which the new account of sora has followed."""
    return followed(make_link(dana, Role.CERTIFIER))


def followed(invitation: Invitation, name: str = "sora") -> Invitation:
    accept(invitation, name)
    return Invitation.objects.get(pk=invitation.pk)


def accept(invitation: Invitation, name: str = "sora") -> Membership | Invitation | Unchanged:
    user = User.objects.filter(username=name).first() or User(username=name)
    return accept_invitation(invitation_id=invitation.pk, user=user)


def confirm(invitation: Invitation, actor: User, account: str = "sora") -> Membership | Unchanged:
    return confirm_invitation(invitation_id=invitation.pk, account=account, actor=actor)


def role_of(name: str) -> str | None:
    return Membership.objects.filter(user__username=name).values_list("role", flat=True).first()


def recorded_events() -> list[tuple[str, str]]:
    return [(event.event_type, event.actor) for event in acts()]


def test_the_roles_that_need_a_second_person_are_those_that_certify_and_appoint() -> None:
    assert {Role.CERTIFIER, Role.MANAGER} == NEEDS_SECOND_PERSON


@pytest.mark.parametrize("role", Role)
def test_a_link_lets_somebody_in_by_one_manager_or_by_two(role: Role, dana: User) -> None:
    joined = accept(make_link(dana, role))

    assert isinstance(joined, Invitation if role in NEEDS_SECOND_PERSON else Membership)
    assert role_of("sora") == (None if role in NEEDS_SECOND_PERSON else role)


def test_another_manager_confirms_the_account_by_name_and_it_has_the_role(waiting: Invitation, boss: User) -> None:
    confirmed = confirm(waiting, boss)

    assert isinstance(confirmed, Membership)
    assert role_of("sora") == "certifier"
    waiting.refresh_from_db()
    assert (waiting.confirmed_by, waiting.is_waiting) == (boss, False)
    assert recorded_events() == [
        ("invitation_made", "dana"),
        ("invitation_accepted", "sora"),
        ("invitation_confirmed", "boss"),
        ("member_added", "boss"),
    ]
    body = {"project": "ledger", "invitation": waiting.pk, "account": "sora"}
    assert Event.objects.get(event_type="invitation_confirmed").body == body
    assert list(audit_store()) == []


def test_a_confirmation_is_of_the_account_that_was_seen(waiting: Invitation, boss: User) -> None:
    make_user("somebody")

    assert confirm(waiting, boss, "somebody") == CONFLICT
    assert role_of("somebody") is role_of("sora") is None


def test_nobody_is_confirmed_before_anybody_has_followed_the_link(dana: User, boss: User) -> None:
    make_user("sora")

    assert confirm(make_link(dana, Role.CERTIFIER), boss) == CONFLICT


def test_who_made_it_does_not_confirm_it(waiting: Invitation, dana: User) -> None:
    assert confirm(waiting, dana) == SAME_PERSON
    assert confirm(waiting, staff("dana")) == SAME_PERSON
    assert role_of("sora") is None


def test_who_followed_it_does_not_confirm_it(dana: User) -> None:
    invitation = followed(make_link(dana, Role.MANAGER), staff().username)

    assert confirm(invitation, User.objects.get(username="root"), "root") == SAME_PERSON


def test_a_manager_who_counts_as_one_with_who_made_it_does_not_confirm_it(waiting: Invitation, dana: User) -> None:
    helper = join(dana, "helper", Role.MANAGER)

    assert confirm(waiting, helper) == SAME_PERSON
    confirm_person(helper)
    assert isinstance(confirm(waiting, helper), Membership)


def test_a_manager_who_counts_as_one_with_the_account_does_not_confirm_it(dana: User, boss: User) -> None:
    join(boss, "sock")
    invitation = followed(make_link(dana, Role.CERTIFIER), "sock")

    assert confirm(invitation, boss, "sock") == SAME_PERSON


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.MANAGER])
def test_nobody_else_in_the_project_confirms_it(role: Role, waiting: Invitation) -> None:
    assert confirm(waiting, make_user("jun", project=make_project(), role=role)) == NOT_PERMITTED


def test_a_manager_of_another_project_does_not_confirm_it(waiting: Invitation) -> None:
    assert confirm(waiting, make_user("jun", project=make_project("other"), role=Role.MANAGER)) == NOT_PERMITTED


def test_staff_who_appoint_people_confirm_it_and_that_it_is_another_person(waiting: Invitation) -> None:
    assert confirm(waiting, staff("root", "change_entry")) == NOT_PERMITTED
    root = staff()

    assert isinstance(confirm(waiting, root), Membership)

    assert AccountOrigin.objects.get(account__username="sora").confirmed_by == root
    assert [kind for kind, _ in recorded_events()][-3:] == [
        "invitation_confirmed",
        "account_confirmed",
        "member_added",
    ]
    assert list(audit_store()) == []


def test_a_manager_confirms_the_role_and_not_that_it_is_another_person(waiting: Invitation, boss: User) -> None:
    confirm(waiting, boss)

    assert AccountOrigin.objects.get(account__username="sora").confirmed_by is None


def test_what_staff_make_needs_no_second_person(dana: User) -> None:
    staff(dana.get_username())

    assert isinstance(accept(make_link(dana, Role.CERTIFIER)), Membership)


def test_it_waits_when_its_maker_is_staff_no_more(dana: User) -> None:
    staff(dana.get_username())
    invitation = make_link(dana, Role.CERTIFIER)
    User.objects.filter(pk=dana.pk).update(is_staff=False)

    assert isinstance(accept(invitation), Invitation)


def test_it_is_void_when_its_maker_manages_no_more(waiting: Invitation, dana: User, boss: User) -> None:
    Membership.objects.filter(user=dana).update(role=Role.REVIEWER)

    assert confirm(waiting, boss) == CONFLICT
    assert list(open_invitations(make_project())) == waiting_for(User.objects.get(username="sora")) == []


@pytest.mark.parametrize("end", ["confirmed", "revoked", "needs none", "has the role"])
def test_what_has_ended_or_needs_nobody_is_a_conflict(end: str, dana: User, boss: User) -> None:
    invitation = followed(make_link(dana, Role.REVIEWER if end == "needs none" else Role.MANAGER))
    match end:
        case "confirmed":
            confirm(invitation, boss)
        case "revoked":
            revoke_invitation(invitation_id=invitation.pk, actor=dana)
        case "has the role":
            make_user("sora", project=make_project(), role=Role.MANAGER)

    before = recorded_events()

    assert (confirm(invitation, boss), recorded_events()) == (CONFLICT, before)


def test_who_waits_is_confirmed_after_the_link_has_expired(waiting: Invitation, boss: User) -> None:
    Invitation.objects.update(expires_at=timezone.now())

    assert isinstance(confirm(waiting, boss), Membership)


def test_a_manager_revokes_it_from_who_waits(waiting: Invitation, dana: User) -> None:
    revoked = revoke_invitation(invitation_id=waiting.pk, actor=dana)

    assert isinstance(revoked, Invitation)
    assert (revoked.is_waiting, role_of("sora")) == (False, None)
    assert revoke_invitation(invitation_id=waiting.pk, actor=dana) == CONFLICT
    assert list(audit_store()) == []


def test_what_was_confirmed_is_not_revoked(waiting: Invitation, dana: User, boss: User) -> None:
    confirm(waiting, boss)

    assert revoke_invitation(invitation_id=waiting.pk, actor=dana) == CONFLICT


@pytest.mark.parametrize("held", [Role.VIEWER, Role.REVIEWER, Role.AUDITOR])
def test_a_member_keeps_the_role_until_the_account_is_confirmed(held: Role, dana: User, boss: User) -> None:
    make_user("jun", project=make_project(), role=held)
    invitation = followed(make_link(dana, Role.CERTIFIER), "jun")
    assert role_of("jun") == held

    joined = confirm(invitation, boss, "jun")

    assert isinstance(joined, Membership)
    assert role_of("jun") == "certifier"
    body = {"project": "ledger", "member": "jun", "from_role": held, "to_role": "certifier"}
    assert Event.objects.latest("pk").body == body | {"invitation": invitation.pk}
    assert list(audit_store()) == []
    assert accept(invitation) == Unchanged(Obstacle.INVITATION_USED)


@pytest.mark.parametrize("held", [Role.CERTIFIER, Role.MANAGER])
def test_nobody_loses_the_role_of_a_manager_by_a_link(held: Role, dana: User) -> None:
    make_user("jun", project=make_project(), role=held)

    assert accept(make_link(dana, Role.CERTIFIER), "jun") == Unchanged(Obstacle.ALREADY_MEMBER)
    assert role_of("jun") == held


def test_the_page_says_who_waits_and_who_may_confirm(waiting: Invitation, dana: User, boss: User) -> None:
    def waits(reader: User) -> list[tuple[bool, bool]]:
        shown = project_page(make_project(), reader).invitations
        return [(one.invitation.is_waiting, one.may_confirm) for one in shown]

    assert (waits(dana), waits(boss)) == ([(True, False)], [(True, True)])
    assert waits(staff()) == [(True, True)]
    assert waits(make_user("jun", project=make_project())) == []
    assert waiting_for(User.objects.get(username="sora")) == [waiting]
    confirm(waiting, boss)
    assert waits(dana) == waits(boss) == []
    assert waiting_for(User.objects.get(username="sora")) == []


@pytest.mark.parametrize("name", ["dana", "sora"])
def test_the_database_refuses_who_made_or_followed_it_as_the_second_person(waiting: Invitation, name: str) -> None:
    person, now = User.objects.get(username=name), timezone.now()

    with pytest.raises(IntegrityError):
        Invitation.objects.filter(pk=waiting.pk).update(confirmed_by=person, confirmed_at=now, is_waiting=False)


def test_the_audit_finds_a_confirmation_that_nobody_gave(waiting: Invitation, boss: User) -> None:
    Invitation.objects.update(confirmed_by=boss, confirmed_at=timezone.now(), is_waiting=False)

    assert [(one.code, one.pk) for one in audit_store()] == [("invitation_unaccounted", waiting.pk)]


def test_the_audit_finds_a_confirmation_by_somebody_else(waiting: Invitation, boss: User) -> None:
    confirm(waiting, boss)
    rewrite("review_invitation", "confirmed_by_id", make_user("jun").pk)

    assert [one.code for one in audit_store()] == ["invitation_unaccounted"]


def test_the_audit_finds_an_account_that_waits_no_more_without_an_event(waiting: Invitation) -> None:
    Invitation.objects.update(is_waiting=False)

    assert [one.code for one in audit_store()] == ["invitation_unaccounted"]
