"""Hangul syllables are distinguished from other letters."""

import pytest

from aligner_core._text.hangul import has_hangul


@pytest.mark.parametrize(("text", "hangul"), [("JSONB를", True), ("JSONB", False), ("ㅋㅋ", False), ("", False)])
def test_has_hangul_wants_a_syllable(text: str, *, hangul: bool) -> None:
    assert has_hangul(text) is hangul
