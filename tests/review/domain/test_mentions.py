"""Names behind an "@", as people write them: with commas behind them, and with Korean endings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.domain.mentions import MAX_MENTIONS, mentioned, pieces, possible_names

MEMBERS = {"mina", "jun", "jun.park", "민아", "hana+2", "a@b.org"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("@mina", ["mina"], id="alone"),
        pytest.param("Ask @mina, @jun.", ["mina", "jun"], id="with punctuation"),
        pytest.param("@jun.park. and @jun", ["jun.park", "jun"], id="the longest name"),
        pytest.param("@mina @mina", ["mina"], id="once"),
        pytest.param("@minami @min", [], id="longer and shorter names"),
        pytest.param("@Mina", [], id="another case is another account"),
        pytest.param("write to x@mina.org or x@jun", [], id="an address"),
        pytest.param("@nobody", [], id="no member"),
        pytest.param("@mina님, @jun씨가", ["mina", "jun"], id="Korean endings behind Latin names"),
        pytest.param("@민아 @민아님께 @민아가", ["민아"], id="Korean names and endings"),
        pytest.param("@민아하고", ["민아"], id="a Korean name and another one"),
        pytest.param("@민아영", [], id="a longer Korean name"),
        pytest.param("(@hana+2)", ["hana+2"], id="signs in names"),
        pytest.param("@a@b.org!", ["a@b.org"], id="an address as a name"),
    ],
)
def test_members_are_mentioned_as_people_write(text: str, names: list[str]) -> None:
    assert [*mentioned(text, MEMBERS)] == names
    assert set(names) <= possible_names(text)


def test_a_name_with_an_ending_is_meant_where_somebody_has_it() -> None:
    assert mentioned("@민아가", {"민아", "민아가"}) == ("민아가",)


def test_one_text_mentions_no_more_than_some() -> None:
    names = [f"m{number}" for number in range(MAX_MENTIONS + 5)]

    assert [*mentioned(" ".join(f"@{name}" for name in names), set(names))] == names[:MAX_MENTIONS]


@given(
    st.lists(st.sampled_from(["@mina", "@jun", "@민아", "님", "가", ".", " ", "\n", "-", "@", "x"]), max_size=12).map(
        "".join
    )
)
def test_the_pieces_joined_are_the_text(text: str) -> None:
    found = [*pieces(text, MEMBERS)]

    assert "".join(piece.text for piece in found) == text
    assert {piece.text[1:] for piece in found if piece.is_mention} == set(mentioned(text, MEMBERS))
