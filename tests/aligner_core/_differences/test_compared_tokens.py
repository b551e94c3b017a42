"""Which tokens of a quote and of its source are compared."""

import pytest

from aligner_core._differences.compared_tokens import compared_tokens, widen_to_quoted_words
from aligner_core._text.normalized_text import fold


def compared(quote: str, before: str, words: str, after: str) -> tuple[list[str], list[str], list[str]]:
    found = compared_tokens(fold(quote), before + words + after, (len(before), len(before + words)))
    quoted, source, whole = ([token.text for token in tokens] for tokens in found)
    return quoted, source, whole


@pytest.mark.parametrize(
    ("quote", "before", "words", "after", "source", "whole"),
    [
        pytest.param("we met", "so ", "we met", " him", "we met", "we met", id="words"),
        pytest.param("hmetic is", "arit", "hmetic is", " fun", "hmetic is", "arithmetic is", id="begun inside"),
        pytest.param("xmetic", "arit", "hmetic", " fun", "arithmetic", "arithmetic", id="begun otherwise"),
        pytest.param("we met", "so ", "we met", "al", "we met", "we metal", id="ended inside"),
        pytest.param("we metal", "so ", "we met", "al", "we metal", "we metal", id="ended after it"),
        pytest.param("it is clear", "it is un", "clear", ".", "it is unclear", "it is unclear", id="reversed"),
        pytest.param("1 and 24", "1", "1 and 24", "0 ms", "11 and 240", "11 and 240", id="numbers"),
        pytest.param("in , a fund", "in 2018", ", a fund", ".", "in 2018 , a fund", "in 2018 , a fund", id="before"),
        pytest.param("a sum of won", "", "a sum of", " 50 won.", "a sum of 50 won", "a sum of 50 won", id="after"),
        pytest.param("in , a", "we went in. 2018", ", a", "", ", a", ", a", id="in another sentence"),
        pytest.param("in , a", "in the cold year 2018", ", a", "", ", a", ", a", id="too far"),
        pytest.param(". a", "in 3. 2018 ", "a", "", "a", "a", id="not a word"),
        pytest.param("we", "so ", " ", "we", "", "", id="nothing"),
    ],
)
def test_compared_tokens_are_cut_and_widened_as_the_quote_is(
    quote: str, before: str, words: str, after: str, source: str, whole: str
) -> None:
    assert compared(quote, before, words, after)[1:] == (source.split(), whole.split())


@pytest.mark.parametrize(
    "surrounded",
    [
        "- keep it",
        "2. keep it",
        "> keep it",
        "Q: keep it",
        "User : keep it",
        "사용자: keep it",
        "keep it...",
        "* keep it",
    ],
)
def test_compared_tokens_leave_out_what_surrounds_a_quote(surrounded: str) -> None:
    assert compared(surrounded, "", "keep it", "")[0] == ["keep", "it"]
    assert compared(surrounded, "", surrounded.lower(), "")[0] != ["keep", "it"]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("don&#39;t &amp; do", "don't & do"),
        ('say \\"it\\"', 'say  " it " '),
        ("see [the guide](https://example.org/a?b=1)", "see the guide"),
    ],
)
def test_compared_tokens_are_decoded_on_either_side(written: str, plain: str) -> None:
    for quote, words in ((written, "x"), ("x", written)):
        quoted, source, _ = compared(quote, "", words, "")
        assert (quoted if quote == written else source) == compared("x", "", plain.replace('"', " "), "")[1]
    assert (
        compared(written, "", written, "")[0]
        == compared(written, "", written, "")[1]
        != compared("x", "", plain, "")[1]
    )


def test_compared_tokens_of_an_empty_quote_are_those_of_the_source() -> None:
    assert compared("...", "", "we met", "") == ([], ["we", "met"], ["we", "met"])


@pytest.mark.parametrize(
    ("quote", "text", "window", "words"),
    [
        ("we ship soon", "so we will ship very soon, i think", (11, 15), "we will ship very soon"),
        ("we ship it", "so we. they ship it", (8, 19), "they ship it"),
        ("as we ship it", "as one two three four five ship it", (27, 34), "ship it"),
        ("", "we keep it", (3, 7), "keep"),
    ],
    ids=["both ends", "not beyond the sentence", "not beyond a few words", "nothing is quoted"],
)
def test_widen_to_quoted_words_reaches_the_first_and_the_last_word(
    quote: str, text: str, window: tuple[int, int], words: str
) -> None:
    start, end = widen_to_quoted_words(quote, text, window)

    assert text[start:end] == words
