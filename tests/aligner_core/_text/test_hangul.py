"""Hangul syllables and their letters."""

import pytest

from aligner_core._text.hangul import has_hangul, letter_distance


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [("가", "가", 0), ("가", "각", 1), ("웃", "울", 1), ("초", "말", 3), ("a", "a", 0), ("a", "가", 3)],
)
def test_letter_distance_counts_letters_that_differ(left: str, right: str, distance: int) -> None:
    assert letter_distance(left, right) == letter_distance(right, left) == distance


@pytest.mark.parametrize(("text", "hangul"), [("JSONB를", True), ("JSONB", False), ("ㅋㅋ", False), ("", False)])
def test_has_hangul_wants_a_syllable(text: str, *, hangul: bool) -> None:
    assert has_hangul(text) is hangul
