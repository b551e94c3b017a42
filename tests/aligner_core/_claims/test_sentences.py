"""The sentences of a claim."""

import pytest

from aligner_core._claims.sentences import sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It ends in May. We move! Do we?", ["It ends in May.", "We move!", "Do we?"]),
        ("Dr. Kim and J. Park, approx. 30 people", ["Dr. Kim and J. Park, approx. 30 people"]),
        ("It is 18 °C. We like it. St. Alban's", ["It is 18 °C.", "We like it.", "St. Alban's"]),
        ("No. 5 is out. No. We keep it", ["No. 5 is out.", "No.", "We keep it"]),
        ("2027. 2. 3.까지입니다. 끝", ["2027. 2. 3.까지입니다.", "끝"]),
        ("v1.2 is out... See “it.” Then", ["v1.2 is out...", "See “it.”", "Then"]),
        ("A title\nand its text\r\n\r\nwith lines", ["A title\nand its text\r\n\r\nwith lines"]),
        ("배포한다 그리고 끝낸다", ["배포한다 그리고 끝낸다"]),
        (" ", []),
    ],
)
def test_sentences_end_at_signs(text: str, sentences: list[str]) -> None:
    assert [one.text for one in sentences_of(text, by_sign=True)] == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A title\nand its text\r\n\r\nwith lines", ["A title", "and its text", "with lines"]),
        ("배포한다 문 앞에 둔다 주문마다 갑니다 끝", ["배포한다", "문 앞에 둔다", "주문마다 갑니다", "끝"]),
        ("바다보다 모두 다 좋아요 그렇죠 네", ["바다보다 모두 다 좋아요", "그렇죠", "네"]),
    ],
)
def test_sentences_end_at_lines_and_korean_endings_too(text: str, sentences: list[str]) -> None:
    found = sentences_of(text, by_sign=False)

    assert [one.text for one in found] == sentences
    assert [text[one.start :].startswith(one.text) for one in found] == [True] * len(found)
