"""The client against the application itself, and against a server that fails."""

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application
from django.test import override_settings

from aligner_core.client import ApiError, EvidenceReview, JobFailedError
from review.api.app import api
from tests.factories import make_project, make_user, switch
from tests.review.api.conftest import Programs
from tests.review.api.test_uploads import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)

SAID = "We ship the beta on 4 May. The price is 12 euros."
TALK = {"sessionId": "talk", "messages": [{"role": "user", "content": SAID}]}


def memory(*quotes: str) -> dict[str, Any]:
    evidence = [{"messageIndex": 0, "quote": quote} for quote in quotes]
    return {"entries": [{"entryId": "m-1", "type": "fact", "title": "The beta ships on 4 May.", "evidence": evidence}]}


def pauses(_seconds: float) -> None:
    """Do not wait."""


@pytest.fixture
def review(program: Programs) -> Iterator[EvidenceReview]:
    bot = program(make_user("mina", project=make_project()))
    transport = httpx.WSGITransport(get_wsgi_application())
    with EvidenceReview("http://testserver", bot.secret, transport=transport, sleep=lambda _seconds: run_jobs()) as one:
        yield one


def test_from_a_conversation_to_a_verified_memory(review: EvidenceReview) -> None:
    switch(tokens_verify=True)
    session = review.send_session(TALK)["session"]
    sent = review.send_extraction(session, memory("The price is 12 euros", "We ship in the first week of spring"))
    assert (sent["aligned"], len(sent["failedQuotes"])) == (1, 1)

    [entry] = review.entries(blocked=True)
    with pytest.raises(ApiError, match="409 evidence_not_aligned") as refused:
        review.promote(entry, to="verified")
    assert refused.value.problem["blockers"] == ["evidence_not_aligned"]

    [failed] = review.failed()
    repaired = review.retry(failed, "We ship the beta on 4 May.", message_index=0)
    assert repaired["verdict"] == "verbatim"
    answered = review.act(review.entry(entry["id"]), "claim/confirm")
    verified = review.promote(answered, to="verified")

    assert verified["stage"] == "verified"
    assert [one["stage"] for one in review.entries(stage="verified")] == ["verified"]


def test_memories_are_read_to_their_end_and_on_from_there(review: EvidenceReview) -> None:
    switch(tokens_verify=True)
    session = review.send_session(TALK)["session"]
    entry = review.add_entry(session, {"title": "The price is 12 euros."}, quote=SAID[25:], message_index=0)
    review.promote(entry, to="verified")

    [memory] = review.memories()

    assert (memory["op"], memory["id"]) == ("upsert", entry["id"])
    assert list(review.memories(since=memory["number"])) == []


def test_what_has_changed_meanwhile_is_told(review: EvidenceReview) -> None:
    session = review.send_session(TALK)["session"]
    entry = review.add_entry(session, {"title": "The price."}, quote="The price is 12 euros", message_index=0)
    review.correct_claim(entry, title="The price is 12 euros.")

    with pytest.raises(ApiError, match="412 conflict") as late:
        review.act(entry, "reject", reason="Wrong.")

    assert late.value.problem["current"]["title"] == "The price is 12 euros."
    again = review.act(review.entry(entry["id"]), "reject", reason="Wrong.")
    assert again["id"] == entry["id"]


@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_large_session_is_waited_for(review: EvidenceReview) -> None:
    session = review.send_session(TALK)["session"]

    assert [one["content"] for one in review.messages(session)] == [SAID]
    assert review.send_extraction(session, memory("The price is 12 euros"))["extraction"]
    assert [one["id"] for one in review.sessions()] == [session]


def test_lists_are_read_to_their_end(review: EvidenceReview) -> None:
    session = review.send_session(TALK)["session"]
    made = [
        review.add_entry(session, {"title": f"Number {number}."}, quote="The price is 12 euros", message_index=0)["id"]
        for number in range(3)
    ]

    assert sorted(one["id"] for one in review.entries(limit=2)) == made


def test_any_number_of_sessions_is_sent_line_by_line(review: EvidenceReview, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aligner_core.client.review.LINES_AT_ONCE", 2)
    talks: list[dict[str, Any]] = [
        {"sessionId": f"talk\u2028{n}", "messages": [SAID] if n != 1 else []} for n in range(5)
    ]

    told = list(review.send_sessions(talks))

    assert [(one["line"], one.get("sessionId"), one.get("code")) for one in told] == [
        (1, "talk\u20280", None),
        (2, None, "empty_session"),
        (3, "talk\u20282", None),
        (4, "talk\u20283", None),
        (5, "talk\u20284", None),
    ]
    assert list(review.send_sessions([])) == []
    [changed] = review.send_sessions([{"sessionId": "talk\u20280", "messages": ["Other."]}], accept_changes=True)
    assert changed["change"] == "changed"


def test_checks_store_nothing(review: EvidenceReview) -> None:
    assert review.check(["beta on 4 May"], [SAID])["ok"]
    assert review.align([SAID], memory("beta on 4 May"))["evidenceAligned"]
    assert not review.check_claim("The price is 13 euros.", [SAID])["ok"]
    assert list(review.sessions()) == []


def test_a_file_is_sent_as_it_is(review: EvidenceReview) -> None:
    sent = review.send_file(b"User: Hello there.\nAssistant: Good morning.\n", name="talk.txt", format="transcript")

    assert sent["added"] == 2
    with pytest.raises(ApiError, match="422 unknown_format"):
        review.send_file(b"x", format="floppy")


def served(*answers: Callable[[httpx.Request], httpx.Response]) -> tuple[EvidenceReview, list[httpx.Request]]:
    """Return a client of a server with these answers, the last one for ever, and what it is asked."""
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return answers[min(len(asked), len(answers)) - 1](request)

    return EvidenceReview("http://review.test/", "evr_x", transport=httpx.MockTransport(answer), sleep=pauses), asked


def gone(request: httpx.Request) -> httpx.Response:
    message = "gone"
    raise httpx.ConnectError(message, request=request)


def test_a_call_that_does_not_get_through_is_made_again_with_the_same_key() -> None:
    busy = httpx.Response(503, headers={"Retry-After": "0.5"})
    review, asked = served(gone, lambda _: busy, lambda _: httpx.Response(201, json={"id": 7}))

    review.add_entry(1, {"title": "A"}, quote="b", message_index=0)

    assert len(asked) == 3
    assert len({one.headers["Idempotency-Key"] for one in asked}) == 1
    assert {str(one.url) for one in asked} == {"http://review.test/api/v1/sessions/1/entries"}
    assert asked[0].headers["Authorization"] == "Bearer evr_x"


def test_what_never_gets_through_is_an_error() -> None:
    review, asked = served(gone)
    with pytest.raises(httpx.ConnectError):
        review.entry(1)
    assert len(asked) == 4

    review, asked = served(lambda _: httpx.Response(502, text="<html>Bad gateway"))
    with pytest.raises(ApiError, match="502 failed <html>Bad gateway"):
        review.entry(1)
    assert len(asked) == 4


def lines(*told: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in told)


def sent_in(request: httpx.Request) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(request.content).splitlines()]


