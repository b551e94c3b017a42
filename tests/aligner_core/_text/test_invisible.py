"""Characters no reader sees, and those that only seem to be so."""

import unicodedata

import pytest

from aligner_core._text.invisible import has_hidden_characters

HIDDEN = (
    *("\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e", "\u2061\u2062\u2063\u2064\u206a\u200a\u2028\u2029"),
    *("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "\u115f\u1160\u3164\uffa0\u2800"),
    *("\ufe00\ufe0e\ufe0f\U000e0100\U000e0001\U000e0041\U000e007f\u180b", "\0\x08\x0b\x0c\x1b\x7f\x85", "\ufff9\ufff0"),
)
INVISIBLE = [char for group in HIDDEN for char in group]
NAMES = [f"U+{ord(char):04X} {unicodedata.name(char, '')}" for char in INVISIBLE]


@pytest.mark.parametrize("char", INVISIBLE, ids=NAMES)
@pytest.mark.parametrize("around", ["원{}문을 보관", "keep the t{}ext", "pay {} now", "{}pay", "pay 10{}0"])
def test_has_hidden_characters_reports_what_no_reader_sees(char: str, around: str) -> None:
    assert has_hidden_characters(around.format(char))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("keep the text\tas it\r\nis", id="white space of a text file"),
        pytest.param("a\u00a0b\u3000c\u202fd\u2009e", id="spaces that leave a gap"),
        pytest.param("e\u0301 \u1100\u1161\u11a8", id="marks and letters of a syllable"),
        pytest.param("👩‍👩‍👧‍👦 and 👩🏽‍💻 and ❤️‍🔥 and 🏳️‍🌈", id="joined emoji"),
        pytest.param("☎️ ☺︎ ©️", id="emoji and text style"),
        pytest.param("1️⃣ #️⃣", id="keycaps"),
        pytest.param("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 🇰🇷", id="flags"),
        pytest.param("می‌خواهم", id="Persian"),
        pytest.param("क्‍ष", id="Hindi"),
        pytest.param("葛\U000e0100飾", id="a variant of an ideograph"),
        pytest.param("ᠠ\u180bᠡ", id="a variant of a Mongolian letter"),
        pytest.param("\u0600123", id="the sign before an Arabic number"),
    ],
)
def test_has_hidden_characters_accepts_what_belongs_to_the_writing(text: str) -> None:
    assert not has_hidden_characters(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a\u200d👩", id="a joiner before an emoji"),
        pytest.param("👩\u200d", id="a joiner after an emoji"),
        pytest.param("❤\ufe0f\ufe0f", id="a second selector"),
        pytest.param("1\ufe0f", id="a selector after a digit"),
        pytest.param("🏴\U000e0041\U000e007f", id="tags that name no region"),
        pytest.param("🏴" + "\U000e0061" * 12 + "\U000e007f", id="too many tags for a region"),
        pytest.param("👩\U000e0067\U000e0062\U000e0065\U000e007f", id="tags on something other than a flag"),
        pytest.param("한\u200d글", id="a joiner between syllables"),
    ],
)
def test_has_hidden_characters_reports_the_same_characters_elsewhere(text: str) -> None:
    assert has_hidden_characters(text)
