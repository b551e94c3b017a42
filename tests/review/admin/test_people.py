"""Projects and memberships in the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import AccountOrigin, Membership, Project
from review.services.audit.audit_store import audit_store
from tests.factories import make_invitation, make_project, make_session, make_user
from tests.joining import join, staff
from tests.journal import acts

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


def test_staff_create_a_project_with_its_members(root: Client) -> None:
    mina, guest = make_user("mina"), make_user("guest")
    form = {
        "name": "Ledger",
        "slug": "ledger",
        "stale_after_days": 180,
        **members((mina, "reviewer"), (guest, "viewer")),
    }

    response = root.post(reverse("admin:review_project_add"), form)

    assert response.status_code == 302
    project = Project.objects.get(slug="ledger")
    assert list(project.memberships.order_by("pk").values_list("user__username", "role")) == [
        ("mina", "reviewer"),
        ("guest", "viewer"),
    ]


def test_a_person_is_a_member_once(root: Client) -> None:
    mina = make_user("mina")
    form = {
        "name": "Ledger",
        "slug": "ledger",
        "stale_after_days": 180,
        **members((mina, "reviewer"), (mina, "viewer")),
    }

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


def change_ledger(root: Client, *rows: tuple[Membership | None, User, str], **fields: str) -> None:
    """Save the project with its rows, existing ones first; an empty role deletes a row."""
    project = make_project("ledger")
    form: dict[str, object] = {"name": "Ledger", "stale_after_days": project.stale_after_days, **fields}
    form["memberships-TOTAL_FORMS"] = len(rows)
    form["memberships-INITIAL_FORMS"] = sum(membership is not None for membership, _, _ in rows)
    for number, (membership, user, role) in enumerate(rows):
        row = {"user": user.pk, "role": role or "viewer", "project": project.pk}
        row |= {"id": membership.pk} if membership else {}
        row |= {} if role else {"DELETE": "on"}
        form |= {f"memberships-{number}-{name}": value for name, value in row.items()}
    assert root.post(reverse("admin:review_project_change", args=[project.pk]), form).status_code == 302


def recorded() -> list[tuple[str, dict[str, object]]]:
    assert {event.actor for event in acts()} <= {"root"}
    return [(event.event_type, event.body) for event in acts()]


def test_staff_change_people_and_the_journal_records_it(root: Client) -> None:
    mina, jun, hana, sora = (make_user(name) for name in ("mina", "jun", "hana", "sora"))
    one, two, three = (make_user(user.username, project=make_project()).memberships.get() for user in (mina, jun, hana))

    change_ledger(root, (one, mina, "manager"), (two, jun, ""), (three, sora, "reviewer"), (None, jun, "auditor"))

    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {"mina": "manager", "sora": "reviewer", "jun": "auditor"}
    assert [kind for kind, _ in recorded()] == [
        "member_removed",
        "role_changed",
        "member_removed",
        "member_added",
        "member_added",
    ]
    changed = {"project": "ledger", "member": "mina", "from_role": "reviewer", "to_role": "manager"}
    assert recorded()[1][1] == changed | {"invitation": None}
    assert list(audit_store()) == []


def test_staff_switch_policy_items_and_the_journal_records_it(root: Client) -> None:
    change_ledger(root, two_reviewers="on")
    change_ledger(root, two_reviewers="on", explain_sources="on")
    change_ledger(root, explain_sources="on")

    assert [(body["policy"], body["on"]) for _, body in recorded()] == [
        ("two_reviewers", True),
        ("explain_sources", True),
        ("two_reviewers", False),
    ]
    assert (make_project().explain_sources, make_project().two_reviewers) == (True, False)


def test_staff_limit_stale_sources_and_the_journal_records_it(root: Client) -> None:
    change_ledger(root, stale_after_days="90")
    change_ledger(root, stale_after_days="90")

    assert recorded() == [("stale_limit_changed", {"project": "ledger", "days": 90})]
    assert make_project().stale_after_days == 90


def test_a_project_keeps_its_slug(root: Client) -> None:
    change_ledger(root, slug="renamed")

    assert Project.objects.get().slug == "ledger"


def test_invitations_are_listed_without_their_token(root: Client) -> None:
    invitation = make_invitation()
    listed = root.get(reverse("admin:review_invitation_changelist")).content
    shown = root.get(reverse("admin:review_invitation_change", args=[invitation.pk]))

    assert b"manager" in listed
    assert shown.status_code == 200
    assert invitation.token_hash.encode() not in listed + shown.content


def test_staff_confirm_accounts_as_other_people_and_see_who_invited_them(root: Client) -> None:
    where, sora = reverse("admin:auth_user_changelist"), join(make_user("dana"), "sora")
    form = {"action": "confirm_person", "_selected_action": [sora.pk]}
    assert 'class="field-invited_by">dana<' in root.get(where).content.decode()

    said = [[str(one) for one in root.post(where, form, follow=True).context["messages"]] for _ in range(2)]

    assert said[0] == ["Confirmed: sora is another person."]
    assert said[1][0].startswith("sora: Somebody changed this a moment ago.")
    assert 'class="field-confirmed_by">root<' in root.get(where).content.decode()
    page = root.get(reverse("admin:auth_user_change", args=[sora.pk])).content.decode()
    assert ("dana" in page, "Another person, says" in page) == (True, True)
    assert list(audit_store()) == []


def test_accounts_that_staff_make_record_who_made_them(root: Client) -> None:
    form = {"username": "made", "password1": "evening walks", "password2": "evening walks", "usable_password": "true"}

    assert root.post(reverse("admin:auth_user_add"), form).status_code == 302

    assert str(AccountOrigin.objects.get(account__username="made").invited_by) == "root"
    assert list(audit_store()) == []


def test_staff_who_may_not_appoint_people_are_offered_no_confirmation(client: Client) -> None:
    client.force_login(staff("root", "view_user", "change_user"))

    page = client.get(reverse("admin:auth_user_changelist"))

    assert (page.status_code, b"confirm_person" in page.content) == (200, False)