def test_lines_without_an_answer_are_sent_again() -> None:
    review, asked = served(
        lambda _: httpx.Response(503),
        lambda _: httpx.Response(200, content=lines({"line": 1, "session": 7})[:-1]),
        lambda _: httpx.Response(200, content=lines({"line": 1, "session": 7}) + b'{"line": 2'),
        lambda _: httpx.Response(200, content=lines({"line": 1, "session": 8}, {"done": 1, "refused": 0})),
    )

    told = list(review.send_sessions([{"sessionId": "a"}, {"sessionId": "b"}]))

    assert told == [{"line": 1, "session": 7}, {"line": 2, "session": 8}]
    names = [[one["sessionId"] for one in sent_in(request)] for request in asked]
    assert names == [["a", "b"], ["a", "b"], ["a", "b"], ["b"]]


def test_lines_that_are_never_answered_are_an_error() -> None:
    review, asked = served(lambda _: httpx.Response(200, content=b""))

    with pytest.raises(httpx.RemoteProtocolError, match="before their last line"):
        list(review.send_sessions([{"sessionId": "a"}]))
    assert len(asked) == 4


def test_what_ends_a_stream_is_an_error_after_its_answer() -> None:
    refused = {"line": 1, "status": 507, "code": "storage_full"}
    review, _ = served(lambda _: httpx.Response(200, content=lines(refused, {"done": 0, "refused": 1})))
    told = review.send_sessions([{"sessionId": "a"}, {"sessionId": "b"}])

    assert next(told) == refused
    with pytest.raises(ApiError, match="507 storage_full"):
        next(told)
    other, _ = served(lambda _: httpx.Response(415, json={"code": "unsupported_type"}))
    with pytest.raises(ApiError, match="415 unsupported_type"):
        list(other.send_sessions([{}]))


def test_a_job_that_fails_is_an_error() -> None:
    job = {"id": 3, "state": "waiting", "result": {}, "reason": ""}
    review, _ = served(
        lambda _: httpx.Response(202, json=job),
        lambda _: httpx.Response(200, json={**job, "state": "failed", "reason": "changed"}),
    )

    with pytest.raises(JobFailedError, match="job 3 failed: changed"):
        review.send_session(TALK)


def test_every_call_is_an_operation_of_the_document() -> None:
    known = {
        (method.upper(), path)
        for path, some in api.get_openapi_schema(path_prefix="")["paths"].items()
        for method in some
    }
    entry: Any = {"id": 1, "version": 1}
    quote: Any = {"id": 1, "attempt": 1}
    answered: dict[str, Any] = {"items": [], "next": None, "state": "done", "result": {}}
    review, asked = served(lambda _: httpx.Response(200, json=answered))
    review.check([], [])
    review.align([], {})
    review.check_claim("", [])
    review.send_session({})
    review.send_file(b"")
    review.send_extraction(1, {})
    with pytest.raises(httpx.RemoteProtocolError):
        list(review.send_sessions([{}]))
    list(review.sessions())
    review.messages(1)
    list(review.entries())
    review.entry(1)
    list(review.failed())
    review.quote(1)
    review.promote(entry, to="candidate")
    review.correct_claim(entry, title="A")
    review.act(entry, "reject", reason="B")
    review.add_entry(1, {"title": "A"}, quote="b", message_index=0)
    review.add_quote(entry, "b", message_index=0)
    review.repair(quote, "withdraw", reason="C")
    review.retry(quote, "d", message_index=0)
    review.fix(quote, "source-0")
    review.wait(review.job(1))
    review.proposals(1, "a")
    review.extract(1)
    review.seal_bundle(session=1)
    review.bundles()
    review.bundle(1)
    review.bundle_statement(1)
    review.verify_bundle(b"")
    review.import_export(b"")

    for one in asked:
        path = one.url.path.removeprefix("/api/v1/").replace("/1/", "/{pk}/")
        path = path[:-1] + "{pk}" if path.endswith("/1") else path
        assert (one.method, path) in {(method, name.lstrip("/")) for method, name in known}
