"""What a hook answers before a coding agent writes a memory."""

import json
from pathlib import Path
from typing import Any

import pytest

from aligner_core._hooks import writes
from aligner_core._hooks.writes import decision_on_write

SAID = (("user", "How long does the cache live? I said ninety minutes."), ("assistant", "캐시는 90분 동안 유지됩니다."))


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    rows = [
        {
            "type": role,
            "uuid": f"u{number}",
            "sessionId": "s1",
            "message": {"role": role, "content": [{"type": "text", "text": text}]},
        }
        for number, (role, text) in enumerate(SAID)
    ]
    path = tmp_path / "s1.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


def decided(transcript: Path, **given: object) -> tuple[str, str]:
    """Return the decision and the reason; "" for none."""
    event = {"hook_event_name": "PreToolUse", "transcript_path": str(transcript), "tool_input": given}
    answer: Any = decision_on_write(event)
    if answer is None:
        return "", ""
    told = answer["hookSpecificOutput"]
    assert told["hookEventName"] == "PreToolUse"
    return told["permissionDecision"], told["permissionDecisionReason"]


@pytest.mark.parametrize(
    "text",
    [
        "The cache: “I said ninety minutes”.",
        "캐시: “캐시는 90분 동안 유지됩니다.”",
        "> How long does the cache live?\n\nNinety minutes.",
        "The cache lives for a year.",
        "We call it “cache”.",
    ],
)
def test_what_was_said_or_is_no_quote_may_be_written(text: str, transcript: Path) -> None:
    assert decided(transcript, file_path="/project/CLAUDE.md", content=text) == ("", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cache: “I said sixty minutes”.", "I said ninety minutes"),
        ("캐시: “캐시는 30분 동안 유지됩니다.”", "캐시는 90분 동안 유지됩니다."),
        ("Also “nobody ever wanted a cache at all”.", "drop it, nobody said it"),
    ],
)
def test_what_nobody_said_is_denied_with_what_to_write(text: str, words: str, transcript: Path) -> None:
    decision, reason = decided(transcript, file_path="/project/CLAUDE.md", content=text)

    assert decision == "deny"
    assert words in reason
    assert reason.endswith("if nobody said it like this.")


@pytest.mark.parametrize(
    ("path", "is_memory"),
    [
        ("/a/CLAUDE.md", True),
        ("AGENTS.md", True),
        ("/home/x/.claude/projects/p/memory/cache.md", True),
        ("C:\\work\\memories\\cache.md", True),
        ("/a/README.md", False),
        ("/a/CLAUDE.md.py", False),
    ],
)
def test_only_files_of_memories_are_looked_at(path: str, is_memory: bool, transcript: Path) -> None:  # noqa: FBT001
    decision, _ = decided(transcript, file_path=path, content="“nobody ever said it”")

    assert (decision == "deny") is is_memory


def test_many_wrong_quotes_are_counted(transcript: Path) -> None:
    text = "\n\n".join(f"“nobody said {number} of it”" for number in range(12))

    _, reason = decided(transcript, file_path="CLAUDE.md", content=text)

    assert reason.startswith("12 of 12 quotes are not in the sources as quoted.\n- “nobody said 0 of it”: ")
    assert "\n- and 2 more\n" in reason


def test_edits_are_read_by_what_they_write(transcript: Path) -> None:
    wrong, right = "“nobody ever said it”", "“I said ninety minutes”"

    assert decided(transcript, file_path="CLAUDE.md", old_string=wrong, new_string=right)[0] == ""
    assert decided(transcript, file_path="CLAUDE.md", old_string=right, new_string=wrong)[0] == "deny"
    edits = [{"old_string": right, "new_string": "a"}, {"old_string": "b", "new_string": wrong}]
    assert decided(transcript, file_path="CLAUDE.md", edits=edits)[0] == "deny"
    assert decided(transcript, file_path="CLAUDE.md", edits=[{"old_string": wrong, "new_string": "a"}])[0] == ""


def test_a_tool_of_a_memory_server_is_read_as_a_whole(transcript: Path) -> None:
    entities = [{"name": "cache", "observations": ["The user: “nobody ever said it”"], "weight": 3}]

    assert decided(transcript, entities=entities)[0] == "deny"


def test_passages_that_stood_there_before_stay(transcript: Path, tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text("Earlier: “the price is 12 euros”.", encoding="utf-8")

    text = "Earlier: “the price is 12 euros”. Now: “I said ninety minutes”."
    assert decided(transcript, file_path=str(file), content=text)[0] == ""
    assert decided(transcript, file_path=str(file), content=text.replace("12", "13"))[0] == "deny"


@pytest.mark.parametrize("content", [None, "not a log"])
def test_where_the_session_cannot_be_read_a_person_is_asked(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "gone.jsonl"
    if content is not None:
        path.write_text('{"a": 1}', encoding="utf-8")

    decision, reason = decided(path, file_path="CLAUDE.md", content="“nobody ever said it”")

    assert decision == "ask"
    assert "could not be checked" in reason


def test_what_takes_too_much_work_is_not_let_through(transcript: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writes, "MAX_WORK", 0)

    assert decided(transcript, file_path="CLAUDE.md", content="“nobody evr sadi it”")[0] == "deny"


@pytest.mark.parametrize("event", [{}, {"tool_input": None}, {"tool_input": {"command": "ls"}}])
def test_a_tool_that_writes_no_quote_goes_on(event: dict[str, object]) -> None:
    assert decision_on_write(event) is None
