"""The feed by programs: events after a number, memories since one, in three forms, and nothing of other projects."""

import json

import pytest

from review.domain.policy import Stage
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.models import Entry
from review.services.promotion.stages import demote_entry, promote_entry
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import EVERY, Program, Programs

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)


@pytest.fixture
def entry(bot: Program) -> Entry:
    entry = make_entry(make_session(["We keep the raw text."], session_id="talk-1"), ["the raw text"], title="Raw")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=bot.token.owner)
    return entry


def test_events_are_read_on_from_where_a_program_was(bot: Program, entry: Entry) -> None:
    first = bot.get("events?limit=2")
    rest = bot.get(f"events?after={first.body['next']}")

    types = [one["type"] for one in (*first.body["items"], *rest.body["items"])]
    assert types == ["session_ingested", "memory_extracted", "evidence_aligned", "entry_promoted"]
    assert rest.headers["ETag"] == f'"{rest.body["next"]}"'
    assert rest.body["items"][-1]["by"] == {"name": "dana", "token": None}
    known = bot.get(f"events?after={rest.body['next']}", if_none_match=rest.headers["ETag"])
    assert (known.status, known.body) == (304, b"")


def test_events_are_narrowed_to_types_that_exist(bot: Program, entry: Entry) -> None:
    found = bot.get("events?types=entry_promoted,entry_demoted").body

    assert [one["type"] for one in found["items"]] == ["entry_promoted"]
    refused = bot.get("events?types=member_added")
    assert (refused.status, refused.code) == (422, "invalid_request")
    assert bot.get("events?limit=1001").status == 422
    assert bot.get("events?after=-1").status == 422


def test_memories_are_told_and_revoked(bot: Program, entry: Entry) -> None:
    told = bot.get("memories")

    [memory] = told.body["items"]
    assert (memory["op"], memory["id"], memory["claim"]["title"]) == ("upsert", entry.pk, "Raw")
    assert memory["quotes"][0]["permalink"].startswith("http")
    since = f"memories?since={told.body['next']}"
    assert bot.get(since, if_none_match=told.headers["ETag"]).status == 304
    demote_entry(entry_id=entry.pk, reason="wrong", seen_version=2, actor=bot.token.owner)
    [revoked] = bot.get(since).body["items"]
    assert revoked == {
        "op": "revoke",
        "number": revoked["number"],
        "id": entry.pk,
        "entryId": "e-1",
        "sessionId": "talk-1",
        "changedAt": revoked["changedAt"],
        "by": {"name": "dana", "token": None},
    }


@pytest.mark.parametrize(
    ("path", "accept", "media_type"),
    [
        ("memories", "*/*", "application/json"),
        ("memories", "application/x-ndjson", "application/x-ndjson; charset=utf-8"),
        ("memories", "text/markdown", "text/markdown; charset=utf-8"),
        ("memories", "image/png", "application/json"),
        ("memories?format=ndjson", "application/json", "application/x-ndjson; charset=utf-8"),
        ("memories?format=markdown", "*/*", "text/markdown; charset=utf-8"),
    ],
)
def test_memories_come_in_the_form_that_is_asked_for(
    bot: Program, entry: Entry, path: str, accept: str, media_type: str
) -> None:
    answer = bot.get(path, accept=accept)

    assert (answer.status, answer.headers["Content-Type"]) == (200, media_type)
    assert "Accept" in answer.headers["Vary"]
    assert answer.headers["ETag"]
    match media_type.partition(";")[0]:
        case "application/x-ndjson":
            assert [json.loads(line).get("id") for line in answer.body.splitlines()] == [entry.pk, None]
        case "text/markdown":
            assert "“the raw text”" in answer.body.decode()


def test_a_verification_by_a_program_names_its_token(program: Programs) -> None:
    bot = program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)
    bot.post("sessions", {"sessionId": "talk-2", "messages": ["We keep the raw text."]})

    [event] = bot.get("events").body["items"]

    assert event["by"] == {"name": "dana", "token": "writer"}


def test_the_feed_of_another_project_is_not_told(program: Programs, entry: Entry) -> None:
    other = make_project("other")
    bot = program(make_user("sora", project=other, role=Role.MANAGER), project=other, scopes=EVERY)

    assert bot.get("events").body == {"items": [], "next": 0}
    assert bot.get("memories").body == {"items": [], "next": 0}


def test_events_need_the_scope_audit(program: Programs) -> None:
    bot = program(make_user("mina", project=make_project()), scopes=(Scope.READ,))

    assert (bot.get("events").status, bot.get("memories").status) == (403, 200)
