"""`api`: what is sent to a server, and what is printed of its answer."""

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from aligner_core._command import main as command_line
from aligner_core._lazy import lazy_module


class Asked(NamedTuple):
    """A request as the server got it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Server(NamedTuple):
    """A server that answers everything alike: a status, a type and a text."""

    asked: list[Asked]
    answer: list[tuple[int, str, str]]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    found = Server([], [(200, "application/json", '{"id": 7}')])

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Write no line for a request."""

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            found.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            status, kind, text = found.answer[-1]
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - as http.server names them

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    monkeypatch.setenv("EVIDENCE_REVIEW_URL", f"http://127.0.0.1:{listening.server_address[1]}")
    monkeypatch.setenv("EVIDENCE_REVIEW_TOKEN", "evr_x")
    yield found
    listening.shutdown()
    thread.join()
    listening.server_close()


def api(*arguments: str) -> int:
    return command_line.main(["api", *arguments])


def test_a_path_alone_is_read(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    code = api("entries", "--query", "stage=verified", "--query", "run=model 1")

    [asked] = server.asked
    assert (code, json.loads(capsys.readouterr().out)) == (0, {"id": 7})
    assert (asked.method, asked.path) == ("GET", "/api/v1/entries?stage=verified&run=model+1")
    assert asked.headers["Authorization"] == "Bearer evr_x"


def test_fields_are_posted_as_json_with_what_was_seen(server: Server) -> None:
    api("/quotes/140/retry/", "--seen", "1", "--field", "quote=the fee = 12", "--field", "messageIndex=3")

    [asked] = server.asked
    assert (asked.method, asked.path, asked.headers["If-Match"]) == ("POST", "/api/v1/quotes/140/retry", '"1"')
    assert json.loads(asked.body) == {"quote": "the fee = 12", "messageIndex": 3}


@pytest.mark.parametrize(("query", "kind"), [([], "json"), (["--query", "format=auto"], "octet-stream")])
def test_a_file_is_sent_as_it_is(server: Server, tmp_path: Path, query: list[str], kind: str) -> None:
    (tmp_path / "talk.json").write_bytes(b'{"messages": [] }')

    api("sessions", "--body", str(tmp_path / "talk.json"), *query)

    [asked] = server.asked
    assert (asked.method, asked.body) == ("POST", b'{"messages": [] }')
    assert asked.headers["Content-Type"] == f"application/{kind}"
    assert asked.headers["Idempotency-Key"]


def test_another_method_is_named(server: Server) -> None:
    api("jobs/3", "--method", "DELETE")
    api("entries/57/claim/confirm", "--method", "POST", "--seen", "2")

    assert [one.method for one in server.asked] == ["DELETE", "POST"]


@pytest.mark.parametrize(
    ("kind", "text", "printed"),
    [
        ("application/x-ndjson", '{"a": "\x9b2J"}\n{"next": 1}\n', '{"a": "\\u009b2J"}\n{"next": 1}\n'),
        ("text/markdown; charset=utf-8", "# Memories\n\x1b[2J\n", "# Memories\n\\x1b[2J\n"),
    ],
)
def test_other_answers_are_printed_without_what_acts_on_a_terminal(
    server: Server, capsys: pytest.CaptureFixture[str], kind: str, text: str, printed: str
) -> None:
    server.answer.append((200, kind, text))

    assert api("memories") == 0
    assert capsys.readouterr().out == printed


def test_a_refusal_is_printed_and_exits_with_1(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    problem = {"code": "evidence_not_aligned", "blockers": ["evidence_not_aligned"]}
    server.answer.append((409, "application/problem+json", json.dumps(problem)))

    code = api("entries/57/promote", "--seen", "1", "--field", "to=verified")

    assert (code, json.loads(capsys.readouterr().out)) == (1, problem)


def test_what_cannot_be_asked_says_what_to_do(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as wrong:
        api("entries", "--query", "stage")
    monkeypatch.setattr("aligner_core.client.connection.FIRST_PAUSE", 0)
    monkeypatch.setenv("EVIDENCE_REVIEW_URL", "http://127.0.0.1:9")
    unreached = api("entries")
    monkeypatch.delenv("EVIDENCE_REVIEW_TOKEN")
    without = api("entries")

    told = capsys.readouterr().err
    assert (wrong.value.code, unreached, without) == (2, 2, 2)
    assert "stage is not NAME=VALUE." in told
    assert "http://127.0.0.1:9 cannot be reached: " in told
    assert "Set EVIDENCE_REVIEW_TOKEN to a token of the project" in told


def test_without_httpx_it_says_what_to_install(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing: Any = None
    monkeypatch.setitem(sys.modules, "httpx", missing)
    monkeypatch.setattr("aligner_core.client.connection.httpx", lazy_module("httpx", extra="client"))

    assert api("entries") == 2
    assert "pip install 'evidence-review[client]'" in capsys.readouterr().err
