"""Access to pages: nothing without logging in, nothing of other projects, and no decisions for viewers."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from review.models import Event, Project, Quote
from tests.factories import make_project, make_quote, make_user

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/entries/1/"}
SAFE = [
    ("home", None),
    ("help", None),
    ("session_list", None),
    ("entry_list", None),
    ("failed", None),
    ("upload", None),
    ("session_detail", "session"),
    ("entry_detail", "entry"),
    ("quote_detail", "quote"),
]
POSTS = [
    ("entry_promote", "entry", {"to": "verified", "seen_version": 1}),
    ("entry_demote", "entry", {"reason": "no", "seen_version": 1}),
    ("entry_reject", "entry", {"reason": "no", "seen_version": 1}),
    ("entry_reopen", "entry", {"seen_version": 1}),
    ("quote_retry", "quote", {"text": "words", "message_index": 0, "seen_attempt": 1}),
    ("quote_choose", "quote", {"start": 0, "seen_attempt": 1}),
    ("quote_withdraw", "quote", {"reason": "no", "seen_attempt": 1}),
]


@pytest.fixture
def quote(project: Project) -> Quote:
    return make_quote("We decided to keep the raw bytes.", quote="keep the raw bytes", project=project)


def address(name: str, kind: str | None, quote: Quote) -> str:
    keys = {"session": quote.entry.session_id, "entry": quote.entry_id, "quote": quote.pk}
    return reverse(f"review:{name}", args=[keys[kind]] if kind else [])


@pytest.mark.parametrize(("name", "kind"), SAFE)
def test_pages_redirect_strangers_to_the_log_in(name: str, kind: str | None, quote: Quote, client: Client) -> None:
    url = address(name, kind, quote)

    response = client.get(url)

    assert (response.status_code, response.headers["Location"]) == (302, f"/accounts/login/?next={url}")


@pytest.mark.parametrize(("name", "kind", "fields"), POSTS)
def test_decisions_redirect_strangers_to_the_log_in(
    name: str, kind: str, fields: dict[str, object], quote: Quote, client: Client
) -> None:
    response = client.post(address(name, kind, quote), fields)

    assert (response.status_code, response.headers["Location"]) == (302, "/accounts/login/?next=/")


def test_decisions_redirect_the_whole_page_of_an_expired_htmx_session(quote: Quote, client: Client) -> None:
    response = client.post(address("entry_promote", "entry", quote), headers=HTMX)

    assert (response.status_code, response.headers["HX-Redirect"]) == (200, "/accounts/login/?next=/entries/1/")


def test_a_fragment_of_an_expired_session_returns_to_the_page_it_is_part_of(quote: Quote, client: Client) -> None:
    response = client.get(address("entry_later", "entry", quote), headers=HTMX)

    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/entries/1/"


@pytest.mark.parametrize(("name", "kind"), [row for row in SAFE if row[1]])
def test_pages_hide_what_belongs_to_another_project(
    name: str, kind: str, quote: Quote, as_person: Callable[[User], Client]
) -> None:
    stranger = make_user("stranger", project=make_project("elsewhere"))

    response = as_person(stranger).get(address(name, kind, quote))

    assert response.status_code == 404


@pytest.mark.parametrize(("name", "kind", "fields"), POSTS)
def test_decisions_hide_what_belongs_to_another_project(
    name: str, kind: str, fields: dict[str, object], quote: Quote, as_person: Callable[[User], Client]
) -> None:
    stranger = make_user("stranger", project=make_project("elsewhere"))

    response = as_person(stranger).post(address(name, kind, quote), fields)

    assert response.status_code == 404


@pytest.mark.parametrize(("name", "kind"), SAFE)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_pages_respond_to_members_in_both_languages(
    name: str, kind: str | None, language: str, quote: Quote, guest: Client
) -> None:
    response = guest.get(address(name, kind, quote), headers={"accept-language": language}, follow=True)

    assert response.status_code == 200
    assert f'<html lang="{language}"'.encode() in response.content


@pytest.mark.parametrize(("name", "kind", "fields"), POSTS)
def test_decisions_of_viewers_are_refused_and_change_nothing(
    name: str, kind: str, fields: dict[str, object], quote: Quote, guest: Client
) -> None:
    before = Event.objects.count()

    response = guest.post(address(name, kind, quote), fields)

    assert response.status_code == 403
    assert b"You may not do this here" in response.content
    assert Event.objects.count() == before


def test_decisions_of_viewers_get_a_sentence_instead_of_a_page_with_htmx(quote: Quote, guest: Client) -> None:
    response = guest.post(address("quote_withdraw", "quote", quote), headers=HTMX)

    assert (response.status_code, response.headers["HX-Retarget"]) == (403, "#notice")
    assert b"<html" not in response.content


def forms_of(page: bytes) -> bool:
    return b"/promote/" in page or b"/retry/" in page


def test_entry_page_offers_decisions_to_reviewers_only(quote: Quote, guest: Client, mina: Client) -> None:
    url = address("entry_detail", "entry", quote)

    assert (forms_of(guest.get(url).content), forms_of(mina.get(url).content)) == (False, True)


@pytest.mark.parametrize(("name", "kind", "fields"), POSTS)
def test_decisions_are_not_made_by_reading(
    name: str, kind: str, fields: dict[str, object], quote: Quote, mina: Client
) -> None:
    assert mina.get(address(name, kind, quote)).status_code == 405


def test_decisions_need_the_token_of_their_form(quote: Quote, reviewer: User) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    client.force_login(reviewer)

    response = client.post(address("entry_promote", "entry", quote), {"to": "verified", "seen_version": 1})

    assert response.status_code == 403
    assert b"This form is no longer valid" in response.content


def test_missing_pages_look_like_the_others(mina: Client) -> None:
    response = mina.get("/sessions/999999/")

    assert response.status_code == 404
    assert b"There is nothing here" in response.content


def test_the_log_in_page_shows_nothing_of_the_application(client: Client) -> None:
    response = client.get("/accounts/login/", headers={"accept-language": "ko"})

    assert response.status_code == 200
    assert "로그인".encode() in response.content
    assert b"/failed/" not in response.content
