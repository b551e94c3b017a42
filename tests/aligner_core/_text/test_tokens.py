"""Words, numbers and signs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.tokens import Token, TokenKind, tokenize


def test_tokenize_returns_text_kind_and_place() -> None:
    assert tokenize("a 12%") == [
        Token("a", TokenKind.WORD, 0, 1),
        Token("12", TokenKind.NUMBER, 2, 4),
        Token("%", TokenKind.SIGN, 4, 5),
    ]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("don't they’re", ["don't", "they", "’", "re"], id="an apostrophe inside a word, folded alone"),
        pytest.param("'it's'", ["'", "it's", "'"], id="quotation marks around a word"),
        pytest.param("o'clock'을", ["o'clock", "'", "을"], id="a particle behind a quotation mark"),
        pytest.param("2,400원", ["2,400", "원"], id="a number before a unit"),
        pytest.param("3만5천", ["3", "만", "5", "천"], id="Korean magnitudes"),
        pytest.param("3만원", ["3", "만", "원"], id="a magnitude before a unit"),
        pytest.param("(-5%)", ["(", "-5", "%", ")"], id="a sign of a number"),
        pytest.param("3-5 a-5 )-5", ["3", "-", "5", "a", "-", "5", ")", "-", "5"], id="hyphens that are no signs"),
        pytest.param(
            "1.5 1,000.25 10:30 2.10.1", ["1.5", "1,000.25", "10:30", "2.10.1"], id="points and commas inside"
        ),
        pytest.param("1. 2, 3:", ["1", ".", "2", ",", "3", ":"], id="points and commas behind"),
        pytest.param("17。5", ["17。5"], id="an ideographic full stop"),
        pytest.param("10⁵ m² ½", ["10", "⁵", "m", "²", "½"], id="raised digits and fractions"),
        pytest.param("café cafe\u0301", ["café", "cafe\u0301"], id="accents"),
        pytest.param("हिन्दी भाषा", ["हिन्दी", "भाषा"], id="marks inside a word"),
        pytest.param("a_b", ["a", "_", "b"], id="an underscore"),
        pytest.param("!= ", ["!", "="], id="signs one by one"),
        pytest.param("abc12", ["abc", "12"], id="digits behind letters"),
        pytest.param(" \n\t ", [], id="white space"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_tokenize_splits_a_text(text: str, tokens: list[str]) -> None:
    assert [token.text for token in tokenize(text)] == tokens


@given(st.text("ab가나만 1２.,'-+%½\u0301\n", max_size=40))
def test_tokenize_keeps_every_character_that_is_no_space(text: str) -> None:
    tokens = tokenize(text)

    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert "".join(token.text for token in tokens) == "".join(text.split())
