"""One click logs a person of the demo in; the server checks again whom it may offer, and to whom."""

from ipaddress import ip_network

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from review.domain.roles import Role
from review.models import Membership, Project
from review.selectors.demo import DEMO_PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/accounts/login/"


@pytest.fixture(autouse=True)
def mina(settings: Settings) -> User:
    settings.REVIEW_DEMO = True
    user = User.objects.create_user("mina", password=DEMO_PASSWORD)
    Membership.objects.create(project=Project.objects.create(slug="demo", name="Demo"), user=user, role=Role.REVIEWER)
    return user


def test_one_click_logs_in_and_leads_to_the_page_that_was_wanted(client: Client, mina: User) -> None:
    response = client.post(PAGE, {"demo": "mina", "next": "/queue/"})

    assert (response.status_code, response.headers["Location"]) == (302, "/queue/")
    assert client.session["_auth_user_id"] == str(mina.pk)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("Did anyone really say that?", "Try the demo as")),
        ("ko", ("정말 누가 그렇게 말했나요?", "데모 둘러보기")),
    ],
)
def test_the_page_shows_the_story_and_offers_the_people(
    client: Client, language: str, expected: tuple[str, str]
) -> None:
    text = client.get(PAGE, headers={"Accept-Language": language}).content.decode()

    assert [words for words in (*expected, 'name="demo" value="mina"') if words not in text] == []


def test_without_the_demo_nobody_is_offered(client: Client, settings: Settings) -> None:
    settings.REVIEW_DEMO = False

    text = client.get(PAGE).content.decode()

    assert "Did anyone really say that?" in text
    assert 'name="demo"' not in text


@pytest.mark.parametrize(("name", "value"), [("REVIEW_DEMO", False), ("REVIEW_IS_EXPOSED", True)])
def test_a_forged_click_is_refused_outside_a_local_demo(
    client: Client, settings: Settings, name: str, value: object
) -> None:
    setattr(settings, name, value)

    client.post(PAGE, {"demo": "mina"})

    assert "_auth_user_id" not in client.session


def test_a_forged_click_is_refused_to_another_machine(client: Client) -> None:
    client.post(PAGE, {"demo": "mina"}, REMOTE_ADDR="192.168.0.7")

    assert "_auth_user_id" not in client.session


FORWARDED = [
    ("X-Forwarded-For", "8.8.8.8"),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-For", ""),
    ("X-Forwarded-Proto", "https"),
    ("X-Forwarded-Host", "localhost"),
    ("Forwarded", "for=8.8.8.8"),
    ("Via", "1.1 tunnel"),
    ("X-Real-IP", "8.8.8.8"),
    ("CF-Connecting-IP", "8.8.8.8"),
    ("Tailscale-User-Login", "somebody"),
]


@pytest.mark.parametrize(("name", "value"), FORWARDED)
def test_a_click_through_a_tunnel_to_this_machine_is_refused(client: Client, name: str, value: str) -> None:
    page = client.get(PAGE, headers={name: value}).content.decode()
    client.post(PAGE, {"demo": "mina"}, headers={name: value})

    assert 'name="demo"' not in page
    assert "_auth_user_id" not in client.session


def test_a_click_through_a_proxy_of_ours_is_refused_too(client: Client, settings: Settings) -> None:
    settings.REVIEW_TRUSTED_PROXIES = (ip_network("127.0.0.0/8"),)

    client.post(PAGE, {"demo": "mina"}, headers={"X-Forwarded-For": "127.0.0.1"})

    assert "_auth_user_id" not in client.session


def test_a_forged_click_is_refused_for_staff(client: Client) -> None:
    User.objects.create_superuser("admin", password=DEMO_PASSWORD)

    client.post(PAGE, {"demo": "admin"})

    assert "_auth_user_id" not in client.session


def test_a_click_does_not_pass_a_password_that_was_changed(client: Client, mina: User) -> None:
    mina.set_password("another password")
    mina.save()

    client.post(PAGE, {"demo": "mina"})

    assert "_auth_user_id" not in client.session
