"""Claude Code's log: a block a line, results of tools as rows of the user, rows that hang on one another anyhow."""

from typing import Any

import pytest

from tests.aligner_core.formats.files import EN, KO, case, noted, read_lines, turns


def row(uuid: str, parent: str | None, content: object, role: str = "user", **more: object) -> dict[str, Any]:
    message = {"role": role, "content": content, **({"id": more.pop("id")} if "id" in more else {})}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def test_claude_code_reads_what_was_said_with_blocks_joined_and_tools_apart() -> None:
    assert turns(case("claude_code--session.jsonl")) == [
        [
            ("user", "How long does the cache live? 캐시는 얼마나 유지되나요?"),
            ("assistant", "An answer that was rewound."),
            ("assistant", "I look it up."),
            ("tool", "ttl = 3600"),
            ("tool", "config.py:3: ttl"),
            ("assistant", EN),
            ("user", KO),
        ]
    ]


def test_claude_code_names_tools_and_the_session() -> None:
    session = case("claude_code--session.jsonl").sessions[0]

    assert [message.name for message in session.messages] == ["", "", "", "Read", "Grep", "", ""]
    assert (session.session_id, session.title) == ("5b0d3a10-0000-4000-8000-000000000001", "Cache lifetime / 캐시 수명")


def test_claude_code_counts_what_is_left_out() -> None:
    assert noted(case("claude_code--session.jsonl")) == [
        ("went_back", "line 8", (None, 1)),
        ("kept_once", "line 14", ("row", 1)),
        ("left_out", "line 4", ("isMeta", 1)),
        ("left_out", "line 7: message.content[0]", ("thinking", 1)),
        ("left_out", "line 9: message.content[0]", ("tool_use", 2)),
        ("left_out", "line 11", ("sub-agent", 1)),
        ("left_out", "line 15", ("system", 1)),
        ("left_out", "line 18: message.content[1]", ("image", 1)),
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


def test_claude_code_log_of_a_sub_agent_alone_is_no_session() -> None:
    reading = read_lines(row("a", None, "One.", isSidechain=True), row("b", "a", "Two.", isSidechain=True))

    assert turns(reading) == []
    assert noted(reading) == [("left_out", "line 1", ("sub-agent", 2)), ("empty_session", "", (None, None))]


def test_claude_code_takes_a_missing_session_from_the_parent_then_from_the_row_before() -> None:
    other = {**row("b", None, "Two."), "sessionId": "t"}
    of_parent = {**row("c", "a", "Three."), "sessionId": None}
    of_nobody = {key: value for key, value in row("d", "gone", "Four.").items() if key != "sessionId"}
    first = {**row("e", None, "Zero."), "sessionId": ""}

    reading = read_lines(first, row("a", None, "One."), other, of_parent, of_nobody)

    assert turns(reading) == [
        [("user", "Zero."), ("user", "One."), ("user", "Three."), ("user", "Four.")],
        [("user", "Two.")],
    ]


def test_claude_code_reads_rows_without_uuid_and_the_stream_of_the_program() -> None:
    rows = [row("", None, "One."), row("", None, "Two.")]
    streamed = [{"session_id": "s", **{key: one[key] for key in ("type", "message")}} for one in rows]
    aside = {**streamed[0], "parent_tool_use_id": "toolu_1"}

    assert turns(read_lines(*rows)) == [[("user", "One."), ("user", "Two.")]]
    assert turns(read_lines(*streamed, aside)) == [[("user", "One."), ("user", "Two.")]]


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        pytest.param([("b", "a", "user"), ("c", "a", "user")], 1, id="two people's words"),
        pytest.param([("b", "a", "assistant"), ("c", "a", "assistant"), ("d", "a", "user")], 2, id="answers and words"),
        pytest.param([("b", "a", "assistant"), ("c", "b", "user")], 0, id="a line"),
        pytest.param([("b", "gone", "user"), ("c", "gone", "user")], 0, id="a parent that is not there"),
        pytest.param([("b", None, "user"), ("c", None, "user")], 0, id="no parents"),
        pytest.param([("b", "a", "progress"), ("c", "a", "user"), ("d", "b", "user")], 0, id="rows of progress"),
    ],
)
def test_claude_code_notes_where_somebody_went_back(rows: list[tuple[str, str | None, str]], count: int) -> None:
    reading = read_lines(row("a", None, "One."), *(row(uuid, parent, uuid, role) for uuid, parent, role in rows))

    assert [note.params["count"] for note in reading.notes if note.code == "went_back"] == ([count] if count else [])
    assert not any(note.is_left_out for note in reading.notes if note.code == "went_back")


def test_claude_code_parts_of_one_message_are_no_branch() -> None:
    blocks = [
        row("b", "a", [{"type": "thinking", "thinking": ""}], "assistant", id="m"),
        row("c", "a", [{"type": "text", "text": "Two."}], "assistant", id="m"),
        row("d", "a", [{"type": "text", "text": "Three."}], "assistant", id="m"),
    ]
    reading = read_lines(row("a", None, "One."), *blocks)

    assert turns(reading) == [[("user", "One."), ("assistant", "Two.\nThree.")]]
    assert [note.code for note in reading.notes] == ["left_out"]


def test_claude_code_keeps_what_two_tools_gave_back_to_one_call() -> None:
    given = [row("a", None, [{"type": "tool_result", "tool_use_id": "t", "content": words}]) for words in ("1", "2")]

    assert turns(read_lines(given[0], {**given[1], "uuid": "b"})) == [[("tool", "1"), ("tool", "2")]]


def test_claude_code_takes_history_that_was_written_again_for_what_it_is() -> None:
    """What was said first has another row and another id in the copy; what follows it there is known."""
    first = row("a", None, "How long does it live?")
    second = row("b", "a", [{"type": "text", "text": "One hour."}], "assistant", id="m")
    copy = [row("c", None, "How long does it live?"), {**second, "uuid": "e", "parentUuid": "c"}]

    reading = read_lines(first, second, *copy, row("d", "b", "Thanks."))

    assert turns(reading) == [[("user", "How long does it live?"), ("assistant", "One hour."), ("user", "Thanks.")]]


def test_claude_code_takes_the_last_message_once_that_is_written_twice() -> None:
    block = [{"type": "text", "text": "One hour."}]

    reading = read_lines(row("a", None, "Well?"), *(row(one, "a", block, "assistant", id="m") for one in "bc"))

    assert turns(reading) == [[("user", "Well?"), ("assistant", "One hour.")]]
    assert noted(reading) == [("kept_once", "line 3", ("growing message", 1))]
