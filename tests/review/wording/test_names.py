"""Types and roles have names in the reader's language, on every page that shows one; other texts are kept."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from review.models import Entry, Role
from review.services.people.invitations import invite
from review.wording import ENTRY_TYPES, facet_value, member_role, speaker_name, type_code, type_name
from tests.factories import make_entry, make_project, make_session, make_user

ROOT = Path(__file__).parents[3]
DEMO = sorted((ROOT / "review" / "demo").glob("*.json"))
TASK = "Renew the lease"


@pytest.fixture
def entry(client: Client, db: None) -> Entry:
    project = make_project()
    root = User.objects.create(username="root", is_staff=True, is_superuser=True)
    make_user("root", project=project, role=Role.MANAGER)
    client.force_login(root)
    client.cookies["django_language"] = "ko"
    session = make_session([{"role": "tool", "content": "We keep the raw text."}], project=project)
    return make_entry(session, [(0, "nobody said a word of this")], type="task", title=TASK)


@pytest.mark.parametrize(
    ("language", "code", "name"),
    [("ko", "fact", "사실"), ("ko", "decision", "결정"), ("ko", "task", "할 일"), ("en", "task", "task")],
)
def test_type_name_is_in_the_language_of_the_reader(language: str, code: str, name: str) -> None:
    with translation.override(language):
        assert (type_name(code), facet_value("type", code)) == (name, name)


@pytest.mark.parametrize("code", ["", "Fact", "lab-result", "<b>"])
def test_type_name_of_another_type_is_the_type(code: str) -> None:
    with translation.override("ko"):
        assert (type_name(code), facet_value("type", code)) == (code, code)


@pytest.mark.parametrize(("name", "code"), [("할 일", "task"), ("Decision", "decision"), ("Lab Result", "Lab Result")])
def test_type_code_of_a_name_is_found_however_it_is_written(name: str, code: str) -> None:
    with translation.override("en" if name.isascii() else "ko"):
        assert type_code(name) == code


def test_roles_have_names_and_others_are_kept() -> None:
    with translation.override("ko"):
        assert [speaker_name(code) for code in ("tool_result", "narrator")] == ["도구 출력", "narrator"]
        assert [member_role(code) for code in ("auditor", "owner")] == ["감사자", "owner"]


def test_every_type_of_the_demo_has_a_name() -> None:
    types = set()
    for path in DEMO:
        types |= set(re.findall(r'"type": ?"(\w+)"', json.dumps(json.loads(path.read_text(encoding="utf-8")))))

    assert types - set(ENTRY_TYPES) == set()
    assert len(types) > 4


@pytest.mark.parametrize(
    "address",
    [
        "/entries/",
        "/entries/{pk}/",
        "/entries/{pk}/?at=1",
        "/failed/",
        "/search/?q=renew&kind=entries",
        "/search/?q=renew&type=task",
        "/search/palette/?q=renew",
        "/admin/review/entry/",
        "/admin/review/entry/{pk}/change/",
    ],
)
def test_a_type_is_shown_by_its_name(client: Client, entry: Entry, address: str) -> None:
    seq = entry.events.order_by("seq").values_list("seq", flat=True)[0]
    response = client.get(address.format(pk=entry.pk).replace("at=1", f"at={seq}"))

    assert response.status_code == 200
    shown = re.sub(r"<[^>]+>", "\n", response.content.decode()).split("\n")
    assert "할 일" in map(str.strip, shown)
    assert "task" not in map(str.strip, shown)


@pytest.mark.usefixtures("entry")
def test_the_admin_names_roles(client: Client) -> None:
    project = make_project()
    invite(project_id=project.pk, role=Role.AUDITOR, actor=User.objects.get(username="root"))

    messages = client.get(reverse("admin:review_message_changelist")).content.decode()
    invitations = client.get(reverse("admin:review_invitation_changelist")).content.decode()
    members = client.get(reverse("admin:review_project_change", args=[project.pk])).content.decode()

    assert re.findall(r'field-role">([^<]+)<', messages) == ["도구 출력"]
    assert "감사자" in re.findall(r">([^<]+)</a>", invitations)
    assert re.findall(r'field-role">([^<]+)<', invitations) == ["감사자"]
    assert '<option value="certifier">인증자</option>' in members
