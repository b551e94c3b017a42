"""Staff confirm that an account is another person; nobody else does, and nobody for an account of their own."""

import pytest
from django.contrib.auth.models import User

from review.domain.roles import Obstacle, Role
from review.models import AccountOrigin, Event
from review.services.audit.audit_store import audit_store
from review.services.people.confirmations import Unchanged, confirm_account
from tests.behind import remove
from tests.factories import make_project, make_user
from tests.joining import confirm_person, join, make_in_admin, staff

pytestmark = pytest.mark.django_db

CONFLICT, SAME_PERSON = Unchanged(Obstacle.CONFLICT), Unchanged(Obstacle.SAME_PERSON)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def sora(dana: User) -> User:
    return join(dana, "sora")


def confirmations() -> list[tuple[str, str]]:
    return [(event.actor, event.body["account"]) for event in Event.objects.filter(event_type="account_confirmed")]


def test_staff_confirm_an_account_once(sora: User) -> None:
    root = staff()

    origin = confirm_account(account=sora, actor=root)

    assert isinstance(origin, AccountOrigin)
    assert (origin.confirmed_by, origin.confirmed_at is None) == (root, False)
    assert confirmations() == [("root", "sora")]
    assert confirm_account(account=sora, actor=staff("other")) == CONFLICT
    assert list(audit_store()) == []


@pytest.mark.parametrize("permission", ["change_entry", "change_project", "view_membership"])
def test_staff_who_may_not_appoint_people_do_not_confirm(permission: str, sora: User) -> None:
    assert confirm_account(account=sora, actor=staff("root", permission)) == Unchanged(Obstacle.NOT_PERMITTED)


@pytest.mark.parametrize("role", Role)
def test_members_do_not_confirm(role: Role, sora: User) -> None:
    other = make_user("other", project=make_project(), role=role)

    assert confirm_account(account=sora, actor=other) == Unchanged(Obstacle.NOT_PERMITTED)


def test_staff_do_not_confirm_themselves_nor_who_followed_their_link(sora: User, dana: User) -> None:
    assert confirm_account(account=sora, actor=staff(sora.username)) == SAME_PERSON
    assert confirm_account(account=sora, actor=staff(dana.username)) == SAME_PERSON
    assert confirmations() == []


def test_what_staff_confirm_that_they_made_can_be_confirmed_again_by_others_alone() -> None:
    root = staff()
    made = make_in_admin(root, "made")
    confirm_person(made, root)

    assert confirm_account(account=made, actor=root) == CONFLICT
    confirm_person(made, staff("other"))
    assert confirm_account(account=made, actor=staff("third")) == CONFLICT
    assert confirmations() == [("root", "made"), ("other", "made")]
    assert list(audit_store()) == []


def test_an_account_that_nobody_brought_needs_no_confirmation(dana: User) -> None:
    assert confirm_account(account=dana, actor=staff()) == CONFLICT


def test_an_account_without_an_origin_cannot_be_confirmed(sora: User) -> None:
    remove("review_accountorigin", where=f"account_id = {sora.pk}")

    assert confirm_account(account=sora, actor=staff()) == CONFLICT
