"""Where a very short quote may be meant: not inside of a word or a number."""

import pytest

from aligner_core._text.short_quotes import may_be_meant_at, stands_inside_word


@pytest.mark.parametrize(
    ("text", "words", "inside"),
    [
        ("classic", "class", True),
        ("a classic", "a class", True),
        ("the class is", "class", False),
        ("the class.", "class", False),
        ("in 2025", "20", True),
        ("in 2025년", "2025", False),
        ("15kg", "15", False),
        ("5kg", "kg", False),
        ("DuckDB의", "DuckDB", False),
        ("café", "caf", True),
        ("naïve", "ve", True),
        ("сервер", "серв", True),
        ("서버에서", "서버", False),
        ("犬が好き", "犬", False),
        ("a_b", "a", False),
        ("it", "it", False),
        ("it is", " ", False),
        ("a cat", " cat", False),
        ("the cat is", "cat ", False),
        ("viết", "vi", True),
        ("नमस्ते", "नम", True),
        ("कोरिया।", "कोरिया", False),
        ("გზაზე", "გზა", True),
    ],
)
def test_stands_inside_word_is_true_for_a_part_of_a_word_or_number(text: str, words: str, *, inside: bool) -> None:
    start = text.index(words)

    assert stands_inside_word(text, start, start + len(words)) is inside


@pytest.mark.parametrize(("length", "meant"), [(11, False), (12, True)])
def test_a_quote_of_twelve_characters_may_be_meant_inside_of_a_word(length: int, *, meant: bool) -> None:
    assert may_be_meant_at(length, "accountingness", 0, length) is meant
