"""Syllables and their letters."""

import pytest

from aligner_core.hangul import is_hangul, letters_apart


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("가", "가", 0), ("가", "각", 1), ("웃", "울", 1), ("초", "말", 3), ("a", "a", 0), ("a", "가", 3)],
)
def test_letters_apart_counts_letters(one: str, other: str, apart: int) -> None:
    assert letters_apart(one, other) == letters_apart(other, one) == apart


@pytest.mark.parametrize(("text", "hangul"), [("JSONB를", True), ("JSONB", False), ("ㅋㅋ", False), ("", False)])
def test_is_hangul_asks_for_a_syllable(text: str, *, hangul: bool) -> None:
    assert is_hangul(text) is hangul
