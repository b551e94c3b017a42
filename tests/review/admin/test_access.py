"""Auditors read the registers of the projects they audit, and nothing else; nobody else is let in but staff."""

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from review.admin.registers import Register
from review.domain.policy import Stage
from review.models import (
    AccountOrigin,
    Alignment,
    Entry,
    Event,
    Invitation,
    Membership,
    Project,
    Quote,
    ReviewSession,
    Role,
)
from review.services.people import staff_actions
from review.services.people.invitations import accept_invitation
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_invitation, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
REGISTERS = sorted(model._meta.model_name or "" for model, page in site._registry.items() if isinstance(page, Register))
WORDS_OF_SORA = "evening walks in Daejeon"


@pytest.fixture(scope="module", autouse=True)
def _projects(standing: None) -> None:
    for slug, reviewer in (("ledger", "mina"), ("other", "jun")):
        person = make_user(reviewer, project=make_project(slug))
        entry = make_entry(make_session(WORDS, project=make_project(slug), session_id=slug), ["the raw text"])
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=person)
        added = {"user": make_user(f"new-{slug}"), "role": Role.VIEWER, "actor": None}
        staff_actions.add_member(project_id=make_project(slug).pk, **added)  # type: ignore[arg-type]
    make_invitation()


def log_in(client: Client, name: str, role: Role) -> Client:
    client.force_login(make_user(name, project=make_project(), role=role))
    return client


@pytest.fixture
def sora(client: Client) -> Client:
    return log_in(client, "sora", Role.AUDITOR)


def address(name: str, page: str, *args: object) -> str:
    return reverse(f"admin:review_{name}_{page}", args=args)


@pytest.mark.parametrize("role", Role)
def test_the_roles_that_audit_are_let_in(client: Client, role: Role) -> None:
    response = log_in(client, "sora", role).get(reverse("admin:index"))

    assert response.status_code == (200 if role in {Role.AUDITOR, Role.MANAGER} else 302)


@pytest.mark.parametrize("name", REGISTERS)
def test_an_auditor_reads_every_register_and_writes_in_none(sora: Client, name: str) -> None:
    assert sora.get(address(name, "changelist")).status_code == 200
    assert sora.get(address(name, "csv")).status_code == 200
    assert sora.get(address(name, "add")).status_code == 403


@pytest.mark.parametrize("model", [ReviewSession, Entry, Quote, Alignment, Event, Invitation])
def test_an_auditor_reads_the_projects_they_audit_alone(sora: Client, model: type[Entry]) -> None:
    name = str(model._meta.model_name)
    listed = sora.get(address(name, "changelist")).context["cl"].result_list
    own = {"pk__in": [row.pk for row in listed]}
    theirs = model._default_manager.exclude(**own)

    assert listed
    assert all("other" not in str(row.__dict__) for row in listed)
    for row in theirs:
        for page in ("change", "history"):
            assert sora.get(address(name, page, row.pk)).status_code in {302, 404}
    assert sora.get(address(name, "change", listed[0].pk)).status_code == 200


def test_an_auditor_reads_the_events_that_the_audit_pages_show(sora: Client) -> None:
    listed = {event.pk for event in sora.get(address("event", "changelist")).context["cl"].result_list}

    page = sora.get("/audit/").context["page"]
    assert listed == {event.pk for event in page.events}
    assert {event.event_type for event in Event.objects.filter(pk__in=listed)} >= {"member_added", "entry_promoted"}


def test_an_auditor_learns_of_no_other_person_or_project_by_a_filter(sora: Client) -> None:
    for name in REGISTERS:
        filters = sora.get(address(name, "changelist")).content.decode()
        assert [word for word in ("jun", "new-other", "Other") if word in filters] == []


def test_the_columns_of_another_project_cannot_be_asked_for(sora: Client) -> None:
    other = make_project("other").pk

    listed = sora.get(address("entry", "changelist"), {"session__project__id__exact": other})

    assert list(listed.context["cl"].result_list) == []


