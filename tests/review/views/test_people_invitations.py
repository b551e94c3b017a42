"""Accepting an invitation: with an account or without, once, and never by just opening the page."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from review.domain.roles import Role
from review.models import Invitation, Membership, Project
from tests.factories import make_invitation, make_project, make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db

LINK = "/invitations/token/"
WORDS = "evening walks in Daejeon"
SORA = {"username": "sora", "password1": WORDS, "password2": WORDS}


@pytest.fixture(autouse=True)
def invitation() -> Invitation:
    return make_invitation(Role.AUDITOR)


def roles() -> dict[str, str]:
    return dict(Membership.objects.exclude(user__username="dana").values_list("user__username", "role"))


def test_the_page_says_who_invites_and_to_which_role(client: Client) -> None:
    response = client.get(LINK, headers={"accept-language": "en"})

    assert response.status_code == 200
    assert all(words in response.content for words in (b"Join Ledger", b"dana invites you as auditor."))
    assert "no-store" in response.headers["Cache-Control"]


def test_opening_the_page_does_not_use_up_the_invitation(client: Client, as_person: Callable[[User], Client]) -> None:
    for reader in (client, client, as_person(make_user("jun"))):
        assert reader.get(LINK).status_code == 200

    assert (roles(), acts().count()) == ({}, 0)


def test_a_person_without_an_account_creates_one_and_joins(client: Client) -> None:
    response = client.post(LINK, SORA, follow=True)

    assert (response.status_code, roles()) == (200, {"sora": "auditor"})
    assert b"You are a member of Ledger now, as auditor." in response.content
    assert User.objects.get(username="sora").check_password(WORDS)
    assert client.get("/projects/ledger/").status_code == 200


def test_a_person_with_an_account_joins_with_it(as_person: Callable[[User], Client]) -> None:
    jun = as_person(make_user("jun"))
    assert b"Join as jun" in jun.get(LINK).content

    response = jun.post(LINK, SORA)

    assert (response.status_code, roles()) == (302, {"jun": "auditor"})
    assert not User.objects.filter(username="sora").exists()


def test_a_person_with_an_account_returns_after_logging_in(client: Client) -> None:
    assert f'href="/accounts/login/?next={LINK}"' in client.get(LINK).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"username": "sorasora", "password1": "sorasora1", "password2": "sorasora1"}, id="like the name"),
        pytest.param({"password1": "12345678", "password2": "12345678"}, id="digits"),
        pytest.param({"password1": "qwerty123", "password2": "qwerty123"}, id="common"),
        pytest.param({"password1": "aB3$x", "password2": "aB3$x"}, id="short"),
        pytest.param({"password2": "evening walks in Busan"}, id="two different ones"),
        pytest.param({"username": "dana"}, id="a name that is taken"),
        pytest.param({"username": "Dana"}, id="a name that looks like one that is taken"),
        pytest.param({"username": "so ra"}, id="a name that is none"),
        pytest.param({"username": "", "password1": ""}, id="nothing"),
    ],
)
def test_an_account_needs_a_name_and_a_good_password(client: Client, wrong: dict[str, str]) -> None:
    response = client.post(LINK, SORA | wrong)

    assert (response.status_code, roles()) == (422, {})
    assert b'aria-invalid="true"' in response.content
    assert WORDS.encode() not in response.content


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ({"revoked_at": timezone.now()}, b"This invitation was revoked."),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, b"This invitation has expired"),
    ],
)
def test_a_void_invitation_says_so_and_cannot_be_accepted(
    client: Client, ending: dict[str, object], text: bytes
) -> None:
    Invitation.objects.update(**ending)

    for response in (client.get(LINK), client.post(LINK, SORA)):
        assert (response.status_code, text in response.content, b'name="password1"' in response.content) == (
            410,
            True,
            False,
        )
    assert roles() == {}


@pytest.mark.parametrize("name", ["system", "System", "시스템"])
def test_nobody_may_be_named_like_the_machine(client: Client, name: str) -> None:
    """What such a person does would look as if no person had done it."""
    response = client.post(LINK, {**SORA, "username": name}, headers={"accept-language": "en"})

    assert (response.status_code, roles()) == (422, {})
    assert b"The journal uses this name for the system. Choose another name." in response.content


@pytest.mark.parametrize("name", ["d\u0430na", "j\u03c5n", "\u0441\u043e\u0440\u0430", "kim1"])
def test_nobody_may_have_a_name_that_looks_like_another_one(client: Client, name: str) -> None:
    """The journal distinguishes people by name, and its readers by how names look."""
    for other in ("copa", "kiml"):
        make_user(other)

    response = client.post(LINK, {**SORA, "username": name}, headers={"accept-language": "en"})

    assert (response.status_code, roles()) == (422, {})
    assert b"This name could be taken for another one." in response.content


@pytest.mark.parametrize("name", ["Мария", "민아", "kim2"])
def test_a_name_in_any_script_is_accepted(client: Client, name: str) -> None:
    make_user("kim1")

    assert client.post(LINK, {**SORA, "username": name}).status_code == 302
    assert roles() == {name: "auditor"}


def test_a_used_invitation_admits_no_second_person(client: Client) -> None:
    Client().post(LINK, SORA)

    response = client.post(LINK, SORA | {"username": "jun"})

    assert (response.status_code, roles()) == (410, {"sora": "auditor"})
    assert b"This invitation has been used." in response.content


def test_an_unknown_token_is_not_found(client: Client) -> None:
    assert client.get("/invitations/tokem/").status_code == 404
    assert client.post("/invitations/tokem/", SORA).status_code == 404


def test_a_member_keeps_their_role(as_person: Callable[[User], Client]) -> None:
    mina = as_person(make_user("mina", project=make_project()))

    response = mina.post(LINK)

    assert (response.status_code, roles()) == (409, {"mina": "reviewer"})
    assert b"You are a member of this project already." in response.content


def test_joining_needs_a_csrf_token() -> None:
    assert Client(enforce_csrf_checks=True).post(LINK, SORA).status_code == 403
    assert roles() == {}


def test_a_project_shows_its_name_as_it_is(client: Client) -> None:
    Project.objects.update(name="<b>Ledger</b>")

    assert b"Join &lt;b&gt;Ledger&lt;/b&gt;" in client.get(LINK).content
