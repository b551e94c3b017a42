"""Projects and memberships: what staff make in the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import Membership, Project
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def members(*rows: tuple[User, str]) -> dict[str, object]:
    form: dict[str, object] = {"memberships-TOTAL_FORMS": len(rows), "memberships-INITIAL_FORMS": 0}
    for number, (user, role) in enumerate(rows):
        form |= {f"memberships-{number}-user": user.pk, f"memberships-{number}-role": role}
    return form


def test_staff_make_a_project_with_its_members(root: Client) -> None:
    mina, guest = make_user("mina"), make_user("guest")
    form = {"name": "Ledger", "slug": "ledger", **members((mina, "reviewer"), (guest, "viewer"))}

    response = root.post(reverse("admin:review_project_add"), form)

    assert response.status_code == 302
    project = Project.objects.get(slug="ledger")
    assert list(project.memberships.order_by("pk").values_list("user__username", "role")) == [
        ("mina", "reviewer"),
        ("guest", "viewer"),
    ]


def test_a_person_is_a_member_once(root: Client) -> None:
    mina = make_user("mina")
    form = {"name": "Ledger", "slug": "ledger", **members((mina, "reviewer"), (mina, "viewer"))}

    response = root.post(reverse("admin:review_project_add"), form)

    assert response.status_code == 200
    assert not Membership.objects.exists()


def test_a_project_with_sessions_is_not_deleted(root: Client) -> None:
    project = make_project()
    make_session(["hello"], project=project)

    root.post(reverse("admin:review_project_delete", args=[project.pk]), {"post": "yes"})

    assert Project.objects.filter(pk=project.pk).exists()


@pytest.mark.parametrize("page", ["changelist", "add"])
def test_projects_are_for_staff(client: Client, page: str) -> None:
    where = reverse(f"admin:review_project_{page}")
    assert client.get(where).status_code == 302
    client.force_login(make_user("mina", project=make_project()))

    assert client.get(where).status_code == 302


def test_projects_are_listed(root: Client) -> None:
    make_project("ledger")

    assert "ledger" in root.get(reverse("admin:review_project_changelist"), {"q": "Ledg"}).content.decode()
