"""`extract`: sessions come out with what a model extracted of them, and standard error says what that took."""

import json
from pathlib import Path

import pytest

from aligner_core import check
from aligner_core._command.main import main
from aligner_core.extraction import ScriptedModel

MESSAGES = [f"The budget of part {n} is {1000 + 37 * n} euros, due on {n + 2} May." for n in range(6)]


@pytest.fixture(autouse=True)
def _without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"sessionId": "talk-1", "messages": MESSAGES}))
    return path


def test_extract_writes_a_session_with_its_extraction(talk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["extract", str(talk), "--scripted", "invent,flip,ok>mend"])

    out, err = capsys.readouterr()
    upload = json.loads(out)
    assert (code, upload["sessionId"]) == (0, "talk-1")
    assert check(upload).ok
    assert upload["extraction"]["run"]["model"] == "scripted: invent,flip,ok>mend"
    assert "createdAt" in upload["extraction"]["run"]
    assert err.splitlines()[0] == "No model is asked: the answers are those of a script."
    assert "talk-1: 4 of 4 quotes ok in 4 entries; 2 repaired, 2 withdrawn, 0 given up;" in err


def test_extract_writes_several_sessions_a_line_each_and_says_how_far_it_is(
    talk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long, out = tmp_path / "long.json", tmp_path / "out.jsonl"
    long.write_text(json.dumps({"messages": [f"{line} {'and so on ' * 2_500}" for line in MESSAGES[:3]]}))

    code = main(["extract", str(talk), str(long), "--scripted", "ok", "--out", str(out)])

    err = capsys.readouterr().err
    assert code == 0
    assert [len(json.loads(line)["messages"]) for line in out.read_text().splitlines()] == [6, 3]
    assert f"{long}: window 3 of 3: " in err


def test_extract_says_what_was_given_up(talk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["extract", str(talk), "--scripted", "invent", "--reasks", "0", "--language", "en"])

    assert code == 1
    assert "6 given up" in capsys.readouterr().err


def test_extract_writes_nothing_of_what_was_not_read(talk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["extract", str(talk), "--scripted", "prose"])

    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert "messages 0 to 5 were not read: unreadable" in err
    assert "nothing was read" in err


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_extract_asks_the_server_that_is_named(
    protocol: str, talk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ScriptedModel() as model:
        address = model.openai_url if protocol == "openai" else model.url
        code = main(["extract", str(talk), "--protocol", protocol, "--model", "ok", "--base-url", address])

    assert code == 0
    assert json.loads(capsys.readouterr().out)["extraction"]["run"]["model"] == "ok"


def test_extract_spends_no_more_than_it_may(talk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(talk), "--scripted", "ok", "--most-tokens", "10"]) == 1
    assert "the tokens that may be spent do not suffice" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--model", "m"], "Set OPENAI_API_KEY to your key"),
        (["--model", "m", "--protocol", "anthropic"], "Set ANTHROPIC_API_KEY to your key"),
        (["--base-url", "http://127.0.0.1:9"], "name a model"),
        (["--scripted", "ok", "--reasks", "-1"], "at least 0"),
    ],
)
def test_extract_says_what_is_wrong(
    arguments: list[str], told: str, talk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["extract", str(talk), *arguments]) == 2
    assert told in capsys.readouterr().err


def test_extract_needs_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "extraction.json"
    path.write_text(json.dumps({"entries": []}))

    assert main(["extract", str(path), "--scripted", "ok"]) == 2
    assert "hold no session" in capsys.readouterr().err


def test_extract_says_which_extra_is_missing(
    talk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("aligner_core.extraction.http_ask.httpx", _missing())

    assert main(["extract", str(talk), "--model", "m", "--base-url", "http://127.0.0.1:9"]) == 2
    assert "pip install 'evidence-review[llm]'" in capsys.readouterr().err


def _missing() -> object:
    from aligner_core._lazy import lazy_module  # noqa: PLC0415

    return lazy_module("no_such_module_of_ours", extra="llm")
