"""Sessions and extractions by programs: named by their digest, in any format, large ones by a job."""

import json
from threading import Event as Stop

import pytest
from django.test import override_settings

from review.domain.jobs import JobState
from review.jobs.kinds import KINDS
from review.jobs.running import run_taken
from review.models import Event, Extraction, Job, Project, ReviewSession
from review.services.jobs.holding import take_next
from tests.factories import make_project, make_user, switch
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db

WORDS = "We ship the beta on 4 May."
MEMORY = {"entries": [{"title": "The beta ships on 4 May.", "evidence": [{"messageIndex": 0, "quote": WORDS}]}]}


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


def test_the_same_session_and_extraction_twice_add_nothing(bot: Program) -> None:
    first = bot.post("sessions", {"messages": [WORDS]})
    session = first.body["session"]
    sent = bot.post(f"sessions/{session}/extractions", MEMORY)
    before = Event.objects.count()

    again = bot.post("sessions", {"messages": [WORDS]})
    twice = bot.post(f"sessions/{session}/extractions", MEMORY)

    assert (again.status, again.body["change"], again.body["session"]) == (200, "identical", session)
    assert (twice.status, twice.body["created"], twice.body["digest"]) == (200, False, sent.body["digest"])
    assert Event.objects.count() == before


def test_a_session_with_its_extraction_is_received_at_once(bot: Program) -> None:
    sent = bot.post("sessions", {"messages": [WORDS], "extraction": MEMORY})

    [extraction] = sent.body["extractions"]
    assert (extraction["entries"], extraction["aligned"], extraction["failedQuotes"]) == (1, 1, [])


def test_bytes_without_a_format_are_a_file_of_any_format(bot: Program) -> None:
    talk = b"User: Hello there.\nAssistant: Good morning.\n"

    sent = bot.post("sessions?name=talk.txt", talk, Content_Type="application/octet-stream")

    assert (sent.status, sent.body["added"]) == (201, 2)


def test_changed_messages_are_refused_unless_the_caller_accepts_them(bot: Program) -> None:
    switch(tokens_verify=True)
    talk = {"sessionId": "talk", "messages": [WORDS]}
    session = bot.post("sessions", talk).body["session"]
    bot.post(f"sessions/{session}/extractions", MEMORY)
    [entry] = bot.get("entries").body["items"]
    done = bot.post(f"entries/{entry['id']}/promote", {"to": "verified"}, If_Match=f'"{entry["version"]}"')
    assert done.status == 200, done.body
    changed = {"sessionId": "talk", "messages": ["We ship the beta on 5 May."]}

    refused = bot.post("sessions", changed)
    assert (refused.status, refused.code) == (409, "messages_changed")
    assert refused.body["problems"][0]["params"]["entries"][0]["id"] == entry["id"]
    assert bot.get(f"entries/{entry['id']}").body["stage"] == "verified"

    accepted = bot.post("sessions?changes=accept", changed)
    assert (accepted.status, accepted.body["change"], accepted.body["demoted"]) == (200, "changed", 1)
    assert bot.get(f"entries/{entry['id']}").body["stage"] == "candidate"
    assert [m["version"] for m in bot.get(f"sessions/{session}/messages").body["items"]] == [2]
    old = bot.get(f"sessions/{session}/messages?version=1").body["items"]
    assert [m["content"] for m in old] == [WORDS]


def test_a_file_of_another_format_is_read(bot: Program) -> None:
    chat = json.dumps({"messages": [{"role": "user", "content": [{"type": "text", "text": WORDS}]}]}).encode()

    sent = bot.post("sessions?format=auto&name=chat.json", chat)
    unknown = bot.post("sessions?format=floppy", chat)
    empty = bot.post("sessions?format=auto&name=quotes.csv", b"claim,quote\nA,B\n")

    assert (sent.status, sent.body["added"]) == (201, 1)
    assert (unknown.status, unknown.code) == (422, "unknown_format")
    assert (empty.status, empty.code) == (422, "no_session")


