"""Ellipses at the ends of a quote: cut where it is looked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.ellipses import without_end_ellipses

TEXTS = st.lists(st.sampled_from(["...", "…", "⋯", ".", " ", "\n", "\x85", "\ufeff", "a", "가", "🙂"]), max_size=12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("내용물을 비운 후...", "내용물을 비운 후"),
        ("… and then", "and then"),
        ("... a … b ...", "a … b"),
        ("so it ends....", "so it ends"),
        ("so it ends. …", "so it ends."),
        ("so it ends. ...\n", "so it ends."),
        ("wait ⋯", "wait"),
        ("it ends..", "it ends.."),
        ("it ends. ", "it ends. "),
        ("....", "...."),
        (" … ", " … "),
        ("", ""),
        ("a ... b", "a ... b"),
    ],
)
def test_without_end_ellipses_cuts_what_stands_at_the_ends(text: str, words: str) -> None:
    assert without_end_ellipses(text) == words


@given(TEXTS.map("".join))
def test_without_end_ellipses_cuts_once_and_changes_nothing_else(text: str) -> None:
    cut = without_end_ellipses(text)

    assert cut in text
    assert without_end_ellipses(cut) == cut
    assert text.replace(cut, "", 1).strip(".…⋯ \n\x85") == ""


def test_without_end_ellipses_takes_no_longer_than_the_text() -> None:
    text = f"x{'.' * 200_000} {'…' * 200_000}{' ' * 200_000}a"

    assert without_end_ellipses(text) == text
    assert without_end_ellipses(text[::-1]) == text[::-1]
