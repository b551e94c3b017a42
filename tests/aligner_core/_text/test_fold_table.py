"""The kinds of code points, on which the cuts between segments rely."""

import sys
import unicodedata

import pytest
import regex

from aligner_core._text.fold_table import DROPPED, PLAIN, WIDE, folded_codes, text_from_codes
from aligner_core._text.folding import fold_character
from aligner_core._text.normalized_text import _fold_plain, fold
from tests.calls import calls_of

EVERY = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in {"Cn", "Co"}]


@pytest.fixture(scope="module")
def kinds() -> dict[str, int]:
    _, found = folded_codes("".join(EVERY))
    assert found is not None
    return dict(zip(EVERY, found.tolist(), strict=True))


def test_folded_codes_never_allow_a_cut_inside_a_cluster(kinds: dict[str, int]) -> None:
    """The clusters of a text are those of its segments: between two characters of these kinds there is always a cut."""
    apart = [char for char in EVERY if char != "\n" and kinds[char] in {PLAIN, WIDE, DROPPED}]

    for neighbour in "a가🙂\u0d2d\u200b\r":
        clusters = regex.findall(r"\X", "".join(char + neighbour for char in apart))
        assert len(clusters) == 2 * len(apart)


def test_folded_codes_never_allow_a_cut_before_a_character_that_composes(kinds: dict[str, int]) -> None:
    """What such a character folds to begins with neither the second part of a composition nor a mark."""
    seconds = {
        chr(int(codes[1], 16))
        for codes in (unicodedata.decomposition(char).split() for char in EVERY)
        if len(codes) == 2 and not codes[0].startswith("<")
    }
    seconds |= {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}

    heads = {fold_character(char)[0] for char in EVERY if kinds[char] in {PLAIN, WIDE}}

    assert not heads & seconds
    assert not {head for head in heads if unicodedata.category(head)[0] == "M"}


def test_folded_codes_of_wide_characters_never_end_on_a_space(kinds: dict[str, int]) -> None:
    """So spaces collapse only with spaces and with characters that join."""
    assert not [char for char in EVERY if kinds[char] == WIDE and fold_character(char).endswith(" ")]


def test_folded_codes_of_plain_characters_are_their_foldings(kinds: dict[str, int]) -> None:
    plain = [char for char in EVERY if kinds[char] == PLAIN]

    assert text_from_codes(folded_codes("".join(plain))[0]) == "".join(map(fold_character, plain))


def test_folded_codes_of_everyday_text_are_all_plain() -> None:
    assert folded_codes("“It’s” — «été», КОД, 한국어 ㅋㅋ ㄱㅏ 漢字かな ㉠① ＡＢ 10⁵ ½ 🙂\u00a0")[1] is None


def test_fold_plain_takes_only_characters_that_fold_one_by_one(kinds: dict[str, int]) -> None:
    """What the methods of strings make of a text is what the table says: each is plain, and no neighbour joins it."""
    singly = [char for char in EVERY if _fold_plain(f"a{char}b") is not None]

    assert {*"aé가漢かカАщ，。”’–😀→"} <= {*singly}
    assert [char for char in singly if kinds[char] != PLAIN] == []
    assert [_fold_plain(f"a{char}b") for char in singly] == [f"a{fold_character(char)}b" for char in singly]


def test_fold_of_ordinary_sentences_takes_no_arrays() -> None:
    texts = ("Nous livrons l’été…", "回答，明天。", "Мы не приняли это", "좋아요 😀 → 내일", "Größe: 5 €")

    assert "fold_source" not in calls_of(lambda: [*map(fold, texts)])
    assert [*map(fold, texts)][-1] == "grösse: 5 €"
