"""Where a request came from and returns to: only to addresses of this site, however malformed the request is."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Project, Quote
from tests.factories import make_quote

ELSEWHERE = [
    "foo",
    "review:home",
    "admin",
    "//evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "\\\\evil",
]
MALFORMED = ["http://[", "http://]", "//[", "http://testserver:port/", "\x00", "http://[::1", "data:,"]


@pytest.fixture
def quote(project: Project) -> Quote:
    return make_quote("We decided to keep the raw bytes.", quote="keep the raw bytes", project=project)


@pytest.mark.parametrize("wanted", [*ELSEWHERE, "/" + "a" * 5_000])
def test_next_is_ignored_unless_it_is_an_address_of_this_site(wanted: str, mina: Client) -> None:
    response = mina.post("/theme/", {"theme": "dark", "next": wanted})

    assert (response.status_code, response.headers["Location"]) == (302, "/")


def test_next_is_followed_on_this_site(mina: Client) -> None:
    response = mina.post("/theme/", {"theme": "dark", "next": "/entries/?stage=raw"})

    assert response.headers["Location"] == "/entries/?stage=raw"


def test_a_change_is_answered_although_next_names_a_view(quote: Quote, mina: Client) -> None:
    given = {"text": "the raw bytes", "message_index": 0, "seen_attempt": 1, "next": "foo"}

    response = mina.post(f"/quotes/{quote.pk}/retry/", given)

    assert (response.status_code, quote.alignments.count()) == (302, 2)
    assert response.headers["Location"].startswith("/entries/")


@pytest.mark.parametrize("address", MALFORMED)
def test_a_malformed_address_of_htmx_is_ignored_in_the_reader(address: str, quote: Quote, mina: Client) -> None:
    given = {"text": "the raw bytes", "message_index": 0, "seen_attempt": 1, "at": "reader"}

    response = mina.post(f"/quotes/{quote.pk}/retry/", given, headers={"HX-Request": "true", "HX-Current-URL": address})

    assert response.status_code == 200


@pytest.mark.parametrize("address", MALFORMED)
def test_a_malformed_address_of_htmx_is_ignored_when_a_session_has_expired(
    address: str, quote: Quote, client: Client
) -> None:
    response = client.post(f"/quotes/{quote.pk}/retry/", headers={"HX-Request": "true", "HX-Current-URL": address})

    assert (response.status_code, response.headers["HX-Redirect"]) == (200, "/accounts/login/?next=/")


@pytest.mark.parametrize("address", ["/", "/entries/", "/help/", "/missing/", "/entries/999/", "/admin/", "/upload/"])
def test_no_cache_keeps_a_page_of_a_person(address: str, mina: Client) -> None:
    held = mina.get(address, follow=True).headers["Cache-Control"].split(", ")

    assert {"private", "no-store"} <= set(held)


def test_no_cache_keeps_the_log_in_page(client: Client) -> None:
    held = client.get("/accounts/login/").headers["Cache-Control"].split(", ")

    assert {"private", "no-store"} <= set(held)


def test_caches_keep_static_files(client: Client, reviewer: User) -> None:
    client.force_login(reviewer)

    response = client.get("/static/review.css")
    response.close()

    assert "no-store" not in response.headers.get("Cache-Control", "")
