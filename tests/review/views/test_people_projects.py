"""The page of a project: members read it, managers change it."""

from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, override_settings

from review.domain.roles import Role
from review.models import Event, Invitation, Membership, Project, ReviewSession
from review.selectors.people import invitation_for
from tests.factories import make_entry, make_project, make_session, make_user

LEDGER = "/projects/ledger/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def manager(project: Project) -> User:
    return make_user("dana", project=project, role=Role.MANAGER)


@pytest.fixture
def dana(manager: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(manager)


def role_of(user: User) -> str | None:
    return Membership.objects.filter(user=user, project__slug="ledger").values_list("role", flat=True).first()


def change(
    client: Client, user: User, *, to: str, seen: str = "reviewer", headers: dict[str, str] | None = None
) -> HttpResponse:
    response = client.post(f"{LEDGER}members/{user.pk}/", {"seen_role": seen, "to": to}, headers=headers)
    assert isinstance(response, HttpResponse)
    return response


def test_members_read_who_is_in_a_project_and_change_nothing(guest: Client, manager: User) -> None:
    page = guest.get(LEDGER).content.decode()

    assert all(name in page for name in ("mina", "guest", "dana", "manager", "Two reviewers for verified"))
    assert f'action="{LEDGER}' not in page
    assert "Invitations" not in page


def test_a_manager_finds_the_project_in_the_navigation(dana: Client, guest: Client) -> None:
    assert f'<a href="{LEDGER}"' in dana.get("/help/").content.decode()
    assert LEDGER not in guest.get("/help/").content.decode()


def test_a_manager_of_several_projects_finds_the_list(dana: Client, manager: User) -> None:
    make_user("dana", project=make_project("second"), role=Role.MANAGER)
    make_user("dana", project=make_project("third"), role=Role.VIEWER)

    assert '<a href="/projects/"' in dana.get("/help/").content.decode()
    listed = dana.get("/projects/").content.decode()
    assert [name in listed for name in (LEDGER, "/projects/second/", "/projects/third/")] == [True] * 3


def test_people_without_a_project_are_shown_whom_to_ask(as_person: Callable[[User], Client], db: None) -> None:
    page = as_person(make_user("new")).get("/projects/").content

    assert b"You are in no project yet" in page


def test_a_manager_changes_a_role_without_scripts(dana: Client, reviewer: User) -> None:
    response = change(dana, reviewer, to="auditor")

    assert (response.status_code, response.headers["Location"], role_of(reviewer)) == (302, LEDGER, "auditor")
    assert b"mina has the role auditor now." in dana.get(LEDGER).content


def test_a_manager_changes_a_role_at_once_with_htmx(dana: Client, reviewer: User) -> None:
    response = change(dana, reviewer, to="auditor", headers=HTMX)

    assert response.status_code == 200
    assert b"<html" not in response.content
    assert b"mina has the role auditor now." in response.content
    assert b'<option value="auditor" selected>' in response.content


def test_what_somebody_else_changed_meanwhile_is_shown(dana: Client, reviewer: User) -> None:
    Membership.objects.filter(user=reviewer).update(role=Role.CERTIFIER)

    response = change(dana, reviewer, to="auditor")

    assert (response.status_code, role_of(reviewer)) == (409, "certifier")
    assert b"Somebody changed this a moment ago." in response.content


@pytest.mark.parametrize("fields", [{"seen_role": "reviewer", "to": "king"}, {"to": "viewer"}, {}])
def test_an_unknown_role_is_refused(dana: Client, reviewer: User, fields: dict[str, str]) -> None:
    response = dana.post(f"{LEDGER}members/{reviewer.pk}/", fields)

    assert (response.status_code, role_of(reviewer)) == (422, "reviewer")
    assert b'role="alert"' in response.content


def test_a_manager_removes_a_member(dana: Client, reviewer: User, as_person: Callable[[User], Client]) -> None:
    mina = as_person(reviewer)
    assert mina.get(LEDGER).status_code == 200

    response = dana.post(f"{LEDGER}members/{reviewer.pk}/remove/", {"seen_role": "reviewer"}, follow=True)

    assert b"mina is no longer a member. What they did stays." in response.content
    assert (role_of(reviewer), mina.get(LEDGER).status_code) == (None, 404)


def test_removing_without_the_role_that_was_seen_is_refused(dana: Client, reviewer: User) -> None:
    response = dana.post(f"{LEDGER}members/{reviewer.pk}/remove/")

    assert (response.status_code, role_of(reviewer)) == (422, "reviewer")


def test_the_last_manager_is_offered_no_way_out(dana: Client, manager: User, project: Project) -> None:
    offers = [f'id="{what}-{manager.pk}"' for what in ("change", "remove")]

    alone = dana.get(LEDGER).content.decode()
    make_user("vera", project=project, role=Role.MANAGER)
    together = dana.get(LEDGER).content.decode()

    assert [[offer in page for offer in offers] for page in (alone, together)] == [[False] * 2, [True] * 2]


def test_the_last_manager_is_asked_to_make_another_one(dana: Client, manager: User) -> None:
    response = change(dana, manager, to="viewer", seen="manager")

    assert (response.status_code, role_of(manager)) == (422, "manager")
    assert b"A project keeps one manager: make somebody else a manager first." in response.content


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_manager_who_leaves_is_redirected_to_the_list(dana: Client, manager: User, headers: dict[str, str]) -> None:
    make_user("sora", project=make_project(), role=Role.MANAGER)

    response = dana.post(f"{LEDGER}members/{manager.pk}/remove/", {"seen_role": "manager"}, headers=headers)

    assert response.headers["HX-Redirect" if headers else "Location"] == "/projects/"


def test_a_manager_who_steps_down_can_still_read(dana: Client, manager: User) -> None:
    make_user("sora", project=make_project(), role=Role.MANAGER)

    response = change(dana, manager, to="viewer", seen="manager", headers=HTMX)

    assert response.headers["HX-Redirect"] == LEDGER
    assert f'action="{LEDGER}' not in dana.get(LEDGER).content.decode()


def test_a_manager_switches_the_policy(dana: Client) -> None:
    on = dana.post(f"{LEDGER}policy/", {"policy": "two_reviewers", "on": "on"}, follow=True)
    assert (on.status_code, make_project().two_reviewers) == (200, True)
    assert b"The policy is changed." in on.content
    assert dana.post(f"{LEDGER}policy/", {"policy": "two_reviewers", "on": "on"}).status_code == 409

    dana.post(f"{LEDGER}policy/", {"policy": "two_reviewers"})

    assert make_project().two_reviewers is False
    assert dana.post(f"{LEDGER}policy/", {"policy": "slug", "on": "on"}).status_code == 422


def test_a_manager_allows_what_a_project_may_allow(dana: Client) -> None:
    page = dana.post(f"{LEDGER}policy/", {"policy": "bulk_unread", "on": "on"}, follow=True)

    assert (page.status_code, make_project().bulk_unread) == (200, True)
    assert 'id="policy-bulk_unread"' in page.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_link_is_shown_once(dana: Client, headers: dict[str, str]) -> None:
    response = dana.post(f"{LEDGER}invitations/", {"role": "certifier"}, headers=headers)

    assert (response.status_code, "no-store" in response.headers["Cache-Control"]) == (201, True)
    link = unescape(response.content.decode()).partition('readonly value="')[2].partition('"')[0]
    assert link.startswith("http://testserver/invitations/")
    invitation = invitation_for(link.split("/")[-2])
    assert invitation is not None
    assert (invitation.role, invitation.made_by.get_username()) == ("certifier", "dana")
    assert link not in dana.get(LEDGER).content.decode()


def test_a_link_uses_https_if_the_site_does(dana: Client) -> None:
    with override_settings(SESSION_COOKIE_SECURE=True):
        response = dana.post(f"{LEDGER}invitations/", {"role": "certifier"})

    assert b"https://testserver/invitations/" in response.content


def test_an_invitation_without_a_role_is_refused(dana: Client) -> None:
    assert dana.post(f"{LEDGER}invitations/", {"role": "king"}).status_code == 422
    assert not Invitation.objects.exists()


def test_a_manager_revokes_a_link(dana: Client) -> None:
    dana.post(f"{LEDGER}invitations/", {"role": "viewer"})
    where = f"{LEDGER}invitations/{Invitation.objects.get().pk}/revoke/"
    assert where in dana.get(LEDGER).content.decode()

    response = dana.post(where, follow=True)

    assert b"Revoked: the link lets nobody in." in response.content
    assert b"Nobody is invited at the moment." in response.content
    assert dana.post(where).status_code == 409


def test_an_invitation_of_another_project_is_not_found(dana: Client, as_person: Callable[[User], Client]) -> None:
    other = make_user("other", project=make_project("other"), role=Role.MANAGER)
    dana.post(f"{LEDGER}invitations/", {"role": "viewer"})

    where = f"/projects/other/invitations/{Invitation.objects.get().pk}/revoke/"

    assert as_person(other).post(where).status_code == 404
    assert Event.objects.filter(event_type="invitation_revoked").count() == 0


def test_pages_are_korean_for_korean_readers(dana: Client) -> None:
    page = dana.get(LEDGER, headers={"accept-language": "ko"}).content.decode()

    assert '<html lang="ko"' in page


def test_entries_show_their_project_to_members_of_several(mina: Client, reviewer: User, project: Project) -> None:
    make_entry(make_session(["We keep it."], project=project), ["We keep it."])
    assert b"<bdi>Ledger</bdi>" not in mina.get("/entries/").content
    second = make_project("second", reviewer=reviewer)
    make_entry(make_session(["We keep it."], project=second), ["We keep it."])

    page = mina.get("/entries/").content

    assert [b"<bdi>Ledger</bdi>" in page, b"<bdi>Second</bdi>" in page] == [True, True]
    assert b"<bdi>Ledger</bdi>" not in mina.get("/entries/?project=second").content


def test_reviewers_of_two_projects_upload_into_the_chosen_one(mina: Client, reviewer: User) -> None:
    second = make_project("second", reviewer=reviewer)
    form = {"project": second.pk, "text": '{"sessionId": "talk", "messages": ["hello"]}'}

    preview = mina.post("/upload/", form)
    mina.post(preview.headers["Location"])

    assert [session.project for session in ReviewSession.objects.all()] == [second]
