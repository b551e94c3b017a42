"""What the API refuses is told as a problem, with a code, and nothing is stored."""

import json
import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from review.api import calls
from review.domain.limits import API_CALLS_A_MINUTE
from review.models import ApiToken, Entry
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db

WORDS = "We ship the beta on 4 May."


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session([WORDS], project=make_project()), [WORDS])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param(b"{", 400, "not_json", id="cut"),
        pytest.param(b'{"a": NaN}', 400, "not_a_number", id="no number of JSON"),
        pytest.param(b"\xff\xfe{}", 400, "not_utf8", id="another encoding"),
        pytest.param(b"[" * 100 + b"]" * 100, 400, "json_too_deep", id="deep"),
        pytest.param(b"{}", 422, "invalid_request", id="nothing of what is needed"),
        pytest.param(b'{"quotes": ["a"], "sources": ["b"], "quots": 1}', 422, "invalid_request", id="a misspelled key"),
        pytest.param(b'{"quotes": ["a"], "sources": []}', 422, "invalid_request", id="no sources"),
        pytest.param(b'{"quotes": [3], "sources": ["b"]}', 422, "invalid_request", id="a number as a quote"),
    ],
)
def test_a_body_that_cannot_be_read_is_a_problem(bot: Program, body: bytes, status: int, code: str) -> None:
    refused = bot.post("check", body)

    assert (refused.status, refused.code, refused.body["status"]) == (status, code, status)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.body["title"]
    assert refused.body["detail"]


def test_an_address_that_leads_nowhere_is_a_problem_and_not_a_page(bot: Program) -> None:
    for path, status, code in (("nothing", 404, "not_found"), ("entries/0", 422, "invalid_request")):
        refused = bot.get(path)
        assert (refused.status, refused.code) == (status, code)
    method = bot.call("DELETE", "entries")
    assert (method.status, method.code) == (405, "method_not_allowed")
    assert method.headers["Allow"] == "GET"


def test_what_is_too_large_is_refused_before_it_is_read(bot: Program) -> None:
    with override_settings(REVIEW_MAX_UPLOAD_BYTES=1_000):
        refused = bot.post("check", b" " * 200_000)

    assert (refused.status, refused.code) == (413, "request_too_large")
    with override_settings(REVIEW_MAX_FILE_BYTES=10):
        refused = bot.post("check", {"quotes": ["a"], "sources": ["b"]})
    assert (refused.status, refused.code) == (413, "file_too_large")


def test_a_fault_behind_the_program_is_told_with_when_to_come_back(
    bot: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_given: object, **_named: object) -> None:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    monkeypatch.setattr("review.api.sessions.receive_session", busy)
    bot.client.raise_request_exception = False

    refused = bot.post("sessions", {"messages": ["a"]})

    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "unavailable", "5")
    assert refused.headers["Content-Security-Policy"]


def test_a_change_says_what_was_seen(bot: Program, entry: Entry) -> None:
    path = f"entries/{entry.pk}/promote"

    silent = bot.post(path, {"to": "working"})
    assert (silent.status, silent.code) == (428, "if_match_required")
    for tag in ('"99"', "*", "0", '"0', "W/", ""):
        late = bot.post(path, {"to": "working"}, If_Match=tag)
        assert (late.status, late.code) == (412, "conflict"), tag
        assert (late.body["current"]["id"], late.body["current"]["version"]) == (entry.pk, entry.version)


def test_a_weak_tag_counts_as_compressing_makes_tags_weak(bot: Program, entry: Entry) -> None:
    tag = bot.get(f"entries/{entry.pk}").headers["ETag"]

    assert bot.get(f"entries/{entry.pk}", If_None_Match=f"W/{tag}").status == 304
    done = bot.post(f"entries/{entry.pk}/reject", {"reason": "Wrong."}, If_Match=f"W/{tag}")
    assert (done.status, done.body["rejectedReason"]) == (200, "Wrong.")
    assert bot.get(f"entries/{entry.pk}", If_None_Match=tag).status == 200


def test_a_second_program_learns_what_the_first_did(bot: Program, entry: Entry) -> None:
    seen = bot.get(f"entries/{entry.pk}").headers["ETag"]
    first = bot.call("PUT", f"entries/{entry.pk}/claim", {"title": "The beta ships in May."}, If_Match=seen)
    assert first.status == 200

    second = bot.call("PUT", f"entries/{entry.pk}/claim", {"title": "No beta."}, If_Match=seen)

    assert (second.status, second.code) == (412, "conflict")
    assert second.body["current"]["title"] == "The beta ships in May."
    assert bot.get(f"entries/{entry.pk}").body["title"] == "The beta ships in May."


def test_an_unknown_cursor_is_not_the_first_page(bot: Program) -> None:
    for path in ("entries", "sessions", "failed"):
        refused = bot.get(f"{path}?after=nonsense")
        assert (refused.status, refused.code) == (404, "unknown_cursor")


def test_too_many_calls_are_held_back(bot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "time", lambda: 120.0)
    calls._calls[bot.token.pk, 2] = API_CALLS_A_MINUTE - 1
    assert bot.get("entries").status == 200

    refused = bot.get("entries")

    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (429, "too_many_requests", "60")
    monkeypatch.setattr(calls, "time", lambda: 180.0)
    assert bot.get("entries").status == 200


def test_a_token_that_ends_soon_is_told_in_every_answer(bot: Program) -> None:
    assert "Token-Expires" not in bot.get("entries").headers
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=3))

    assert bot.get("entries").headers["Token-Expires"].startswith(str((timezone.now() + timedelta(days=3)).date()))


def test_problems_speak_the_language_of_the_caller(bot: Program) -> None:
    told: list[Any] = [bot.get("entries?after=x", accept_language=code).body["detail"] for code in ("en", "ko")]

    assert told[0] != told[1]
    assert all(told)


def test_a_log_in_opens_no_operation(client: Client) -> None:
    mina = make_user("mina", project=make_project())
    client.force_login(mina)

    assert client.get("/api/v1/entries").status_code == 401
    assert json.loads(client.get("/api/v1/entries").content)["code"] == "not_authenticated"
