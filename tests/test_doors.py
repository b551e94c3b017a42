"""Every address asks who is there; every form asks where it comes from."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

OPEN = {"review:theme"}
"""What a person may do before logging in: choose the theme of the log-in page."""
DOORS = {
    f"review:{pattern.name}": pattern
    for room in get_resolver().url_patterns
    if isinstance(room, URLResolver) and room.app_name == "review"
    for pattern in room.url_patterns
    if isinstance(pattern, URLPattern)
}


def address(name: str) -> str:
    return reverse(name, kwargs=dict.fromkeys(DOORS[name].pattern.converters, 1))


def test_doors_are_found() -> None:
    assert len(DOORS) > 10
    assert set(DOORS) > OPEN


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", sorted(set(DOORS) - OPEN))
def test_doors_send_strangers_to_the_log_in_page(client: Client, name: str, method: str) -> None:
    answer = getattr(client, method)(address(name))

    if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        assert answer.status_code == HTTPStatus.FOUND
        assert answer.headers["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("name", sorted({*DOORS, "login", "logout", "set_language"}))
def test_doors_refuse_a_form_from_elsewhere(name: str) -> None:
    client = Client(enforce_csrf_checks=True)

    answer = client.post(address(name) if name in DOORS else reverse(name))

    assert answer.status_code == HTTPStatus.FORBIDDEN
