"""What a program does from a conversation to a verified memory, and what it is refused on the way."""

import json
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from review.models import Event
from tests.factories import make_project, make_user, switch
from tests.review.api.conftest import Programs

pytestmark = pytest.mark.django_db

TALK = {
    "sessionId": "talk-1",
    "messages": [{"role": "user", "content": "We ship the beta on 4 May. The price is 12 euros."}],
}
MEMORY = {
    "entries": [
        {
            "entryId": "m-1",
            "type": "decision",
            "title": "The beta ships on 4 May.",
            "stage": "candidate",
            "evidence": [{"messageIndex": 0, "quote": "We will deliver the beta in the first week of May"}],
        }
    ]
}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def test_a_program_goes_from_a_conversation_to_a_repaired_candidate(mina: User, program: Programs) -> None:
    bot = program(mina)

    sent = bot.post("sessions", TALK)
    assert (sent.status, sent.body["change"], sent.body["added"]) == (201, "new", 1)
    again = bot.post("sessions", TALK)
    assert (again.status, again.body["change"]) == (200, "identical")

    memory = bot.post(f"sessions/{sent.body['session']}/extractions", MEMORY)
    assert (memory.status, memory.body["created"], memory.body["aligned"]) == (201, True, 0)
    assert memory.body["failedQuotes"] == ["We will deliver the beta in the first week of May"]

    [entry] = bot.get("entries?blocked=true").body["items"]
    assert (entry["stage"], entry["promotionBlocked"], entry["blockers"]) == (
        "candidate",
        True,
        ["evidence_not_aligned"],
    )
    [failed] = bot.get("failed").body["items"]
    assert failed["id"] == entry["evidence"][0]["id"]

    repaired = bot.post(
        f"quotes/{failed['id']}/retry", {"quote": "We ship the beta on 4 May.", "messageIndex": 0}, If_Match='"1"'
    )
    assert (repaired.status, repaired.body["verdict"], repaired.body["attempt"]) == (200, "verbatim", 2)
    assert repaired.headers["ETag"] == '"2"'

    now = bot.get(f"entries/{entry['id']}")
    assert now.body["failedQuotes"] == []
    refused = bot.post(f"entries/{entry['id']}/promote", {"to": "verified"}, If_Match=now.headers["ETag"])
    assert (refused.status, refused.code) == (403, "needs_person")
    assert bot.get(f"entries/{entry['id']}").body["stage"] == "candidate"


def test_a_program_verifies_where_the_project_lets_it_and_everything_says_so(
    mina: User, program: Programs, tmp_path: Path
) -> None:
    bot = program(mina)
    switch(tokens_verify=True)
    session = bot.post("sessions", TALK).body["session"]
    given = {
        "type": "fact",
        "title": "The price is 12 euros.",
        "evidence": {"messageIndex": 0, "quote": "The price is 12 euros"},
    }

    made = bot.post(f"sessions/{session}/entries", given)
    assert made.status == 201
    verified = bot.post(f"entries/{made.body['id']}/promote", {"to": "verified"}, If_Match=made.headers["ETag"])

    assert (verified.status, verified.body["stage"]) == (200, "verified")
    assert (verified.body["verified"]["person"], verified.body["verified"]["token"]) == ("mina", "writer")
    event = Event.objects.filter(event_type="entry_promoted").latest("pk")
    assert (event.actor, event.body["token"]["name"]) == ("mina", "writer")
    [memory] = bot.get("memories").body["items"]
    assert (memory["id"], memory["by"]) == (made.body["id"], {"name": "mina", "token": "writer"})
    bundle = tmp_path / "bundle.zip"
    call_command("export_bundle", str(bundle), "--entry", str(made.body["id"]), stdout=StringIO())
    with ZipFile(bundle) as held:
        [row] = [json.loads(line) for line in held.read("entries.jsonl").splitlines()]
    assert (row["verified_by"], row["verified_with"]) == ("mina", "writer")


def test_an_unfounded_memory_is_refused_with_what_blocks_it(mina: User, program: Programs) -> None:
    bot = program(mina)
    switch(tokens_verify=True)
    session = bot.post("sessions", TALK).body["session"]
    bot.post(f"sessions/{session}/extractions", MEMORY)
    [entry] = bot.get("entries").body["items"]

    refused = bot.post(f"entries/{entry['id']}/promote", {"to": "verified"}, If_Match=f'"{entry["version"]}"')

    assert (refused.status, refused.code) == (409, "evidence_not_aligned")
    assert "evidence_not_aligned" in refused.body["blockers"]
    assert refused.headers["Content-Type"] == "application/problem+json"
