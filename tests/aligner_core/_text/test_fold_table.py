"""The classes of code points: what the cuts between segments rest on."""

import sys
import unicodedata

import pytest
import regex

from aligner_core.classes import DROPPED, PLAIN, WIDE, look_up, text_of
from aligner_core.folding import fold_character

EVERY = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in {"Cn", "Co"}]


@pytest.fixture(scope="module")
def kinds() -> dict[str, int]:
    _, found = look_up("".join(EVERY))
    assert found is not None
    return dict(zip(EVERY, found.tolist(), strict=True))


def test_no_character_at_a_cut_is_of_the_cluster_before_it(kinds: dict[str, int]) -> None:
    """The clusters of a text are those of its segments: between two of these classes there always is a cut."""
    apart = [char for char in EVERY if char != "\n" and kinds[char] in {PLAIN, WIDE, DROPPED}]

    for neighbour in "a가🙂\u0d2d\u200b\r":
        clusters = regex.findall(r"\X", "".join(char + neighbour for char in apart))
        assert len(clusters) == 2 * len(apart)


def test_no_character_at_a_cut_composes_with_what_stands_before_it(kinds: dict[str, int]) -> None:
    """No second part of a composition, and no mark, begins what such a character folds to."""
    seconds = {
        chr(int(codes[1], 16))
        for codes in (unicodedata.decomposition(char).split() for char in EVERY)
        if len(codes) == 2 and not codes[0].startswith("<")
    }
    seconds |= {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}

    heads = {fold_character(char)[0] for char in EVERY if kinds[char] in {PLAIN, WIDE}}

    assert not heads & seconds
    assert not {head for head in heads if unicodedata.category(head)[0] == "M"}


def test_no_character_that_folds_to_more_ends_on_a_space(kinds: dict[str, int]) -> None:
    """So spaces collapse only with spaces, and with those that join."""
    assert not [char for char in EVERY if kinds[char] == WIDE and fold_character(char).endswith(" ")]


def test_every_plain_character_has_its_folding(kinds: dict[str, int]) -> None:
    plain = [char for char in EVERY if kinds[char] == PLAIN]

    assert text_of(look_up("".join(plain))[0]) == "".join(map(fold_character, plain))


def test_characters_of_everyday_text_are_plain() -> None:
    assert look_up("“It’s” — «été», КОД, 한국어 ㅋㅋ ㄱㅏ 漢字かな ㉠① ＡＢ 10⁵ ½ 🙂\u00a0")[1] is None
