"""A conversation as it came."""

from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from aligner_core import ExtractionError, MessageUpload, Note, SessionUpload, parse_session


class Turn(BaseModel):
    """A message as some program models it."""

    role: str
    content: str
    timestamp: datetime


def test_parse_session_reads_every_field() -> None:
    message = {"role": "user", "name": "Kim", "timestamp": "2026-01-31", "content": "안녕"}

    assert parse_session({"sessionId": "s1", "title": "T", "messages": [message, "hi"]}) == SessionUpload(
        session_id="s1",
        title="T",
        messages=(
            MessageUpload(role="user", name="Kim", timestamp="2026-01-31", content="안녕"),
            MessageUpload(content="hi"),
        ),
    )


@pytest.mark.parametrize(
    ("payload", "session_id"),
    [
        pytest.param({"messages": ["a"]}, None, id="no name"),
        pytest.param({"sessionMessages": ["a"]}, None, id="as the first version calls it"),
        pytest.param({"session_id": "s", "messages": ["a"]}, "s", id="in snake case"),
        pytest.param({"sessionId": "s", "session_id": "t", "messages": ["a"]}, "s", id="both"),
        pytest.param({"sessionId": None, "session_id": "t", "messages": ["a"]}, "t", id="null and a name"),
        pytest.param({"sessionId": "", "messages": ["a"]}, None, id="an empty name"),
        pytest.param({"sessionId": 7, "messages": ("a",)}, "7", id="a number"),
        pytest.param(["a"], None, id="the bare list"),
        pytest.param(("a",), None, id="a tuple"),
    ],
)
def test_parse_session_reads_every_form(payload: object, session_id: str | None) -> None:
    upload = parse_session(payload)

    assert (upload.session_id, upload.messages, upload.notes) == (session_id, (MessageUpload(content="a"),), ())


def test_parse_session_notes_what_it_does_not_know_where_it_first_stands() -> None:
    messages = ["a", {"content": "b", "id": 1}, {"content": "c", "id": 2, "tokens": 7}]

    notes = parse_session({"messages": messages, "owner": "mina"}).notes

    assert [(note.code, note.where) for note in notes] == [
        ("unknown_field", "owner"),
        ("unknown_field", "messages[1].id"),
        ("unknown_field", "messages[2].tokens"),
    ]


@pytest.mark.parametrize(
    ("payload", "code", "where"),
    [
        pytest.param(None, "not_a_session", "messages", id="null"),
        pytest.param("text", "not_a_session", "messages", id="a text"),
        pytest.param(b"text", "not_a_session", "messages", id="bytes"),
        pytest.param({}, "not_a_session", "messages", id="no messages"),
        pytest.param({"messages": None}, "not_a_session", "messages", id="null as messages"),
        pytest.param({"messages": {"0": "a"}}, "not_a_session", "messages", id="messages by name"),
        pytest.param({"messages": "a"}, "not_a_session", "messages", id="one message, no list"),
        pytest.param(["a", None], "not_a_message", "messages[1]", id="null as message"),
        pytest.param(["a", ["b"]], "not_a_message", "messages[1]", id="a list as message"),
        pytest.param([{"role": "user"}], "no_content", "messages[0].content", id="no content"),
        pytest.param([{"content": None}], "no_content", "messages[0].content", id="null as content"),
        pytest.param([{"content": ["a"]}], "no_content", "messages[0].content", id="content in parts"),
        pytest.param([{"content": "a", "role": ["u"]}], "not_text", "messages[0].role", id="a list as role"),
        pytest.param([{"content": "a", "name": True}], "not_text", "messages[0].name", id="true as name"),
        pytest.param({"sessionId": {}, "messages": ["a"]}, "not_text", "sessionId", id="an object as name"),
        pytest.param({"title": [], "messages": ["a"]}, "not_text", "title", id="a list as title"),
        pytest.param({"messages": []}, "empty_session", "messages", id="an empty list of messages"),
        pytest.param([], "empty_session", "messages", id="an empty list"),
    ],
)
def test_parse_session_refuses_and_says_where(payload: object, code: str, where: str) -> None:
    with pytest.raises(ExtractionError) as refused:
        parse_session(payload)

    assert (refused.value.code, refused.value.where) == (code, where)
    assert str(refused.value).startswith(f"{where}: ")


def test_parse_session_keeps_ordinary_input_as_it_is() -> None:
    """NUL, lone surrogates, CRLF, NFD Hangul are ordinary input (specification 3.11): no text is changed."""
    contents = ["", "\x00", "\ud800", "a\r\nb ", "\u1112\u1161\u11ab", "🙂", "x" * 1_000_000]

    assert [message.content for message in parse_session(contents).messages] == contents


def test_parse_session_never_drops_a_message_that_is_there_twice() -> None:
    assert len(parse_session(["same", "same"]).messages) == 2


def test_parse_session_reads_models_and_numbers_as_times() -> None:
    moment = datetime(2026, 1, 31, 12, tzinfo=UTC)
    upload = parse_session([Turn(role="user", content="a", timestamp=moment), {"content": "b", "timestamp": 17.5}])

    assert [message.timestamp for message in upload.messages] == ["2026-01-31 12:00:00+00:00", "17.5"]


def test_parse_session_lists_unknown_fields() -> None:
    upload = parse_session({"messages": ["a"], "extraction": {}, "source": "chat"})

    assert upload.notes == (Note(code="unknown_field", where="source"),)
