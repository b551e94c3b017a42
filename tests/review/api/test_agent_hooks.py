"""The plug-in of a coding agent against a running server that is away for a while."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from pytest_django.live_server_helper import LiveServer

from aligner_core._command import hook as hook_command
from aligner_core._command.main import main
from aligner_core._hooks import sessions
from aligner_core._hooks.sessions import Unsent, context_of
from aligner_core.client import EvidenceReview
from review.domain.policy import Stage
from review.domain.tokens import Scope
from review.models import Message, ReviewSession
from review.services.promotion.stages import demote_entry, promote_entry
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import Programs

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
PLUGIN = ROOT / "integrations" / "claude-code"
AWAY = "http://127.0.0.1:9"
Hook = Callable[..., str]


def log_of(folder: Path, name: str, *said: str) -> Path:
    """Write the log of a session of Claude Code."""
    rows = [
        {"type": "user", "uuid": f"{name}-{at}", "sessionId": name, "message": {"role": "user", "content": text}}
        for at, text in enumerate(said)
    ]
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def secret(program: Programs) -> str:
    return program(make_user("mina", project=make_project()), scopes=(Scope.READ, Scope.INGEST)).secret


@pytest.fixture
def unsent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "evidence-review" / "unsent"


@pytest.fixture
def hook(unsent: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hook:
    """Return a function that runs the command with an event, and returns what it prints."""

    def run(name: str, *, url: str = AWAY, token: str = "", **event: object) -> str:
        monkeypatch.setenv("EVIDENCE_REVIEW_URL", url)
        monkeypatch.setenv("EVIDENCE_REVIEW_TOKEN", token)
        given = json.dumps({"hook_event_name": name, **event}).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        assert main(["hook"]) == 0
        return capsys.readouterr().out

    return run


def context(printed: str) -> str:
    """Return what is handed to a session."""
    told: str = json.loads(printed)["hookSpecificOutput"]["additionalContext"] if printed else ""
    return told


def verified(text: str, title: str, name: str) -> Any:  # noqa: ANN401
    entry = make_entry(make_session([text], session_id=name, project=make_project()), [text], title=title)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("mina", project=make_project()))
    return entry


def test_a_server_that_is_away_loses_no_session_and_no_memory(
    live_server: LiveServer, secret: str, hook: Hook, tmp_path: Path, unsent: Path
) -> None:
    logs = [log_of(tmp_path, f"s{number}", f"The price of {number} is 12 euros.") for number in range(3)]
    there = {"url": live_server.url, "token": secret}
    hook("SessionEnd", transcript_path=str(logs[0]), **there)
    hook("SessionEnd", transcript_path=str(logs[1]), token=secret)
    assert hook("SessionStart", token=secret) == ""
    verified("We keep the raw text.", "Raw texts stay", "other")

    handed = context(hook("SessionStart", **there))
    hook("SessionEnd", transcript_path=str(logs[2]), **there)
    hook("SessionEnd", transcript_path=str(logs[2]), **there)

    assert "- Raw texts stay — “We keep the raw text.”" in handed
    assert handed.startswith("Memories that people verified")
    stored = ReviewSession.objects.exclude(session_id="other").order_by("session_id")
    assert [one.session_id for one in stored] == ["s0", "s1", "s2"]
    assert Message.objects.filter(session__in=stored).count() == 3
    assert list(unsent.iterdir()) == []


def test_a_session_that_grew_is_the_same_session(
    live_server: LiveServer, secret: str, hook: Hook, tmp_path: Path
) -> None:
    for said in (["One."], ["One.", "Two."]):
        path = log_of(tmp_path, "s1", *said)
        hook("SessionEnd", transcript_path=str(path), url=live_server.url, token=secret)

    assert ReviewSession.objects.get().messages.count() == 2


def test_without_a_token_nothing_is_kept_or_sent(hook: Hook, tmp_path: Path, unsent: Path) -> None:
    assert hook("SessionEnd", transcript_path=str(log_of(tmp_path, "s1", "One."))) == ""
    assert hook("SessionStart") == ""
    assert not unsent.exists()


def test_what_is_no_longer_verified_is_not_handed_over(live_server: LiveServer, secret: str, hook: Hook) -> None:
    there = {"url": live_server.url, "token": secret}
    entry = verified("We keep the raw text.", "Raw texts stay", "a")
    assert "Raw texts stay" in context(hook("SessionStart", **there))

    demote_entry(entry_id=entry.pk, reason="wrong", seen_version=2, actor=make_user("mina", project=make_project()))

    assert hook("SessionStart", **there) == ""


def test_before_a_memory_is_written_its_quotes_are_checked(hook: Hook, tmp_path: Path) -> None:
    path = log_of(tmp_path, "s1", "The price is 12 euros.")
    written = {"file_path": "CLAUDE.md", "content": "“The price is 13 euros.”"}

    answer = json.loads(hook("PreToolUse", transcript_path=str(path), tool_input=written))

    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    right = {"file_path": "CLAUDE.md", "content": "“The price is 12 euros.”"}
    assert hook("PreToolUse", transcript_path=str(path), tool_input=right) == ""
    assert hook("Stop") == hook("SessionEnd", token="evr_x") == ""  # noqa: S106


def test_without_the_client_the_error_names_what_to_install(
    tmp_path: Path, unsent: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event = {"hook_event_name": "SessionEnd", "transcript_path": str(tmp_path / "a.jsonl")}
    monkeypatch.setenv("EVIDENCE_REVIEW_TOKEN", "evr_x")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(event).encode())))
    monkeypatch.setattr(hook_command, "find_spec", lambda _name: None)  # as where httpx is not installed

    assert main(["hook"]) == 2
    assert "pip install 'evidence-review[client]'" in capsys.readouterr().err
    assert len(list(unsent.iterdir())) == 1


def test_a_session_that_is_refused_is_told(
    live_server: LiveServer, secret: str, hook: Hook, tmp_path: Path, unsent: Path
) -> None:
    hook("SessionEnd", transcript_path=str(log_of(tmp_path, "s1", "One.")), url=live_server.url, token="evr_forged")  # noqa: S106

    assert len(list(unsent.iterdir())) == 1
    assert not ReviewSession.objects.exists()


def test_an_event_that_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[]")))

    assert main(["hook"]) == 2
    assert "the event of a hook is a JSON object" in capsys.readouterr().err


@pytest.mark.parametrize(("status", "is_kept"), [(401, True), (429, True), (503, True), (409, False), (422, False)])
def test_what_the_server_will_never_take_is_forgotten(status: int, is_kept: bool, tmp_path: Path) -> None:  # noqa: FBT001
    unsent = Unsent(tmp_path / "unsent")
    unsent.add(str(log_of(tmp_path, "s1", "One.")))

    def refuse(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, json={"code": "refused"})

    with EvidenceReview("http://x", "evr_x", tries=1, transport=httpx.MockTransport(refuse)) as review:
        [told] = unsent.send(review)

    assert told == f"s1.jsonl: {status} refused"
    assert len(list((tmp_path / "unsent").iterdir())) == is_kept


def test_a_log_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    unsent = Unsent(tmp_path / "unsent")
    unsent.add(str(tmp_path / "gone.jsonl"))

    with EvidenceReview("http://x", "evr_x") as review:
        [told] = unsent.send(review)

    assert told.startswith("gone.jsonl: ")
    assert list((tmp_path / "unsent").iterdir()) == []


def memory(number: int) -> dict[str, Any]:
    claim = {"title": f"Claim {number}", "body": "b" * 500}
    return {"op": "upsert", "number": number, "claim": claim, "quotes": [{"source": "a\nb", "speaker": "Jun"}]}


def test_the_newest_memories_are_handed_over_as_far_as_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PAGE", 10)
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.params["since"])
        since = int(request.url.params["since"])
        items = [memory(number) for number in range(since + 1, min(since + 10, 25) + 1)]
        return httpx.Response(200, json={"items": items, "next": since + len(items)})

    with EvidenceReview("http://x", "evr_x", transport=httpx.MockTransport(answer)) as review:
        handed = context_of(review)

    assert asked == ["0", "10", "20"]
    lines = handed.splitlines()
    assert lines[-1].startswith("- Claim 25 ")
    assert lines[-1].endswith("— “a b” (Jun)")
    assert 10 < len(lines) < 20
    assert len(handed) < sessions.MAX_CONTEXT_CHARS + len(sessions.HEAD) + 2


def test_the_plug_in_runs_the_commands_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    [server] = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"].values()
    commands = {one["command"] for some in hooks.values() for each in some for one in each["hooks"]}

    assert {*hooks} == {"PreToolUse", "SessionStart", "SessionEnd"}
    for command in (*commands, " ".join([server["command"], *server["args"]])):
        program, name = command.split()
        assert program == "evidence-review"
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
    assert json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())["name"] == "evidence-review"
