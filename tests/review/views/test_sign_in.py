"""The log-in page: too many attempts are refused, with the time to wait."""

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from review.domain.limits import MAX_LOGIN_TRIES
from review.services.people.known_browsers import MAX_ACCOUNTS, knows, with_account

pytestmark = pytest.mark.django_db

WRONG, RIGHT = {"username": "mina", "password": "wrong"}, {"username": "mina", "password": "a right password"}
PAGES = ["/accounts/login/", "/admin/login/"]


@pytest.fixture(autouse=True)
def mina() -> User:
    return User.objects.create_superuser(**RIGHT)


@pytest.mark.parametrize("page", PAGES)
def test_too_many_attempts_are_refused_even_with_the_right_password(client: Client, page: str) -> None:
    for _ in range(MAX_LOGIN_TRIES):
        assert client.post(page, WRONG).status_code == 200

    response = client.post(page, RIGHT)

    assert b"Too many tries. Wait " in response.content
    assert "_auth_user_id" not in client.session


def test_the_page_says_when_to_try_again(client: Client) -> None:
    for _ in range(MAX_LOGIN_TRIES):
        client.post("/accounts/login/", WRONG)

    response = client.post("/accounts/login/", RIGHT)

    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 60


def test_both_pages_count_together(client: Client) -> None:
    for number in range(MAX_LOGIN_TRIES):
        client.post(PAGES[number % 2], WRONG)

    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_another_spelling_of_the_name_counts_as_the_same(client: Client) -> None:
    for _ in range(MAX_LOGIN_TRIES):
        client.post("/accounts/login/", WRONG | {"username": "ｍｉｎａ"})

    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_a_header_does_not_make_another_address(client: Client) -> None:
    for number in range(MAX_LOGIN_TRIES):
        client.post("/accounts/login/", WRONG, headers={"X-Forwarded-For": f"10.0.0.{number}"})

    assert client.post("/accounts/login/", RIGHT, headers={"X-Forwarded-For": "10.9.9.9"}).status_code == 429


def test_the_right_password_logs_in_and_resets_the_count(client: Client) -> None:
    for _ in range(MAX_LOGIN_TRIES - 1):
        client.post("/accounts/login/", WRONG)

    assert client.post("/accounts/login/", RIGHT).status_code == 302
    client.logout()
    assert client.post("/accounts/login/", WRONG).status_code == 200


@pytest.mark.parametrize("given", [{}, {"username": "mina"}, {"password": "wrong"}])
def test_an_incomplete_form_is_not_an_attempt(client: Client, given: dict[str, str]) -> None:
    for _ in range(MAX_LOGIN_TRIES + 1):
        assert client.post("/accounts/login/", given).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_right_password_from_a_known_browser_is_never_held_back(client: Client, page: str) -> None:
    client.post(page, RIGHT)
    client.post("/accounts/logout/")
    for _ in range(3 * MAX_LOGIN_TRIES):
        wrong = Client().post("/accounts/login/", WRONG)
        client.post(page, WRONG)

    assert wrong.status_code == 429
    assert client.post(page, RIGHT).status_code == 302
    assert "_auth_user_id" in client.session


def test_a_wrong_password_from_a_known_browser_is_held_back(client: Client) -> None:
    client.post("/accounts/login/", RIGHT)
    client.post("/accounts/logout/")

    answers = [client.post("/accounts/login/", WRONG).status_code for _ in range(MAX_LOGIN_TRIES + 1)]

    assert answers == [200] * MAX_LOGIN_TRIES + [429]


def test_a_browser_is_known_to_the_accounts_that_logged_in_on_it(client: Client) -> None:
    other = {"username": "jun", "password": "another password"}
    User.objects.create_user(**other)
    client.post("/accounts/login/", RIGHT)
    client.post("/accounts/logout/")
    client.post("/accounts/login/", other)

    cookie = client.cookies["known"].value
    assert [knows(cookie, name) for name in ("mina", "jun", "hana")] == [True, True, False]
    assert "mina" not in signing.b64_decode(cookie.split(":")[0].lstrip(".").encode()).decode(errors="replace")


def test_a_cookie_of_somebody_else_makes_no_browser_known(client: Client) -> None:
    client.cookies["known"] = with_account("", "mina")[:-1] + "_"
    for _ in range(MAX_LOGIN_TRIES):
        client.post("/accounts/login/", WRONG)

    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_the_cookie_is_for_the_server_alone(client: Client) -> None:
    client.post("/accounts/login/", RIGHT)

    assert (client.cookies["known"]["httponly"], client.cookies["known"]["samesite"]) == (True, "Lax")


def test_a_shared_browser_remembers_a_few_accounts() -> None:
    cookie = ""
    for number in range(MAX_ACCOUNTS + 1):
        cookie = with_account(cookie, f"account {number}")

    assert [knows(cookie, f"account {number}") for number in (0, 1, MAX_ACCOUNTS)] == [False, True, True]
