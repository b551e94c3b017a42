"""Sessions as a stream of lines: each is answered, none stops another, and nothing that is packed fills the memory."""

import gzip
import json
import sqlite3
from io import BytesIO
from typing import Any

import pytest
from django.db.utils import OperationalError
from django.http import UnreadablePostError
from django.test import Client, RequestFactory, override_settings

from review.api import streams
from review.api.calls import Call
from review.models import Entry, Event, ReviewSession
from review.payloads import lines
from review.services.people.tokens import revoke_token
from tests.factories import make_project, make_user
from tests.review.api.conftest import Answer, Program, Programs
from tests.review.api.test_uploads import MEMORY, WORDS, run_jobs

pytestmark = pytest.mark.django_db
TYPE = "application/x-ndjson"


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


def talk(name: str, *messages: str, **more: object) -> dict[str, object]:
    return {"sessionId": name, "messages": list(messages) or [WORDS], **more}


def sent(bot: Program, *given: object, changes: str = "refuse", **headers: str) -> list[Any]:
    body = b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in given)
    packed = gzip.compress(body) if headers.get("Content_Encoding") == "gzip" else body
    answer = bot.post(f"sessions/stream?changes={changes}", packed, content_type=TYPE, **headers)
    assert (answer.status, answer.headers["Content-Type"]) == (200, TYPE)
    return told(answer)


def told(answer: Answer) -> list[Any]:
    assert isinstance(answer.body, bytes)
    return [json.loads(line) for line in answer.body.splitlines()]


@pytest.mark.parametrize("headers", [{}, {"Content_Encoding": "gzip"}, {"Content_Encoding": "identity"}])
def test_every_line_is_answered_and_the_last_one_counts(bot: Program, headers: dict[str, str]) -> None:
    first, second, again, end = sent(bot, talk("a"), b"\n", talk("b", extraction=MEMORY), talk("a"), **headers)

    assert (first["line"], first["sessionId"], first["change"]) == (1, "a", "new")
    assert (second["line"], second["extractions"][0]["aligned"]) == (3, 1)
    assert (again["line"], again["change"], again["session"]) == (4, "identical", first["session"])
    assert end == {"done": 3, "refused": 0}
    assert {one.recorded.with_token for one in Event.objects.filter(session__isnull=False)} == {bot.token.name}


def test_a_line_that_is_refused_does_not_stop_others(bot: Program) -> None:
    sent(bot, talk("old", "The first."))

    *answers, end = sent(bot, b"{\n", {"messages": []}, talk("old", "Another."), b'"text"\n', talk("new"))

    assert [(one["line"], one.get("status"), one.get("code")) for one in answers] == [
        (1, 400, "not_json"),
        (2, 422, "empty_session"),
        (3, 409, "messages_changed"),
        (4, 422, "not_a_session"),
        (5, None, None),
    ]
    assert answers[2]["problems"][0]["params"]["indexes"] == [0]
    assert end == {"done": 1, "refused": 4}
    [accepted, _] = sent(bot, talk("old", "Another."), changes="accept")
    assert accepted["change"] == "changed"


def test_an_answer_comes_while_the_rest_is_still_sent(bot: Program) -> None:
    """Read by hand: what is taken of the body before the first answer is the first line."""
    body = BytesIO(b"".join(json.dumps(talk(name)).encode() + b"\n" for name in "abc"))
    request = chunked(bot, body)
    response = streams.stream(request)

    first = next(iter(response))

    assert (json.loads(first)["sessionId"], ReviewSession.objects.count()) == ("a", 1)
    assert len(list(response)) == 3


def chunked(bot: Program, body: object) -> Call:
    headers = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": body, "wsgi.input_terminated": True}
    request: Any = RequestFactory().post("/api/v1/sessions/stream", content_type=TYPE, **headers)  # type: ignore[arg-type]
    del request.META["CONTENT_LENGTH"]
    request.auth, request.user = bot.token, bot.token.owner
    return request  # type: ignore[no-any-return]


def test_a_body_whose_end_nobody_knows_is_refused(bot: Program) -> None:
    answer = bot.post("sessions/stream", b"", content_type=TYPE, Transfer_Encoding="chunked")

    assert (answer.status, answer.code) == (411, "length_required")


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [("application/json", ""), ("text/plain", ""), ("multipart/form-data; boundary=x", "gzip"), (TYPE, "br")],
)
def test_another_type_is_refused_before_anything_is_read(bot: Program, content_type: str, encoding: str) -> None:
    body = json.dumps(talk("a")).encode()

    answer = bot.post("sessions/stream", body, content_type=content_type, Content_Encoding=encoding)

    assert (answer.status, answer.code, ReviewSession.objects.count()) == (415, "unsupported_type", 0)


