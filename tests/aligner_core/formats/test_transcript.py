"""Transcripts: speakers are guessed and noted as guessed, words stay as they are."""

import pytest

from aligner_core.formats import read
from tests.aligner_core.formats.files import EN, KO, case, noted, turns


def test_transcript_keeps_lines_that_go_on() -> None:
    reading = case("transcript--speakers.txt")

    assert turns(reading) == [
        [
            ("Dana", "How long does the cache live?"),
            ("Kim Minsu", f"{EN}\nIt goes on here: two lines."),
            ("Dana", KO),
        ]
    ]
    assert [message.timestamp for message in reading.sessions[0].messages] == ["00:00:05", "00:00:09", "00:01:00"]
    assert noted(reading) == [("speakers_guessed", "line 1", "Dana (2), Kim Minsu (1)")]
    assert reading.rule.endswith("(a guess)")


def test_transcript_with_times_takes_a_line_without_one_for_words() -> None:
    reading = read("10:05 A: a\n10:06 B: b\nNote: c\n10:07 A: d")

    assert turns(reading) == [[("A", "a"), ("B", "b\nNote: c"), ("A", "d")]]


def test_transcript_reads_markdown() -> None:
    reading = case("transcript--markdown.md")

    assert turns(reading) == [[("Dana", "How long?"), ("Kim", EN), ("Dana", KO)]]
    assert reading.sessions[0].title == "Cache planning"


def test_transcript_reads_headings_of_one_level() -> None:
    reading = case("transcript--headings.md")

    assert turns(reading) == [[("user", "How long?"), ("assistant", f"{EN}\n\n- a point"), ("user", KO)]]
    assert reading.sessions[0].title == "Chat about the cache"


def test_transcript_reads_chats_of_kakaotalk() -> None:
    reading = case("transcript--korean.txt")

    assert turns(reading) == [[("김민수", "캐시는 얼마나 유지할까요?"), ("이다나", KO), ("김민수", "좋아요.")]]
    assert reading.sessions[0].messages[0].timestamp == "오후 3:15"


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        pytest.param("User: a\nAssistant: b", [("user", "a"), ("assistant", "b")], id="roles that speak once"),
        pytest.param("질문：가\n답변：나", [("질문", "가"), ("답변", "나")], id="a full-width colon"),
        pytest.param("A:\n a \r\n\r\nB: b\r\nA: c", [("A", " a "), ("B", "b"), ("A", "c")], id="its spaces"),
        pytest.param("A: https://a.b\nB: 10:30\nA: c", [("A", "https://a.b"), ("B", "10:30"), ("A", "c")], id="colons"),
        pytest.param("Preface.\nA: a\nB: b\nA: c", [("A", "a"), ("B", "b"), ("A", "c")], id="a line before"),
    ],
)  # fmt: skip
def test_transcript_reads_turns(text: str, messages: list[tuple[str, str]]) -> None:
    assert turns(read(text)) == [messages]


def test_transcript_counts_lines_before_the_first_speaker() -> None:
    assert ("left_out", "line 1", ("line before the first speaker", 2)) in noted(read("One.\n\nTwo.\nA: a\nB: b\nA: c"))


def test_transcript_shows_ten_speakers() -> None:
    text = "\n".join(f"P{number}: a\nP{number}: b" for number in range(12))

    assert noted(read(text))[0][2].endswith("P9 (2), …")


@pytest.mark.parametrize(
    "text", ["title: a\nname: b\n", "A: a\n" + "prose\n" * 3, "prose\n" * 30 + "A: a\nA: b", "# A\n\na\n"]
)
def test_transcript_is_not_guessed_from_little(text: str) -> None:
    with pytest.raises(ValueError, match="nobody is seen to speak"):
        read(text)


@pytest.mark.parametrize(
    ("name", "role"),
    [("Assistant", "assistant"), ("ChatGPT", "assistant"), ("사용자", "user"), ("A", ""), ("답변", ""), ("Dana", "")],
)
def test_transcript_takes_a_name_of_models_and_their_users_for_the_role(name: str, role: str) -> None:
    [session] = read(f"Kim: How long?\n{name}: One hour.\nKim: Good.").sessions

    assert [(message.role, message.name) for message in session.messages] == [("", "Kim"), (role, name), ("", "Kim")]
