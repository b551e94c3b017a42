"""Proxies are believed when they are ours; a log-in lasts as long as it is used."""

from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from review.views._proxies import client_address
from review.views.middleware import look_behind_proxies
from tests.faulty import read_only

OURS = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def seen(rf: RequestFactory, sender: str, **headers: str) -> HttpRequest:
    """Return a request as the views see it."""
    passed: list[HttpRequest] = []

    def view(request: HttpRequest) -> HttpResponse:
        passed.append(request)
        return HttpResponse()

    look_behind_proxies(view)(rf.get("/", REMOTE_ADDR=sender, headers=headers))
    return passed[0]


@pytest.mark.parametrize(
    ("sender", "forwarded_for", "client"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "203.0.113.7, unknown", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("fd00::1", "2001:db8::7", "2001:db8::7"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
    ],
)
def test_the_address_is_the_last_that_no_proxy_of_ours_has(
    sender: str, forwarded_for: str, client: str, rf: RequestFactory, settings: Settings
) -> None:
    settings.REVIEW_TRUSTED_PROXIES = OURS

    assert seen(rf, sender, **{"X-Forwarded-For": forwarded_for}).META["REMOTE_ADDR"] == client


@pytest.mark.parametrize(("sender", "scheme"), [("10.0.0.1", "https"), ("203.0.113.9", "http"), ("", "http")])
def test_https_is_what_a_proxy_of_ours_says(sender: str, scheme: str, rf: RequestFactory, settings: Settings) -> None:
    settings.REVIEW_TRUSTED_PROXIES = OURS
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert seen(rf, sender, **{"X-Forwarded-Proto": "https"}).scheme == scheme


def test_a_socket_file_can_be_trusted(rf: RequestFactory, settings: Settings) -> None:
    settings.REVIEW_TRUSTED_PROXIES = (None,)

    assert seen(rf, "", **{"X-Forwarded-For": "203.0.113.7"}).META["REMOTE_ADDR"] == "203.0.113.7"
    assert client_address("", "", (None,)) == ""


def end_in(time: timedelta) -> None:
    Session.objects.update(expire_date=timezone.now() + time)


def time_left() -> timedelta:
    return Session.objects.get().expire_date - timezone.now()


AGE = timedelta(seconds=django_settings.SESSION_COOKIE_AGE)


def test_a_log_in_that_is_used_stays(mina: Client) -> None:
    end_in(AGE / 2)
    mina.get("/help/")

    assert time_left() > AGE * 0.99


def test_a_log_in_that_is_used_is_not_stored_by_every_request(mina: Client) -> None:
    end_in(AGE * 0.95)
    mina.get("/help/")

    assert time_left() < AGE * 0.96


def test_a_log_in_that_is_idle_ends(mina: Client) -> None:
    end_in(-timedelta(seconds=1))

    assert mina.get("/help/").status_code == 302


def test_the_cookie_ends_with_the_browser(client: Client, reviewer: User) -> None:
    reviewer.set_password("a right password")
    reviewer.save()
    client.post("/accounts/login/", {"username": "mina", "password": "a right password"})

    assert client.cookies["sessionid"]["max-age"] == ""


@pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite is made read-only")
@pytest.mark.django_db(transaction=True)
def test_reading_goes_on_where_nothing_can_be_stored(mina: Client) -> None:
    end_in(AGE / 2)
    with read_only():
        response = mina.get("/help/")

    assert response.status_code == 200
    assert time_left() < AGE * 0.6


def test_another_error_of_the_database_is_not_hidden(mina: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    end_in(AGE / 2)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TRIGGER t BEFORE UPDATE ON django_session BEGIN SELECT RAISE(ABORT, 'no'); END"
            if connection.vendor == "sqlite"
            else "ALTER TABLE django_session ADD CONSTRAINT t CHECK (expire_date < now() + interval '7 hours')"
        )
    mina.raise_request_exception = False

    assert mina.get("/help/").status_code == 500
