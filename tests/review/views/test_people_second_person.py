"""Invitations to certifier and manager on the pages: what waits is shown, and another manager or staff confirms it."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.roles import Role
from review.models import Invitation, Membership, Project
from tests.factories import make_invitation, make_user

pytestmark = pytest.mark.django_db

LEDGER = "/projects/ledger/"
LINK = "/invitations/token/"
HTMX = {"HX-Request": "true"}
WAITS = "waits for a second manager or staff"


@pytest.fixture
def invitation(project: Project) -> Invitation:
    return make_invitation(Role.CERTIFIER)


@pytest.fixture
def dana(invitation: Invitation, as_person: Callable[[User], Client]) -> Client:
    return as_person(invitation.made_by)


@pytest.fixture
def boss(project: Project, as_person: Callable[[User], Client]) -> Client:
    return as_person(make_user("boss", project=project, role=Role.MANAGER))


@pytest.fixture
def root(as_person: Callable[[User], Client], viewer: User) -> Client:
    User.objects.filter(pk=viewer.pk).update(is_staff=True, is_superuser=True)
    return as_person(User.objects.get(pk=viewer.pk))


def confirm(client: Client, invitation: Invitation, headers: dict[str, str] | None = None) -> tuple[int, str]:
    response = client.post(f"{LEDGER}invitations/{invitation.pk}/confirm/", headers=headers)
    return response.status_code, response.content.decode()


def test_the_link_lets_nobody_in_before_it_is_confirmed(client: Client, invitation: Invitation) -> None:
    words = {"username": "sora", "password1": "evening walks in Daejeon", "password2": "evening walks in Daejeon"}

    for response in (client.get(LINK), client.post(LINK, words)):
        assert response.status_code == 403
        assert b"still has to be confirmed by a second manager or by staff" in response.content
    assert not User.objects.filter(username="sora").exists()


def test_who_made_it_reads_that_it_waits_and_cannot_confirm(dana: Client, invitation: Invitation) -> None:
    page = dana.get(LEDGER).content.decode()

    assert WAITS in page
    assert f'id="confirm-{invitation.pk}"' not in page
    assert confirm(dana, invitation)[0] == 403


def test_another_manager_confirms_it_on_the_page(boss: Client, client: Client, invitation: Invitation) -> None:
    assert f'id="confirm-{invitation.pk}"' in boss.get(LEDGER).content.decode()

    status, page = confirm(boss, invitation, HTMX)

    assert (status, WAITS in page, "confirmed by boss" in page) == (200, False, True)
    assert "Confirmed: the link may be followed now." in page
    assert client.get(LINK).status_code == 200
    assert confirm(boss, invitation)[0] == 409


def test_staff_confirm_it_who_manage_nothing(root: Client, invitation: Invitation) -> None:
    page = root.get(LEDGER).content.decode()
    assert (f'id="confirm-{invitation.pk}"' in page, 'id="invite"' in page) == (True, False)
    assert f'id="revoke-{invitation.pk}"' not in page

    status, _ = confirm(root, invitation)

    invitation.refresh_from_db()
    assert (status, str(invitation.confirmed_by)) == (302, "guest")


@pytest.mark.parametrize("headers", [None, HTMX])
def test_nobody_else_confirms_it(mina: Client, invitation: Invitation, headers: dict[str, str] | None) -> None:
    assert confirm(mina, invitation, headers)[0] == 403
    assert Invitation.objects.get().confirmed_by is None


def test_the_invitation_of_another_project_is_not_found(boss: Client, invitation: Invitation) -> None:
    elsewhere = f"/projects/other/invitations/{invitation.pk}/confirm/"

    assert boss.post(elsewhere).status_code == 404


def test_a_new_link_says_that_it_waits(dana: Client) -> None:
    notice = "A second manager or staff has to confirm it first"

    waiting, free = (dana.post(f"{LEDGER}invitations/", {"role": role}) for role in ("manager", "viewer"))

    assert (notice in waiting.content.decode(), notice in free.content.decode()) == (True, False)


def test_no_role_is_offered_that_a_manager_does_not_give_alone(dana: Client, root: Client, project: Project) -> None:
    make_user("hana", project=project, role=Role.CERTIFIER)

    def offered(client: Client, name: str) -> list[str]:
        pk = User.objects.get(username=name).pk
        [select] = re.findall(rf'<select id="role-{pk}".*?</select>', client.get(LEDGER).content.decode(), re.DOTALL)
        return re.findall(r'value="(\w+)"', select)

    assert offered(dana, "mina") == ["viewer", "reviewer", "auditor"]
    assert offered(dana, "hana") == ["viewer", "reviewer", "certifier", "auditor"]
    Membership.objects.filter(user__username="guest").update(role=Role.MANAGER)
    assert offered(root, "mina") == list(Role)


def test_a_role_that_needs_a_second_person_is_refused_with_the_way_to_it(dana: Client, reviewer: User) -> None:
    asked = {"seen_role": "reviewer", "to": "certifier"}

    response = dana.post(f"{LEDGER}members/{reviewer.pk}/", asked, headers=HTMX)

    assert response.status_code == 422
    assert b"No manager gives this role alone. Invite them to it" in response.content