def test_rows_of_another_shape_are_read_by_a_mapping(bot: Program) -> None:
    rows = json.dumps([{"conv": "c1", "who": "Ana", "utterance": WORDS}]).encode()

    unknown = bot.post("sessions?format=auto", rows)
    wrong = bot.post("sessions?map=utterance=words", rows)
    sent = bot.post("sessions?map=words=utterance,speaker=who,session=conv", rows)

    assert (unknown.status, unknown.code) == (422, "unknown_rows")
    assert (wrong.status, wrong.code) == (422, "not_a_mapping")
    assert (sent.status, sent.body["sessionId"], sent.body["added"]) == (201, "c1", 1)
    Project.objects.update(
        mappings=[{"name": "Talks", "keys": ["who", "utterance"], "mapping": {"words": "utterance", "speaker": "who"}}]
    )
    kept = bot.post("sessions?format=auto", json.dumps([{"who": "Ana", "utterance": WORDS}]).encode())
    assert (kept.status, kept.body["added"]) == (201, 1)


def test_what_is_wrong_with_an_upload_is_listed(bot: Program) -> None:
    refused = bot.post("sessions", {"messages": []})

    assert (refused.status, refused.code) == (422, "empty_session")
    assert ReviewSession.objects.count() == 0


def run_jobs() -> None:
    while (job := take_next()) is not None:
        run_taken(job, KINDS, stop=Stop())


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=200, REVIEW_MAX_QUOTES_AT_ONCE=1)
def test_what_is_large_is_received_by_a_job_with_the_token_of_its_caller(bot: Program) -> None:
    talk = {"sessionId": "long", "messages": [f"{WORDS} Message {n} says more than that." for n in range(20)]}

    begun = bot.post("sessions", talk)
    assert (begun.status, begun.body["state"], ReviewSession.objects.count()) == (202, "waiting", 0)
    run_jobs()
    done = bot.get(f"jobs/{begun.body['id']}")
    assert (done.body["state"], done.body["result"]["extraction"]) == ("done", None)
    session = done.body["result"]["session"]
    assert bot.get(f"sessions/{session}").body["messages"] == 20

    quotes = [{"messageIndex": n, "quote": WORDS} for n in range(5)]
    memory = bot.post(f"sessions/{session}/extractions", {"entries": [{"title": "Beta", "evidence": quotes}]})
    assert memory.status == 202
    run_jobs()
    result = bot.get(f"jobs/{memory.body['id']}").body["result"]
    extraction = Extraction.objects.get(pk=result["extraction"])
    assert extraction.entries.get().quotes.count() == 5
    events = Event.objects.filter(session=session)
    assert {one.body["token"]["name"] for one in events} == {"writer"}
    assert {one.actor for one in events if one.event_type == "session_ingested"} == {"mina"}


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_job_that_waits_can_be_ended(bot: Program) -> None:
    begun = bot.post("sessions", {"messages": [WORDS]})

    ended = bot.call("DELETE", f"jobs/{begun.body['id']}")
    again = bot.call("DELETE", f"jobs/{begun.body['id']}")

    assert (ended.status, ended.body["state"]) == (200, JobState.CANCELLED)
    assert (again.status, again.code) == (409, "job_ended")
    run_jobs()
    assert ReviewSession.objects.count() == 0
    assert Job.objects.get().state == JobState.CANCELLED


def test_runs_of_a_session_are_compared(bot: Program) -> None:
    session = bot.post("sessions", {"messages": [WORDS]}).body["session"]
    a = bot.post(f"sessions/{session}/extractions", MEMORY).body["extraction"]
    other = {"entries": [{"title": "Something else", "evidence": [{"messageIndex": 0, "quote": "the beta"}]}]}
    b = bot.post(f"sessions/{session}/extractions", other).body["extraction"]

    compared = bot.get(f"runs/compare?a={a}&b={b}").body
    runs = bot.get("runs").body["items"]

    assert [len(compared[name]) for name in ("shared", "reworded", "onlyA", "onlyB")] == [0, 0, 1, 1]
    assert [one["id"] for one in runs] == [b, a]
    assert bot.get(f"extractions/{a}").body["counts"]["quotesAsUploaded"] == {"exact": 1}


@pytest.mark.parametrize("evidence", ["the beta", {"messageIndex": 0, "quote": "the beta"}, [7]])
def test_evidence_is_read_as_far_as_it_can_be_as_the_document_says(bot: Program, evidence: object) -> None:
    """The document describes no type of it: a reader that refused one would refuse a whole file for a quote."""
    sent = bot.post("sessions", {"messages": [WORDS], "extraction": {"evidence": evidence}})

    assert (sent.status, sent.body["extractions"][0]["entries"]) == (201, 1)
