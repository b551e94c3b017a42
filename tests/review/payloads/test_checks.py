"""What makes an upload storable: the rows of the specification on bad input, one by one."""

import pytest
from pytest_django.fixtures import Settings

from aligner_core import MessageUpload, Note, SessionUpload
from review.domain.errors import Problem, UploadRefusedError
from review.payloads import (
    check_combined,
    check_session,
    escaped,
    storable,
)

NUL = "a\0b"
SURROGATE = "a\ud800b"


def problems_of(payload: object) -> tuple[Problem, ...]:
    with pytest.raises(UploadRefusedError) as caught:
        check_session(payload)
    return caught.value.problems


@pytest.mark.parametrize("key", ["messages", "sessionMessages"])
@pytest.mark.parametrize("name", ["sessionId", "session_id"])
def test_check_session_reads_every_synonym(name: str, key: str) -> None:
    upload = check_session({name: "s-1", "title": "One", key: ["hello", {"role": "user", "content": "hi"}]})

    assert upload.session_id == "s-1"
    assert upload.messages == (MessageUpload(content="hello"), MessageUpload(role="user", content="hi"))


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        pytest.param({}, Problem("not_a_session", "messages"), id="no messages"),
        pytest.param({"messages": {}}, Problem("not_a_session", "messages"), id="messages that are no list"),
        pytest.param("hello", Problem("not_a_session", "messages"), id="a text"),
        pytest.param(None, Problem("not_a_session", "messages"), id="null"),
        pytest.param(7, Problem("not_a_session", "messages"), id="a number"),
        pytest.param({"messages": ["a", 7]}, Problem("not_a_message", "messages[1]"), id="a message that is a number"),
        pytest.param({"messages": ["a", None]}, Problem("not_a_message", "messages[1]"), id="a message that is null"),
        pytest.param(
            {"messages": [{"role": "user"}]},
            Problem("no_content", "messages[0].content"),
            id="a message without content",
        ),
        pytest.param(
            {"messages": [{"content": ["a"]}]},
            Problem("no_content", "messages[0].content"),
            id="content that is a list",
        ),
        pytest.param(
            {"messages": [{"content": "a", "role": ["x"]}]},
            Problem("not_text", "messages[0].role", {"value": '["x"]'}),
            id="a role that is a list",
        ),
        pytest.param(
            {"sessionId": ["x"], "messages": ["a"]},
            Problem("not_text", "sessionId", {"value": '["x"]'}),
            id="a name in a list",
        ),
        pytest.param(
            {"sessionId": "x" * 201, "messages": ["a"]},
            Problem("text_too_long", "sessionId", {"limit": 200}),
            id="a name of 201 characters",
        ),
        pytest.param(
            {"sessionId": NUL, "messages": ["a"]},
            Problem("unstorable_text", "sessionId", {"position": 1}),
            id="NUL in a name",
        ),
        pytest.param(
            {"title": SURROGATE, "messages": ["a"]},
            Problem("unstorable_text", "title", {"position": 1}),
            id="half a surrogate pair in a title",
        ),
        pytest.param(
            {"messages": ["a", NUL]},
            Problem("unstorable_text", "messages[1].content", {"position": 1}),
            id="NUL in a message",
        ),
        pytest.param(
            {"messages": ["a", "b", SURROGATE]},
            Problem("unstorable_text", "messages[2].content", {"position": 1}),
            id="half a surrogate pair in a message",
        ),
        pytest.param(
            {"messages": [{"content": "a", "name": NUL}]},
            Problem("unstorable_text", "messages[0].name", {"position": 1}),
            id="NUL in a speaker's name",
        ),
    ],
)
def test_check_session_refuses(payload: object, problem: Problem) -> None:
    assert problems_of(payload) == (problem,)


def test_check_session_refuses_a_session_without_messages() -> None:
    assert problems_of({"messages": []}) == (Problem("empty_session", "messages"),)


def test_check_session_names_every_bad_message() -> None:
    named = [problem.where for problem in problems_of({"messages": [NUL, "good", SURROGATE]})]

    assert named == ["messages[0].content", "messages[2].content"]


def test_check_session_says_a_problem_in_characters_that_can_be_shown() -> None:
    assert problems_of({"sessionId": [SURROGATE], "messages": ["a"]}) == (
        Problem("not_text", "sessionId", {"value": r'["a\ud800b"]'}),
    )


def test_check_session_notes_unknown_fields_in_characters_that_can_be_shown() -> None:
    upload = check_session({"messages": ["a"], SURROGATE: 1})

    assert upload.notes == (Note(code="unknown_field", where=r"a\ud800b", params={}),)


def test_check_session_takes_messages_up_to_the_limit(settings: Settings) -> None:
    settings.REVIEW_MAX_MESSAGES = 3

    assert len(check_session({"messages": ["a"] * 3}).messages) == 3
    assert problems_of({"messages": ["a"] * 4}) == (Problem("too_many_messages", "messages", {"limit": 3}),)


def test_check_session_takes_a_message_up_to_the_limit_in_bytes(settings: Settings) -> None:
    settings.REVIEW_MAX_MESSAGE_BYTES = 6

    assert check_session({"messages": ["한글"]}).messages[0].content == "한글"
    assert problems_of({"messages": ["한글", "한글."]}) == (
        Problem("message_too_large", "messages[1].content", {"limit": 6}),
    )


def test_check_session_takes_a_name_up_to_the_limit() -> None:
    assert check_session({"sessionId": "가" * 200, "messages": ["a"]}).session_id == "가" * 200


def test_check_combined_reads_both_parts() -> None:
    both = check_combined({"session_id": "s", "messages": ["hello"], "extraction": {"evidence": []}})

    assert isinstance(both.session, SessionUpload)
    assert both.session.session_id == "s"
    assert both.session.notes == ()
    assert both.extraction is not None
    assert [entry.quotes for entry in both.extraction.entries] == [()]


@pytest.mark.parametrize("payload", [{"messages": ["hello"]}, ["hello"], {"messages": ["hello"], "extraction": None}])
def test_check_combined_takes_a_session_alone(payload: object) -> None:
    assert check_combined(payload).extraction is None


def test_check_combined_takes_both_or_neither() -> None:
    with pytest.raises(UploadRefusedError) as caught:
        check_combined({"messages": ["hello"], "extraction": []})

    assert caught.value.problems == (Problem("not_an_extraction"),)


def test_storable_changes_nothing_that_can_be_stored() -> None:
    value = {"a": ["한글 \U0001f600", 10**30, 0.5, None, True, {}]}

    assert storable(value) == value


def test_escaped_writes_what_cannot_be_stored_as_escapes() -> None:
    assert escaped("a\0\ud800\udfffz") == r"a\u0000\ud800\udfffz"


def test_storable_takes_the_deepest_json_a_setting_allows() -> None:
    value: list[object] = []
    for _ in range(99):
        value = [value]

    assert storable(value) == value
