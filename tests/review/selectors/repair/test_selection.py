"""What a person selected: whole characters of one message, without the white space around them."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from review.models import Message
from review.selectors.repair.selection import Selection, selection_of

HOSTILE = st.text(
    st.one_of(
        st.sampled_from("가각ᄒ\u1161\u11ab\u0301\u200d\ufe0f\u202e\r\n\t \u00a0👩🏽💻🇰🇷e"),
        st.characters(codec="utf-8"),
    ),
    max_size=30,
)


def message(text: str) -> Message:
    return Message(index=3, content=text)


@pytest.mark.parametrize(
    ("text", "place", "selected"),
    [
        pytest.param("We keep it.", (3, 7), (3, 7, "keep"), id="a word"),
        pytest.param("We keep it.", (2, 8), (3, 7, "keep"), id="a word with the blanks around it"),
        pytest.param("We keep it.", (-5, 99), (0, 11, "We keep it."), id="more than there is"),
        pytest.param("앞 한글🙂뒤", (2, 6), (2, 6, "한글🙂뒤"), id="beyond the BMP"),
        pytest.param("\u1112\u1161\u11ab글", (1, 2), (0, 3, "\u1112\u1161\u11ab"), id="part of a decomposed syllable"),
        pytest.param("cafe\u0301!", (0, 4), (0, 5, "cafe\u0301"), id="a letter without its accent"),
        pytest.param("x 👩🏽‍💻 y", (3, 4), (2, 6, "👩🏽‍💻"), id="part of an emoji"),
        pytest.param("a \u0301b", (1, 3), (1, 3, " \u0301"), id="an accent on a blank, which is none"),
        pytest.param("one\r\ntwo", (4, 8), (5, 8, "two"), id="half a line end"),
        pytest.param("one\ntwo\nthree", (5, 10), (5, 10, "wo\nth"), id="more than one line"),
    ],
)
def test_selection_of_returns_whole_characters(
    text: str, place: tuple[int, int], selected: tuple[int, int, str]
) -> None:
    assert selection_of(message(text), *place) == Selection(3, *selected)


@pytest.mark.parametrize("place", [(2, 2), (3, 2), (6, 8), (99, 120), (-3, -1)])
def test_selection_of_nothing_is_none(place: tuple[int, int]) -> None:
    assert selection_of(message("We are \n\t."), *place) is None


@given(HOSTILE, st.integers(-2, 32), st.integers(-2, 32))
def test_selection_of_covers_the_range_and_is_stable(text: str, start: int, end: int) -> None:
    selection = selection_of(message(text), start, end)

    selected = text[max(start, 0) : max(end, 0)].strip()
    if selection is None:
        assert selected == ""
        return
    ends = {0, *(one.end() for one in regex.finditer(r"\X", text))}
    words = text[selection.start : selection.end]
    assert selection.words == words
    assert selected in words
    assert {selection.start, selection.end} <= ends
    assert selection_of(message(text), selection.start, selection.end) == selection
