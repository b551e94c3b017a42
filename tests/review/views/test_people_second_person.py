"""Invitations to certifier and manager on the pages: what waits is shown, and another manager or staff confirms it."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.roles import Role
from review.models import Invitation, Membership, Project
from review.services.people.invitations import accept_invitation
from tests.factories import make_invitation, make_user
from tests.joining import join

pytestmark = pytest.mark.django_db

LEDGER = "/projects/ledger/"
LINK = "/invitations/token/"
HTMX = {"HX-Request": "true"}
WAITS = "sora followed the link by dana and waits for a second manager or staff"
NEW = {"username": "sora", "password1": "evening walks in Daejeon", "password2": "evening walks in Daejeon"}


@pytest.fixture
def invitation(project: Project) -> Invitation:
    return make_invitation(Role.CERTIFIER)


@pytest.fixture
def waiting(invitation: Invitation) -> Invitation:
    """Return the invitation that a new account has followed."""
    accept_invitation(invitation_id=invitation.pk, user=User(username="sora"))
    return invitation


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


def confirm(
    client: Client, invitation: Invitation, headers: dict[str, str] | None = None, account: str = "sora"
) -> tuple[int, str]:
    address = f"{LEDGER}invitations/{invitation.pk}/confirm/"
    response = client.post(address, {"account": account}, headers=headers)
    return response.status_code, response.content.decode()


def role_of_sora() -> str | None:
    return Membership.objects.filter(user__username="sora").values_list("role", flat=True).first()


def test_the_link_makes_an_account_that_waits(client: Client, invitation: Invitation) -> None:
    assert b"You have the role when a second manager or staff confirms your account." in client.get(LINK).content

    home = client.post(LINK, NEW, follow=True).content.decode()

    assert "You are certifier when a second manager or staff confirms your account." in home
    assert role_of_sora() is None
    projects = client.get("/projects/").content.decode()
    assert "dana invited you to Ledger as certifier" in projects
    assert "You are in no project yet" not in projects
    assert client.get(LEDGER).status_code == 404


def test_who_made_it_reads_who_waits_and_cannot_confirm(dana: Client, waiting: Invitation) -> None:
    page = dana.get(LEDGER).content.decode()

    assert WAITS in page
    assert f'id="confirm-{waiting.pk}"' not in page
    status, page = confirm(dana, waiting, HTMX)
    assert status == 422
    assert "You are one person with this account, or invited it: somebody else has to confirm it." in page
    assert role_of_sora() is None


def test_another_manager_confirms_the_account_by_name(boss: Client, waiting: Invitation) -> None:
    page = boss.get(LEDGER).content.decode()
    assert f'id="confirm-{waiting.pk}"' in page
    assert "Confirm sora" in page

    status, page = confirm(boss, waiting, HTMX)

    assert (status, WAITS in page) == (200, False)
    assert "sora has the role certifier now." in page
    assert role_of_sora() == "certifier"
    assert confirm(boss, waiting)[0] == 409


def test_a_confirmation_names_the_account_that_waits(boss: Client, waiting: Invitation) -> None:
    assert confirm(boss, waiting, account="mina")[0] == 409
    assert confirm(boss, waiting, account="")[0] == 422
    assert role_of_sora() is None


def test_staff_confirm_it_who_manage_nothing_and_the_page_says_so(root: Client, waiting: Invitation) -> None:
    page = root.get(LEDGER).content.decode()
    assert (f'id="confirm-{waiting.pk}"' in page, 'id="invite"' in page) == (True, False)
    assert f'id="revoke-{waiting.pk}"' not in page

    status, _ = confirm(root, waiting)

    waiting.refresh_from_db()
    assert (status, str(waiting.confirmed_by), role_of_sora()) == (302, "guest", "certifier")
    page = " ".join(root.get(LEDGER).content.decode().split())
    assert "invited by dana · another person, says guest" in page


@pytest.mark.parametrize("headers", [None, HTMX])
def test_nobody_else_confirms_it(mina: Client, waiting: Invitation, headers: dict[str, str] | None) -> None:
    assert confirm(mina, waiting, headers)[0] == 403
    assert role_of_sora() is None


def test_a_manager_revokes_it_from_who_waits(dana: Client, waiting: Invitation) -> None:
    response = dana.post(f"{LEDGER}invitations/{waiting.pk}/revoke/", headers=HTMX)

    assert b"Revoked: sora does not get the role." in response.content
    assert WAITS not in response.content.decode()


def test_the_invitation_of_another_project_is_not_found(boss: Client, invitation: Invitation) -> None:
    elsewhere = f"/projects/other/invitations/{invitation.pk}/confirm/"

    assert boss.post(elsewhere, {"account": "sora"}).status_code == 404


def test_a_new_link_says_that_it_waits(dana: Client) -> None:
    notice = "has the role when a second manager or staff confirms that account"

    waiting, free = (dana.post(f"{LEDGER}invitations/", {"role": role}) for role in ("manager", "viewer"))

    assert (notice in waiting.content.decode(), notice in free.content.decode()) == (True, False)


def test_staff_confirm_that_a_member_is_another_person(root: Client, dana: Client, invitation: Invitation) -> None:
    member = join(invitation.made_by, "jun")
    address, button = f"{LEDGER}members/{member.pk}/confirm/", f'id="person-{member.pk}"'
    assert (button in root.get(LEDGER).content.decode(), button in dana.get(LEDGER).content.decode()) == (True, False)
    assert dana.post(address, headers=HTMX).status_code == 403

    page = root.post(address, headers=HTMX).content.decode()

    assert "Confirmed: jun is another person." in page
    assert button not in page
    assert root.post(address, headers=HTMX).status_code == 409


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
