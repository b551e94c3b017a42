"""Audit bundles by programs: sealed, kept with their statements, and checked."""

import base64
import json
from typing import Any

import pytest

from aligner_core import digest
from review.domain.roles import Role
from review.models import Entry, Event, Job, Membership
from review.services.bundles import large
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import EVERY, Answer, Program, Programs
from tests.review.api.test_uploads import run_jobs

pytestmark = pytest.mark.django_db
WORDS = "We keep the raw text of every event."


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session([WORDS], session_id="talk", project=make_project()), ["the raw text"])


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)


def sealed(bot: Program, body: dict[str, Any], **headers: str) -> Answer:
    answer = bot.post("bundles", body, **headers)
    assert answer.status == 201, answer.body
    return answer


def test_a_bundle_is_sealed_listed_and_taken_with_its_statement(bot: Program, entry: Entry) -> None:
    for body in ({"entry": entry.pk}, {"session": entry.session_id}, {"filter": {"stage": "candidate"}}):
        made = sealed(bot, body).body
        data = bot.get(f"bundles/{made['id']}")
        envelope = bot.get(f"bundles/{made['id']}/statement").body

        assert (digest(data.body), len(data.body)) == (made["digest"], made["size"])
        assert (data.headers["Content-Type"], made["counts"]["entries"]) == ("application/zip", 1)
        statement = json.loads(base64.b64decode(envelope["payload"]))
        assert statement["subject"][0]["digest"]["sha256"] == made["digest"]
        assert (envelope["payloadType"], envelope["signatures"][0]["keyid"]) == (
            "application/vnd.in-toto+json",
            made["keyId"],
        )
        [newest, *_] = bot.get("bundles").body["items"]
        assert newest == made
    recorded = Event.objects.filter(event_type="bundle_sealed").latest("pk").recorded
    assert recorded.with_token == bot.token.name


def test_a_bundle_leaves_out_the_words_of_messages(bot: Program, entry: Entry) -> None:
    made = sealed(bot, {"entry": entry.pk, "withhold": ["messages"]}).body

    checked = bot.post("bundles/verify", bot.get(f"bundles/{made['id']}").body, content_type="application/zip").body

    assert (checked["isWrong"], checked["manifest"]["withheld"]) == (False, ["messages"])


def test_a_bundle_is_checked_as_offline(bot: Program, entry: Entry) -> None:
    data = bot.get(f"bundles/{sealed(bot, {'entry': entry.pk}).body['id']}").body

    good = bot.post("bundles/verify", data, content_type="application/zip").body
    bad = bot.post(
        "bundles/verify", data.replace(b"keep the raw", b"lose the raw"), content_type="application/zip"
    ).body
    none = bot.post("bundles/verify", b"x", content_type="application/zip").body

    assert (good["isWrong"], good["manifest"]["scope"]["kind"]) == (False, "entry")
    assert (bad["isWrong"], bad["manifest"]) == (True, {})
    assert [one["kind"] for one in none["issues"]] == ["wrong"]


def test_a_bundle_names_one_thing(bot: Program, entry: Entry) -> None:
    for body in ({}, {"entry": entry.pk, "session": entry.session_id}):
        assert bot.post("bundles", body).code == "invalid_request"
    assert bot.post("bundles", {"entry": 999_999}).status == 404
    assert bot.post("bundles", {"filter": {"stage": "nonsense"}}).status == 422
    assert (bot.post("bundles", {"filter": {"stage": "verified"}}).code, Job.objects.count()) == ("empty", 0)


def test_what_is_in_another_project_is_in_no_bundle(bot: Program, entry: Entry) -> None:
    other = make_project("other")
    make_entry(make_session(["Another."], project=other), ["Another."])
    Membership.objects.create(project=other, user=bot.token.owner, role=Role.MANAGER)

    assert sealed(bot, {"filter": {}}).body["counts"]["entries"] == 1


def test_a_bundle_of_somebody_else_or_another_project_is_not_there(
    bot: Program, entry: Entry, program: Programs
) -> None:
    key = sealed(bot, {"entry": entry.pk}).body["id"]
    other = make_project("other")
    Membership.objects.create(project=other, user=bot.token.owner, role=Role.MANAGER)
    elsewhere = program(bot.token.owner, project=other, scopes=EVERY)
    somebody = program(make_user("mo", project=make_project(), role=Role.MANAGER), scopes=EVERY)

    for one in (elsewhere, somebody):
        assert one.get("bundles").body["items"] == []
        assert [one.get(f"bundles/{key}{end}").status for end in ("", "/statement")] == [404, 404]


def test_a_repeated_call_seals_once(bot: Program, entry: Entry) -> None:
    first = sealed(bot, {"entry": entry.pk}, Idempotency_Key="a")
    again = sealed(bot, {"entry": entry.pk}, Idempotency_Key="a")

    assert (first.body, Job.objects.count()) == (again.body, 1)


def test_what_is_too_large_is_for_the_command(bot: Program, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "MAX_BUNDLE_RECORDS", 1)
    assert bot.post("bundles", {"entry": entry.pk}).status == 413
    monkeypatch.setattr("review.api.bundles.MAX_BUNDLE_ENTRIES", 0)
    assert bot.post("bundles", {"filter": {}}).code == "bundle_too_large"


@pytest.mark.django_db(transaction=True)
def test_a_large_bundle_is_sealed_by_a_job(bot: Program, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "MAX_RECORDS_AT_ONCE", 1)

    begun = bot.post("bundles", {"filter": {"stage": "candidate"}})
    key = begun.body["id"]
    early = bot.get(f"bundles/{key}")
    run_jobs()

    assert (begun.status, early.status, early.code) == (202, 409, "still_running")
    [listed] = bot.get("bundles").body["items"]
    assert (listed["id"], listed["state"], listed["counts"]["entries"]) == (key, "done", 1)
    assert digest(bot.get(f"bundles/{key}").body) == listed["digest"]
    assert bot.get(f"bundles/{key}/statement").status == 200


def test_a_bundle_that_moves_while_it_is_read_is_a_conflict(
    bot: Program, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "journal", lambda *_given, **_more: False)

    answer = bot.post("bundles", {"entry": entry.pk})

    assert (answer.status, answer.code, Job.objects.count()) == (409, "conflict", 0)
