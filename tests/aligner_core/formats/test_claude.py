"""Claude's export: `sender`, blocks beside an older `text`, attachments."""

from tests.aligner_core.formats.files import EN, case, noted, read_json, turns


def test_claude_reads_conversations_with_the_numbers_of_the_file() -> None:
    reading = case("claude--conversations.json")

    assert turns(reading)[0] == [("user", "How long?"), ("assistant", EN), ("user", "")]
    assert (reading.sessions[1].title, reading.sessions[1].session_id) == ("캐시", "claude-1")
    assert noted(reading)[:4] == [
        ("left_out", "[0].chat_messages[0].attachments[0]", ("attachments", 1)),
        ("left_out", "[0].chat_messages[1].content[0]", ("thinking", 1)),
        ("left_out", "[0].chat_messages[1].content[2]", ("tool_use", 1)),
        ("no_words", "[0].chat_messages[2]", (None, 1)),
    ]


def test_claude_takes_the_older_text_where_there_are_no_blocks() -> None:
    reading = read_json({"uuid": "c", "chat_messages": [{"sender": "human", "text": "Hi."}, 3]})

    assert turns(reading) == [[("user", "Hi."), ("", "")]]
