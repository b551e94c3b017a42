"""The log-in page: too many attempts are refused, with the time to wait."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.services.people.login_throttle import MAX_TRIES

pytestmark = pytest.mark.django_db

WRONG, RIGHT = {"username": "mina", "password": "wrong"}, {"username": "mina", "password": "a right password"}
PAGES = ["/accounts/login/", "/admin/login/"]


@pytest.fixture(autouse=True)
def mina() -> User:
    return User.objects.create_superuser(**RIGHT)


@pytest.mark.parametrize("page", PAGES)
def test_too_many_attempts_are_refused_even_with_the_right_password(client: Client, page: str) -> None:
    for _ in range(MAX_TRIES):
        assert client.post(page, WRONG).status_code == 200

    response = client.post(page, RIGHT)

    assert b"Too many tries. Wait " in response.content
    assert "_auth_user_id" not in client.session


def test_the_page_says_when_to_try_again(client: Client) -> None:
    for _ in range(MAX_TRIES):
        client.post("/accounts/login/", WRONG)

    response = client.post("/accounts/login/", RIGHT)

    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 60


def test_both_pages_count_together(client: Client) -> None:
    for number in range(MAX_TRIES):
        client.post(PAGES[number % 2], WRONG)

    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_another_spelling_of_the_name_counts_as_the_same(client: Client) -> None:
    for _ in range(MAX_TRIES):
        client.post("/accounts/login/", WRONG | {"username": "ｍｉｎａ"})

    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_a_header_does_not_make_another_address(client: Client) -> None:
    for number in range(MAX_TRIES):
        client.post("/accounts/login/", WRONG, headers={"X-Forwarded-For": f"10.0.0.{number}"})

    assert client.post("/accounts/login/", RIGHT, headers={"X-Forwarded-For": "10.9.9.9"}).status_code == 429


def test_the_right_password_logs_in_and_resets_the_count(client: Client) -> None:
    for _ in range(MAX_TRIES - 1):
        client.post("/accounts/login/", WRONG)

    assert client.post("/accounts/login/", RIGHT).status_code == 302
    client.logout()
    assert client.post("/accounts/login/", WRONG).status_code == 200


@pytest.mark.parametrize("given", [{}, {"username": "mina"}, {"password": "wrong"}])
def test_an_incomplete_form_is_not_an_attempt(client: Client, given: dict[str, str]) -> None:
    for _ in range(MAX_TRIES + 1):
        assert client.post("/accounts/login/", given).status_code == 200
