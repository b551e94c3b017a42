"""Who said the words of a row: a person, the model, or the program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.formats.agent_rows import segments
from tests.aligner_core.formats.files import read_lines, turns

TYPED = "<bash-input>make test</bash-input>"
INTERRUPTED = "[Request interrupted by user for tool use]"
SUMMARY = "This session is being continued from a previous conversation that ran out of context. He wants tea."
REMINDER = "<system-reminder>Be brief.</system-reminder>"
PIECES = st.sampled_from(
    [
        "How long?",
        "한 시간",
        "\n",
        " ",
        "<system-reminder>",
        "</system-reminder>",
        "<bash-stdout>",
        "</bash-stdout>",
        "<b>",
    ]
)


def row(content: object, **more: object) -> dict[str, object]:
    return {"type": "user", "sessionId": "s", "message": {"role": "user", "content": content}, **more}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param("How long?", [("user", "How long?")], id="words"),
        pytest.param(" How long?\n", [("user", " How long?\n")], id="words stay as they are"),
        pytest.param(REMINDER, [("system", REMINDER)], id="a reminder"),
        pytest.param(f"Why?\n{REMINDER}\n왜?", [("user", "Why?"), ("system", REMINDER), ("user", "왜?")], id="between"),
        pytest.param(
            "<local-command-stdout>2 files</local-command-stdout>",
            [("tool", "<local-command-stdout>2 files</local-command-stdout>")],
            id="output of a command",
        ),
        pytest.param(
            "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>",
            [("tool", "<bash-stdout>a</bash-stdout>"), ("tool", "<bash-stderr>b</bash-stderr>")],
            id="outputs side by side",
        ),
        pytest.param(
            "<command-name>/review</command-name> <command-args>all</command-args>",
            [("system", "<command-name>/review</command-name>"), ("system", "<command-args>all</command-args>")],
            id="a command",
        ),
        pytest.param(TYPED, [("user", TYPED)], id="typed"),
        pytest.param(
            "<teammate-message id='a' colour=\"red\">Do it.</teammate-message>",
            [("system", "<teammate-message id='a' colour=\"red\">Do it.</teammate-message>")],
            id="a tag with attributes",
        ),
        pytest.param("Why <system-reminder> here?", [("user", "Why <system-reminder> here?")], id="a word, not a tag"),
        pytest.param("<system-reminder>Be brief.", [("system", "<system-reminder>Be brief.")], id="never closed"),
        pytest.param(
            f"<system-reminder>He wrote {REMINDER} twice</system-reminder> Go.",
            [("system", f"<system-reminder>He wrote {REMINDER} twice</system-reminder>"), ("user", "Go.")],
            id="one in another",
        ),
        pytest.param(
            "<system-reminder>a<system-reminder>b</system-reminder>c",
            [("system", "<system-reminder>a<system-reminder>b</system-reminder>"), ("user", "c")],
            id="opened twice, closed once",
        ),
        pytest.param(INTERRUPTED, [("system", INTERRUPTED)], id="interrupted"),
        pytest.param(SUMMARY, [("summary", SUMMARY)], id="a summary"),
    ],
)  # fmt: skip
def test_segments_part_words_from_what_a_program_put_in(text: str, parts: list[tuple[str, str]]) -> None:
    assert list(segments(text)) == parts


@given(st.lists(PIECES, max_size=12).map("".join))
def test_segments_lose_nothing_but_white_space(text: str) -> None:
    kept = "".join(words for _, words in segments(text))

    assert "".join(kept.split()) == "".join(text.split())


@given(st.lists(PIECES, max_size=6).map("".join), st.lists(PIECES, max_size=6).map("".join))
def test_segments_never_give_a_person_what_stands_in_a_closed_tag(before: str, inside: str) -> None:
    text = f"{before}<system-reminder>delete it{inside}</system-reminder>"

    assert not [words for role, words in segments(text) if role == "user" and "delete it" in words]


def test_segments_of_many_open_tags_take_no_longer_than_the_text() -> None:
    text = "a<system-reminder>" * 50_000

    assert [role for role, _ in segments(text)] == ["user"]


@pytest.mark.parametrize(
    ("more", "role"),
    [
        ({"origin": {"kind": "human"}}, "user"),
        ({"origin": {"kind": "task-notification"}}, "system"),
        ({"origin": None}, "user"),
    ],
)
def test_row_of_another_origin_than_a_person_is_nobody_s(more: dict[str, object], role: str) -> None:
    assert turns(read_lines(row("Task 4 is done.", **more))) == [[(role, "Task 4 is done.")]]


def test_row_in_blocks_joins_what_one_speaker_says_side_by_side() -> None:
    blocks = [{"type": "text", "text": text} for text in ("One.", "Two.", REMINDER, REMINDER, "Three.")]

    assert turns(read_lines(row(blocks))) == [
        [("user", "One.\nTwo."), ("system", f"{REMINDER}\n{REMINDER}"), ("user", "Three.")]
    ]


def test_row_of_the_model_keeps_its_tags() -> None:
    said = {"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "content": REMINDER}}

    assert turns(read_lines(said)) == [[("assistant", REMINDER)]]


@pytest.mark.parametrize(
    ("held", "role"),
    [
        ({"prompt": "Wait.", "commandMode": "prompt"}, "user"),
        ({"prompt": [{"type": "text", "text": "Wait."}]}, "user"),
        ({"prompt": "Wait.", "commandMode": "task-notification"}, "system"),
        ({"prompt": "Wait.", "origin": {"kind": "channel"}}, "system"),
    ],
)
def test_row_of_a_queued_command_is_said_by_whoever_queued_it(held: dict[str, object], role: str) -> None:
    queued = {"type": "attachment", "sessionId": "s", "attachment": {"type": "queued_command", **held}}

    assert turns(read_lines(row("One."), queued)) == [[("user", "One."), (role, "Wait.")]]
