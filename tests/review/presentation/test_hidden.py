"""Every invisible character gets letters, unless it has a function in a script or an emoji."""

import sys
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from review.presentation.hidden import ABBREVIATIONS, Piece, pieces, pieces_with_spaces, spell_out

NASTY = "ab가é\r\n\t\u200b\u200c\u200d\u202e\u2069\ufe0f\ufeff\u3164👨👩❤🏽1\u20e3\u0645\u094d\U000e0067\U0001f3f4<&"


@given(st.text(alphabet=NASTY, max_size=40))
def test_pieces_joined_are_the_text(text: str) -> None:
    """The text content of what is shown equals the stored text."""
    parted = list(pieces(text))

    assert "".join(piece.text for piece in parted) == text
    assert all(piece.text for piece in parted)


def test_pieces_give_letters_to_every_control_and_format_character() -> None:
    """The signs before Arabic numbers are format characters too, but visible."""
    hidden = [
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp"}
        and character not in "\t\n"
        and not regex.match(r"\p{Prepended_Concatenation_Mark}", character)
    ]

    open_ones = [hex(ord(one)) for one in hidden if [piece.text for piece in pieces(f"a{one}b")] != ["a", one, "b"]]

    assert open_ones == []
    assert len(hidden) > 200


@pytest.mark.parametrize(
    ("character", "letters"),
    [
        ("\u200b", "ZWSP"),
        ("\u202e", "RLO"),
        ("\u2066", "LRI"),
        ("\u00ad", "SHY"),
        ("\ufeff", "BOM"),
        ("\u0007", "BEL"),
        ("\u0085", "NEL"),
        ("\ufe0f", "VS16"),
        ("\U000e0100", "VS17"),
        ("\u115f", "HCF"),
        ("\u1160", "HJF"),
        ("\u3164", "HF"),
        ("\uffa0", "HWHF"),
        ("\u034f", "CGJ"),
        ("\u2800", "U+2800"),
        ("\u2063", "U+2063"),
        ("\U000e0041", "U+E0041"),
    ],
)
def test_pieces_name_what_is_hidden(character: str, letters: str) -> None:
    assert [piece.letters for piece in pieces(f"a{character}b")] == ["", letters, ""]


def test_abbreviations_are_all_of_different_characters() -> None:
    assert len(set(ABBREVIATIONS.values())) == len(ABBREVIATIONS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("two lines\r\nand\ta tab\n", id="line ends and tabs"),
        pytest.param("👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈", id="joined emoji"),
        pytest.param("❤️ ☎︎ ©️", id="emoji or text style"),
        pytest.param("1️⃣ #️⃣", id="keycaps"),
        pytest.param("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", id="the flag of England"),
        pytest.param("葛\U000e0100", id="a variant of a Chinese character"),
        pytest.param("می‌خواهم", id="Persian, not joined"),
        pytest.param("क्‍ष", id="Devanagari, joined"),
        pytest.param("각ㅋㅋ\u1112\u1161\u11ab", id="Hangul in parts"),
    ],
)
def test_pieces_leave_visible_characters_alone(text: str) -> None:
    assert list(pieces(text)) == [Piece(text)]


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        pytest.param("a\u200db", ["", "ZWJ", ""], id="a joiner between letters"),
        pytest.param("👨\u200d", ["", "ZWJ"], id="a joiner with nothing to join"),
        pytest.param("a\u200c", ["", "ZWNJ"], id="a non-joiner at the end"),
        pytest.param("❤\ufe0f\ufe0f", ["", "VS16"], id="a selector too many"),
        pytest.param("1\ufe0f", ["", "VS16"], id="half a keycap"),
        pytest.param("😀\U000e0068\U000e0069", ["", "U+E0068 U+E0069"], id="letters hidden behind an emoji"),
        pytest.param("🏴\U000e0068\U000e0069\U000e007f", ["", "U+E0068 U+E0069 U+E007F"], id="a flag that is none"),
        pytest.param("one\rtwo", ["", "CR", ""], id="a carriage return alone"),
    ],
)
def test_pieces_mark_characters_without_a_function(text: str, parted: list[str]) -> None:
    assert [piece.letters for piece in pieces(text)] == parted


def test_pieces_give_one_mark_to_a_run_however_long() -> None:
    run = "\u200b" * 300_000 + "\u202e" + "".join(map(chr, range(0x2060, 0x206F)))

    [piece] = pieces(run)

    assert piece.letters == "ZWSP×300000 RLO WJ U+2061 U+2062 U+2063 +11"
    assert piece.names.startswith("U+200B ZERO WIDTH SPACE, U+202E RIGHT-TO-LEFT OVERRIDE, U+2060 WORD JOINER, ")


def test_spell_out_writes_the_letters_in_brackets() -> None:
    assert spell_out("pay\u202etxt \u0007") == "pay[RLO]txt [BEL]"


def test_pieces_with_spaces_mark_every_white_space() -> None:
    parted = [(piece.text, piece.letters) for piece in pieces_with_spaces("a \tb\r\n\u00a0\u3000c\u200b\n")]

    assert parted == [
        ("a", ""),
        (" ", "·"),
        ("\t", "⇥"),
        ("b", ""),
        ("\r\n", "⏎"),
        ("\u00a0", "NBSP"),
        ("\u3000", "U+3000"),
        ("c", ""),
        ("\u200b", "ZWSP"),
        ("\n", "⏎"),
    ]
