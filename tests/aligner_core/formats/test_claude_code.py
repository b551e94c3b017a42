"""Claude Code's log: a block a line, results of tools as rows of the user, a graph with abandoned branches."""

from typing import Any

from tests.aligner_core.formats.files import EN, KO, case, noted, read_lines, turns


def row(uuid: str, parent: str | None, content: object, role: str = "user", **more: object) -> dict[str, Any]:
    message = {"role": role, "content": content, **({"id": more.pop("id")} if "id" in more else {})}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def test_claude_code_reads_the_current_branch_with_blocks_merged_and_tools_apart() -> None:
    assert turns(case("claude_code--session.jsonl")) == [
        [
            ("user", "How long does the cache live? 캐시는 얼마나 유지되나요?"),
            ("assistant", "I look it up."),
            ("tool", "ttl = 3600"),
            ("tool", "config.py:3: ttl"),
            ("assistant", EN),
            ("user", KO),
        ]
    ]


def test_claude_code_names_tools_and_the_session() -> None:
    session = case("claude_code--session.jsonl").sessions[0]

    assert [message.name for message in session.messages] == ["", "", "Read", "Grep", "", ""]
    assert (session.session_id, session.title) == ("5b0d3a10-0000-4000-8000-000000000001", "Cache lifetime / 캐시 수명")


def test_claude_code_counts_what_is_left_out() -> None:
    assert noted(case("claude_code--session.jsonl")) == [
        ("left_out", "line 4", ("isMeta", 1)),
        ("left_out", "line 7: message.content[0]", ("thinking", 1)),
        ("left_out", "line 9: message.content[0]", ("tool_use", 2)),
        ("left_out", "line 11", ("sub-agent", 1)),
        ("left_out", "line 14", ("repeated row", 1)),
        ("left_out", "line 15", ("system", 1)),
        ("left_out", "line 18: message.content[1]", ("image", 1)),
        ("left_out", "", ("abandoned branch", 1)),
        ("left_out", "line 2", ("file-history-snapshot", 1)),
        ("left_out", "line 3", ("permission-mode", 1)),
        ("left_out", "line 17", ("queue-operation", 1)),
    ]


def test_claude_code_joins_the_blocks_of_one_message() -> None:
    reading = read_lines(
        row("a", None, [{"type": "text", "text": "One."}], "assistant", id="m"),
        row("b", "a", [{"type": "text", "text": "Two."}], "assistant", id="m"),
    )

    assert turns(reading) == [[("assistant", "One.\nTwo.")]]


def test_claude_code_goes_on_before_a_compaction() -> None:
    reading = read_lines(
        row("a", None, "One."),
        {**row("b", None, ""), "type": "system", "logicalParentUuid": "a"},
        row("c", "b", "Summary.", isCompactSummary=True),
        row("d", "c", "Two."),
    )

    assert turns(reading) == [[("user", "One."), ("user", "Two.")]]


def test_claude_code_ends_on_parents_in_a_circle() -> None:
    assert turns(read_lines(row("a", "b", "One."), row("b", "a", "Two."))) == [[("user", "One."), ("user", "Two.")]]


def test_claude_code_parts_sessions_and_passes_over_rows_of_none() -> None:
    reading = read_lines(row("a", None, "One."), {**row("b", None, "Two."), "sessionId": "t"}, [3], 3)

    assert turns(reading) == [[("user", "One.")], [("user", "Two.")]]
    assert noted(reading) == [("left_out", "line 3", ("unnamed", 2))]


def test_claude_code_session_of_side_rows_alone_is_empty() -> None:
    assert turns(read_lines(row("a", None, "One.", isSidechain=True), row("b", "a", "Two.", isSidechain=True))) == [[]]
