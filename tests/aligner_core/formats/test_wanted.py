"""A file is read as the format that a person says it is, or refused."""

import json

import pytest

from aligner_core.formats import FormatError, known_formats, read

MESSAGES = json.dumps([{"role": "user", "content": "How long?"}, {"role": "assistant", "content": "One hour."}])
TEXT = "Mina: How long?\nJun: One hour.\n"


@pytest.mark.parametrize("name", ["openai_chat", "session"])
def test_read_takes_the_wanted_one_of_several_formats_that_fit(name: str) -> None:
    reading = read(MESSAGES, wanted=name)

    assert reading.format == name
    assert [message.content for message in reading.sessions[0].messages] == ["How long?", "One hour."]


@pytest.mark.parametrize("text", [MESSAGES, TEXT, "", "[", '{"a": 1}', '{"a": 1}\n{"b": 2}'])
@pytest.mark.parametrize("known", known_formats(), ids=lambda known: known.name)
def test_read_gives_the_wanted_format_or_refuses(known: object, text: str) -> None:
    name = getattr(known, "name", "")
    try:
        reading = read(text, wanted=name)
    except FormatError as error:
        assert error.code in {"nearest_format", "unknown_format", "empty_file", "not_json"}  # noqa: PT017
    else:
        assert reading.format == name


def test_read_says_where_a_file_stops_fitting_the_wanted_format() -> None:
    text = json.dumps([{"mapping": {"a": 1}}])

    with pytest.raises(FormatError) as raised:
        read(text, wanted="chatgpt")

    assert (raised.value.code, raised.value.params["title"]) == ("nearest_format", "ChatGPT export")


def test_read_knows_no_other_name() -> None:
    with pytest.raises(FormatError) as raised:
        read(MESSAGES, wanted="nothing")

    assert raised.value.code == "unknown_format"