@pytest.mark.parametrize("page", ["review_project", "auth_user", "auth_group"])
def test_pages_for_staff_stay_closed_whatever_permissions_an_auditor_has(client: Client, page: str) -> None:
    sora = make_user("sora", project=make_project(), role=Role.AUDITOR)
    sora.user_permissions.set(Permission.objects.all())
    client.force_login(sora)
    pk = {"review_project": make_project().pk, "auth_user": sora.pk, "auth_group": 1}[page]

    assert page.split("_")[1] not in str(client.get(reverse("admin:index")).context["app_list"]).lower()
    for where in (reverse(f"admin:{page}_changelist"), reverse(f"admin:{page}_add")):
        assert client.get(where).status_code == 403
    for kind in ("change", "delete"):
        assert client.post(reverse(f"admin:{page}_{kind}", args=[pk]), {"post": "yes"}).status_code in {302, 403}
    assert Project.objects.count() == 2
    lookup = {"app_label": "review", "model_name": "membership", "field_name": "user", "term": "m"}
    assert client.get(reverse("admin:autocomplete"), lookup).status_code == 403


def test_an_auditor_with_permissions_still_reads_their_own_projects_alone(client: Client) -> None:
    sora = make_user("sora", project=make_project(), role=Role.AUDITOR)
    User.objects.filter(pk=sora.pk).update(is_superuser=True)
    client.force_login(User.objects.get(pk=sora.pk))

    assert client.get(address("entry", "changelist")).context["cl"].result_count == 1


def test_staff_without_the_permission_read_what_they_audit(client: Client) -> None:
    sora = make_user("sora", project=make_project(), role=Role.AUDITOR)
    User.objects.filter(pk=sora.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=sora.pk))

    assert client.get(address("entry", "changelist")).context["cl"].result_count == 1
    sora.user_permissions.set(Permission.objects.filter(codename="view_entry"))
    assert client.get(address("entry", "changelist")).context["cl"].result_count == 2


def test_the_detour_to_any_object_is_closed(sora: Client) -> None:
    kind = ContentType.objects.get_for_model(Project)
    where = reverse("admin:view_on_site", args=[kind.pk, make_project("other").pk])

    assert "/projects/other" not in sora.get(where).headers["Location"]


def test_pages_lead_to_where_a_row_can_be_read(sora: Client) -> None:
    event = Event.objects.filter(session__project__slug="ledger").latest("pk")
    shown = sora.get(address("event", "change", event.pk)).content.decode()
    listed = sora.get(address("event", "changelist")).content.decode()

    assert all(f'href="{reverse("review:event_detail", args=[event.pk])}"' in page for page in (shown, listed))
    assert sora.get(reverse("review:event_detail", args=[event.pk])).status_code == 200
    message = ReviewSession.objects.get(session_id="ledger").messages.get()
    assert "viewsitelink" not in sora.get(address("message", "change", message.pk)).content.decode()


@pytest.mark.parametrize(("role", "enters"), [(Role.AUDITOR, True), (Role.REVIEWER, False)])
def test_an_auditor_logs_in_at_the_door_of_the_admin(client: Client, role: Role, enters: bool) -> None:  # noqa: FBT001
    sora = make_user("sora", project=make_project(), role=role)
    sora.set_password(WORDS_OF_SORA)
    sora.save()

    response = client.post(reverse("admin:login"), {"username": "sora", "password": WORDS_OF_SORA})

    assert response.status_code == (302 if enters else 200)


def test_who_audits_no_more_is_let_in_no_more(sora: Client) -> None:
    Membership.objects.filter(user__username="sora").delete()

    assert sora.get(reverse("admin:index")).status_code == 302


def test_an_auditor_confirms_no_invitation(client: Client) -> None:
    log_in(client, "boss", Role.MANAGER)
    where, invitation = address("invitation", "changelist"), Invitation.objects.get()

    client.post(where, {"action": "confirm", "_selected_action": [invitation.pk]})

    assert Invitation.objects.get().confirmed_by is None


def test_staff_confirm_who_followed_an_invitation_as_the_second_person(client: Client) -> None:
    where, invitation = address("invitation", "changelist"), Invitation.objects.get()
    accept_invitation(invitation_id=invitation.pk, user=User(username="sora"))
    root = User.objects.create(username="root", is_staff=True, is_superuser=True)
    client.force_login(root)
    assert 'class="field-is_waiting">yes</td>' in client.get(where).content.decode()

    messages = [
        [str(one) for one in client.post(where, form, follow=True).context["messages"]]
        for form in [{"action": "confirm", "_selected_action": [invitation.pk]}] * 2
    ]

    assert messages[0] == ["Ledger · manager: sora has the role manager now."]
    assert messages[1][0].startswith("Ledger · manager: Somebody changed this a moment ago.")
    assert Invitation.objects.get().confirmed_by == root
    assert AccountOrigin.objects.get(account__username="sora").confirmed_by == root
    assert 'class="field-is_waiting">–</td>' in client.get(where).content.decode()
