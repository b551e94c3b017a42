"""OpenAI's chat: null content beside tool calls is ordinary and keeps its number."""

import pytest

from tests.aligner_core.formats.files import case, noted, read_json, turns

MESSAGES = [
    ("system", "You answer briefly."),
    ("user", "How long does the cache live?\n캐시는 얼마나 유지되나요?"),
    ("assistant", ""),
    ("tool", "ttl=3600"),
    ("assistant", "One hour. 한 시간입니다."),
]


@pytest.mark.parametrize(("name", "place"), [("messages", "messages"), ("list", "")])
def test_openai_chat_keeps_the_numbers_of_the_file(name: str, place: str) -> None:
    reading = case(f"openai_chat--{name}.json")

    assert turns(reading) == [MESSAGES]
    assert noted(reading) == [
        ("left_out", f"{place}[1].content[1]", ("image_url", 1)),
        ("left_out", f"{place}[2].tool_calls", ("tool_calls", 1)),
        ("no_words", f"{place}[2]", (None, 1)),
    ]


def test_openai_chat_reads_lines_for_fine_tuning() -> None:
    reading = case("openai_chat--fine_tuning.jsonl")

    assert turns(reading)[1] == MESSAGES
    assert [part.where for part in reading.parts] == ["line 1", "line 2", "line 3"]


def test_openai_chat_reads_answers_as_sessions() -> None:
    choice = {"message": {"role": "assistant", "content": None, "refusal": "No."}}
    reading = read_json({"choices": [choice, 3, {"message": {"role": "assistant", "content": "Yes."}}]})

    assert turns(reading) == [[("assistant", "No.")], [("assistant", "Yes.")]]


def test_openai_chat_counts_tools_that_were_offered() -> None:
    reading = read_json({"messages": [{"role": "user", "content": "a"}], "tools": [{"type": "function"}]})

    assert noted(reading) == [("left_out", "tools", ("tools", 1))]


def test_openai_chat_of_texts_reads_as_our_own_form_does() -> None:
    messages = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    theirs, ours = read_json({"messages": messages}), read_json({"messages": messages, "title": ""})

    assert (theirs.format, ours.format) == ("openai_chat", "session")
    assert turns(theirs) == turns(ours)
