"""One's own password: changed with the one before, recorded in the journal, and other browsers have to log in again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.limits import MAX_LOGIN_TRIES
from review.selectors.accounts import password_digest
from tests.journal import acts

pytestmark = pytest.mark.django_db

OLD, NEW = "a right password", "quite another one"
CHANGE = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def mina(client: Client) -> Client:
    user = User.objects.create_user("mina", password=OLD)
    client.force_login(user)
    return client


def is_logged_in(client: Client) -> bool:
    return client.get("/help/").status_code == 200


def test_a_person_changes_their_password_and_stays_logged_in(mina: Client) -> None:
    response = mina.post("/password/", CHANGE, follow=True)

    assert response.redirect_chain == [("/", 302)]
    assert b"Your password is changed." in response.content
    assert User.objects.get().check_password(NEW)
    assert is_logged_in(mina)


def test_other_browsers_have_to_log_in_again(mina: Client) -> None:
    other, jun = Client(), Client()
    other.force_login(User.objects.get())
    jun.force_login(User.objects.create_user("jun"))

    mina.post("/password/", CHANGE)

    assert [is_logged_in(one) for one in (mina, other, jun)] == [True, False, True]
    assert not other.session.exists(other.cookies["sessionid"].value)


def test_the_journal_records_that_it_changed_and_nothing_of_it(mina: Client) -> None:
    mina.post("/password/", CHANGE)

    [event] = acts()
    stored = User.objects.get(username="mina")
    assert (event.event_type, event.actor) == ("password_changed", "mina")
    assert event.body == {"account": "mina", "password": password_digest(stored)}
    assert stored.password not in event.payload


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"old_password": "wrong"}, "That is not your password."),
        ({"old_password": ""}, "Enter the password you have now"),
        ({"new_password2": "something else"}, "match"),
        ({"new_password1": "1234", "new_password2": "1234"}, "too short"),
    ],
)
def test_a_change_is_refused(given: dict[str, str], words: str, mina: Client) -> None:
    response = mina.post("/password/", CHANGE | given)

    assert (response.status_code, acts().count()) == (422, 0)
    assert words in response.content.decode()
    assert User.objects.get().check_password(OLD)


def test_tries_at_the_password_are_limited(mina: Client) -> None:
    answers = [
        mina.post("/password/", CHANGE | {"old_password": "wrong"}).status_code for _ in range(MAX_LOGIN_TRIES + 1)
    ]

    assert answers == [422] * MAX_LOGIN_TRIES + [429]


def test_the_page_is_korean_for_koreans(mina: Client) -> None:
    page = mina.get("/password/", headers={"accept-language": "ko"}).content.decode()

    assert "비밀번호 바꾸기" in page


def test_the_admin_leads_to_the_same_page(mina: Client) -> None:
    User.objects.update(is_staff=True)

    response = mina.post("/admin/password_change/", CHANGE)

    assert (response.status_code, response.headers["Location"]) == (302, "/password/")