@override_settings(REVIEW_MAX_FILE_BYTES=200)
@pytest.mark.parametrize("headers", [{}, {"Content_Encoding": "gzip"}])
def test_a_line_that_is_too_long_is_passed_by(bot: Program, headers: dict[str, str]) -> None:
    long = json.dumps(talk("long", "x" * 200_000)).encode() + b"\n"

    *answers, end = sent(bot, talk("a"), long, talk("b"), **headers)

    assert [(one["line"], one.get("code")) for one in answers] == [(1, None), (2, "line_too_long"), (3, None)]
    assert (answers[1]["status"], end) == (413, {"done": 2, "refused": 1})


def test_a_stream_that_unpacks_to_too_much_ends(bot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_STREAM_BYTES", 5_000)
    bomb = b" " * 1_000_000 + b"\n"

    first, refused, end = sent(bot, talk("a"), bomb, talk("b"), Content_Encoding="gzip")

    assert (first["sessionId"], refused["code"], refused["status"]) == ("a", "stream_too_large", 413)
    assert (refused["line"], end) == (2, {"done": 1, "refused": 1})


def test_what_is_packed_is_bounded_too(bot: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand empty members unpack to nothing."""
    monkeypatch.setattr(lines, "MAX_STREAM_BYTES", 5_000)
    body = gzip.compress(b"") * 1_000

    answer = bot.post("sessions/stream", body, content_type=TYPE, Content_Encoding="gzip")

    assert [one.get("code") for one in told(answer)] == ["stream_too_large", None]


CUT_OFF = gzip.compress(json.dumps(talk("a")).encode(), mtime=0)[:-12]


@pytest.mark.parametrize("cut", [CUT_OFF, b"no gzip", b"\x1f\x8b\x08\xff"], ids=["cut off", "no gzip", "no method"])
def test_a_stream_that_cannot_be_unpacked_ends(bot: Program, cut: bytes) -> None:
    *answers, end = told(bot.post("sessions/stream", cut, content_type=TYPE, Content_Encoding="gzip"))

    assert (answers[-1]["code"], answers[-1]["status"], end["refused"]) == ("stream_unreadable", 422, 1)


def test_a_token_that_is_revoked_meanwhile_receives_nothing_more(bot: Program) -> None:
    class Body(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                revoke_token(token_id=bot.token.pk, actor=bot.token.owner)
            return super().readline(size)

    response = streams.stream(chunked(bot, Body(b"".join(json.dumps(talk(n)).encode() + b"\n" for n in "abc"))))

    first, refused, end = map(json.loads, response)
    assert (first["sessionId"], refused["code"], refused["status"]) == ("a", "not_permitted", 403)
    assert (end, ReviewSession.objects.count()) == ({"done": 1, "refused": 1}, 1)


def test_nobody_is_answered_who_has_gone(bot: Program) -> None:
    class Body(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise UnreadablePostError
            return super().readline(size)

    response = streams.stream(chunked(bot, Body(json.dumps(talk("a")).encode() + b"\n")))

    assert [json.loads(one)["sessionId"] for one in response] == ["a"]


@pytest.mark.parametrize(
    ("number", "status", "code"),
    [(sqlite3.SQLITE_FULL, 507, "storage_full"), (sqlite3.SQLITE_BUSY, 503, "unavailable")],
)
def test_where_nothing_can_be_stored_the_stream_ends(
    bot: Program, monkeypatch: pytest.MonkeyPatch, number: int, status: int, code: str
) -> None:
    def fail(*_given: object, **_more: object) -> None:
        error = sqlite3.OperationalError()
        error.sqlite_errorcode = number
        raise OperationalError from error

    monkeypatch.setattr(streams, "received", fail)
    refused, end = sent(bot, talk("a"), talk("b"))

    assert (refused["status"], refused["code"]) == (status, code)
    assert refused["detail"]
    assert end == {"done": 0, "refused": 1}


def test_an_error_of_the_product_is_not_answered_as_if_all_were_well(
    bot: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "received", None)

    with pytest.raises(TypeError):
        sent(bot, talk("a"))


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_large_line_is_received_by_a_job(bot: Program) -> None:
    waits, end = sent(bot, talk("long", extraction=MEMORY))

    assert (waits["line"], waits["job"]["state"], end["done"]) == (1, "waiting", 1)
    run_jobs()
    assert bot.get(f"jobs/{waits['job']['id']}").body["state"] == "done"
    assert Entry.objects.get().quotes.count() == 1


@override_settings(REVIEW_MAX_UPLOAD_BYTES=10)
def test_a_stream_may_be_longer_than_any_other_request(bot: Program, client: Client) -> None:
    padding = b" " * 150_000 + b"\n"

    first, end = sent(bot, padding, talk("a"))

    assert (first["line"], end) == (2, {"done": 1, "refused": 0})
    assert bot.post("sessions", padding).status == 413


def test_lines_are_read_as_they_are_asked_for() -> None:
    """What nobody asks for is not read: a slow receiver holds up the sender, and the memory stays as it is."""
    body = BytesIO(b"{}\n" * 9)
    found = lines.lines_of(body, is_packed=False)

    assert [next(found).number for _ in range(3)] == [1, 2, 3]
    assert body.tell() == 9
