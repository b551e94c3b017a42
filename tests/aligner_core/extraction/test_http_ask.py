"""Both protocols over HTTP, with every fault that a server may have."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Literal

import pytest

from aligner_core.errors import InvalidValueError
from aligner_core.extraction import Answer, AskError, Exchange, HttpAsk, Patience, Question, ScriptedModel, extract
from aligner_core.extraction.scripted import FAULTS
from tests.aligner_core.extraction.asked import PROTOCOLS, QUICK, asking, spoken

Protocol = Literal["openai", "anthropic"]
each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)
QUESTION = Question("Read it.", "[0] user: The cache lives for one hour.", {"type": "object"})


class Server:
    """A server on this machine that gives one answer, and keeps what it was asked."""

    def __init__(self, status: int, body: object, headers: dict[str, str]) -> None:
        self.status, self.body, self.headers = status, body, headers
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.url = ""


@contextmanager
def serving(body: object, *, status: int = 200, **headers: str) -> Iterator[Server]:
    given = Server(status, body, {name.replace("_", "-"): value for name, value in headers.items()})

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            given.asked.append((self.path, dict(self.headers), asked))
            text = given.body if isinstance(given.body, str) else json.dumps(given.body)
            self.send_response(given.status)
            for name, value in given.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    given.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield given
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def openai(message: dict[str, Any], reason: str = "stop") -> dict[str, Any]:
    return {
        "choices": [{"message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 4},
    }


def patience_for(fault: str) -> Patience:
    """Return the patience of who meets a fault: short only for what is slow, since the machine may be."""
    return Patience(seconds=2.0 if fault == "slow" else 30.0, pause=0.01)


@each_protocol
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_passes_is_met_with_another_try(fault: str, protocol: Protocol) -> None:
    with asking(f"{fault}+ok", protocol, patience=patience_for(fault), slow=4.0) as (ask, model):
        found = extract(spoken("en", random.Random(1)), ask)

    assert (found.requests, found.is_whole, found.attempts[0].ok) == (1, True, 5)
    assert model.requests >= 2


@each_protocol
@pytest.mark.parametrize(
    ("fault", "code"),
    [("429", "rate_limited"), ("500", "server_error"), ("slow", "timeout"), ("drop", "unreachable")],
)
def test_a_fault_that_stays_is_told_after_some_tries(fault: str, code: str, protocol: Protocol) -> None:
    script = "+".join([fault] * 9) + "+ok"
    with asking(script, protocol, patience=patience_for(fault), slow=3.0) as (ask, model):
        found = extract(spoken("en", random.Random(1)), ask)

    assert [one.code for one in found.lost] == [code]
    assert (model.requests, found.has_read, found.upload["entries"]) == (4, False, [])


@pytest.mark.parametrize(("script", "code"), [("prose", "unreadable"), ("cut", "cut_off")])
@each_protocol
def test_an_answer_that_cannot_be_read_is_asked_for_again(script: str, code: str, protocol: Protocol) -> None:
    with asking(f"{script}>ok", protocol) as (ask, _):
        mended = extract(spoken("ko", random.Random(1)), ask)
    with asking(script, protocol) as (ask, _):
        lost = extract(spoken("ko", random.Random(1), count=1), ask)

    assert (mended.requests, mended.attempts[-1].ok) == (2, 5)
    assert [one.code for one in lost.lost] == [code]


@pytest.mark.parametrize(
    ("status", "code", "is_final"),
    [
        (401, "not_authorized", True),
        (403, "not_authorized", True),
        (404, "refused", True),
        (400, "refused", False),
        (413, "refused", False),
    ],
)
def test_a_refusal_is_told_at_once(status: int, code: str, is_final: bool) -> None:  # noqa: FBT001
    with serving({"error": {"message": "no\nsuch  model"}}, status=status) as server:
        ask = HttpAsk("openai", "m", base_url=server.url, key="k", patience=QUICK)
        with pytest.raises(AskError, match=f"answered {status}: no such model") as raised:
            ask(QUESTION)

    assert (raised.value.code, raised.value.is_final, len(server.asked)) == (code, is_final, 1)


@pytest.mark.parametrize("body", ["<html>", {"error": "gone"}, {"detail": 1}, []])
def test_a_refusal_in_another_form_is_told_too(body: object) -> None:
    with serving(body, status=404) as server:
        ask = HttpAsk("openai", "m", base_url=server.url, key="k", patience=QUICK)
        with pytest.raises(AskError, match="answered 404"):
            ask(QUESTION)


@each_protocol
@pytest.mark.parametrize("body", ["<html>", {}, {"choices": []}, {"content": "x"}, []])
def test_an_answer_of_another_protocol_is_told(body: object, protocol: Protocol) -> None:
    with serving(body) as server:
        ask = HttpAsk(protocol, "m", base_url=server.url, key="k", patience=QUICK)
        with pytest.raises(AskError, match="something else than the protocol") as raised:
            ask(QUESTION)

    assert raised.value.code == "other_protocol"


@pytest.mark.parametrize(
    ("told", "waited"),
    [("2", 2.0), ("0.5", 0.5), ("999", 60.0), ("soon", 0.25), ("", 0.25), (formatdate(0), 0.0)],
)
def test_a_server_is_given_the_time_that_it_asks_for(told: str, waited: float) -> None:
    slept = list[float]()
    patience = Patience(tries=2, pause=0.25, sleep=slept.append)
    with serving({}, status=429, Retry_After=told) as server, pytest.raises(AskError):
        HttpAsk("openai", "m", base_url=server.url, key="k", patience=patience)(QUESTION)

    assert slept == [waited]


def test_a_server_may_say_a_moment() -> None:
    slept = list[float]()
    with serving({}, status=503, Retry_After=formatdate(time.time() + 30)) as server, pytest.raises(AskError):
        HttpAsk("openai", "m", base_url=server.url, patience=Patience(tries=2, sleep=slept.append))(QUESTION)

    assert 25 < slept[0] <= 30


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ({"content": 'Here:\n```json\n{"entries": []}\n```'}, {"entries": []}),
        ({"content": "Sorry."}, None),
        ({"content": None}, None),
        ({"content": '{"entries": [}'}, None),
        ({"tool_calls": [{"function": {"arguments": '{"entries": [1]}'}}]}, {"entries": [1]}),
    ],
)
def test_an_answer_of_openai_is_read_from_the_tool_or_the_text(message: dict[str, Any], value: object) -> None:
    with serving(openai(message)) as server:
        found = HttpAsk("openai", "m", base_url=server.url, key="k")(QUESTION)

    assert found == Answer(value, (3, 4))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("blocks", "value"),
    [
        ([{"type": "thinking"}, {"type": "tool_use", "input": {"entries": []}}], {"entries": []}),
        ([{"type": "text", "text": '{"entries": []}'}], {"entries": []}),
        ([], None),
    ],
)
def test_an_answer_of_anthropic_is_read_from_the_tool_or_the_text(blocks: list[Any], value: object) -> None:
    with serving({"content": blocks, "stop_reason": "end_turn", "usage": {"input_tokens": True}}) as server:
        found = HttpAsk("anthropic", "m", base_url=server.url, key="k")(QUESTION)

    assert found.value == value
    assert found.tokens.total <= 1


def test_the_key_is_that_of_the_environment_unless_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with serving(openai({"content": "{}"})) as server:
        HttpAsk("openai", "m", base_url=server.url)(QUESTION)
        HttpAsk("openai", "m", base_url=server.url, key="given")(QUESTION)
        HttpAsk("openai", "m", base_url=server.url, key="")(QUESTION)
    with serving({"content": []}) as other:
        HttpAsk("anthropic", "m", base_url=other.url)(QUESTION)
        HttpAsk("anthropic", "m", base_url=other.url, key="given")(QUESTION)

    assert [headers.get("Authorization") for _, headers, _ in server.asked] == [
        "Bearer from-the-environment",
        "Bearer given",
        None,
    ]
    assert [headers.get("x-api-key") for _, headers, _ in other.asked] == [None, "given"]
    assert other.asked[0][0] == "/v1/messages"


def test_what_went_before_is_told_as_the_protocols_have_it() -> None:
    before = (
        Exchange("first", Answer({"entries": []})),
        Exchange("second", Answer(None, is_cut=True)),
        Exchange("third", Answer({"entries": []})),
    )
    question = Question("Read it.", "fourth", {}, before)
    with serving(openai({"content": "{}"})) as server:
        HttpAsk("openai", "m", base_url=server.url, key="k", patience=Patience(max_tokens=100))(question)
        HttpAsk("openai", "m", base_url=server.url, key="k", patience=Patience(max_tokens=0))(question)
    with serving({"content": []}) as other:
        HttpAsk("anthropic", "m", base_url=other.url, key="k", patience=Patience(max_tokens=100))(question)

    turns, claude = server.asked[0][2]["messages"], other.asked[0][2]
    roles = ["system", "user", "assistant", "tool", "user", "assistant", "user", "assistant", "tool", "user"]
    assert [turn["role"] for turn in turns] == roles
    assert (server.asked[0][2]["max_completion_tokens"], claude["max_tokens"]) == (200, 200)
    assert "max_completion_tokens" not in server.asked[1][2]
    assert [turn["role"] for turn in claude["messages"]] == ["user", "assistant"] * 3 + ["user"]
    assert [part["type"] for part in claude["messages"][2]["content"]] == ["tool_result", "text"]
    assert [part["type"] for part in claude["messages"][4]["content"]] == ["text"]


@pytest.mark.parametrize(
    ("protocol", "model", "address"),
    [("openai", "", ""), ("openai", "m", "ftp://x"), ("openai", "m", "http://"), ("gemini", "m", "")],
)
def test_http_ask_refuses_what_names_no_model_or_server(protocol: Protocol, model: str, address: str) -> None:
    with pytest.raises(InvalidValueError):
        HttpAsk(protocol, model, base_url=address, key="k")


def test_the_scripted_model_answers_alike_whenever_it_is_asked() -> None:
    messages = spoken("en", random.Random(9))
    with ScriptedModel() as model, HttpAsk("openai", "invent,flip>mend70", base_url=model.openai_url, key="x") as ask:
        first, second = extract(messages, ask), extract(messages, ask)

    assert first == second
