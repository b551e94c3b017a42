"""What is held against what."""

import pytest

from aligner_core.sides import reached, sides


def compared(quote: str, before: str, words: str, after: str) -> tuple[list[str], list[str], list[str]]:
    said, stands, whole = sides(quote, before + words + after, (len(before), len(before + words)))
    return [one.text for one in said], [one.text for one in stands], [one.text for one in whole]


@pytest.mark.parametrize(
    ("quote", "before", "words", "after", "stands", "whole"),
    [
        pytest.param("we met", "so ", "we met", " him", "we met", "we met", id="words"),
        pytest.param("hmetic is", "arit", "hmetic is", " fun", "hmetic is", "arithmetic is", id="begun inside"),
        pytest.param("xmetic", "arit", "hmetic", " fun", "arithmetic", "arithmetic", id="begun otherwise"),
        pytest.param("we met", "so ", "we met", "al", "we met", "we metal", id="ended inside"),
        pytest.param("we metal", "so ", "we met", "al", "we metal", "we metal", id="ended behind it"),
        pytest.param("it is clear", "it is un", "clear", ".", "it is unclear", "it is unclear", id="turned around"),
        pytest.param("1 and 24", "1", "1 and 24", "0 ms", "11 and 240", "11 and 240", id="numbers"),
        pytest.param("in , a fund", "in 2018", ", a fund", ".", "in 2018 , a fund", "in 2018 , a fund", id="before"),
        pytest.param("a sum of won", "", "a sum of", " 50 won.", "a sum of 50 won", "a sum of 50 won", id="behind"),
        pytest.param("in , a", "we went in. 2018", ", a", "", ", a", ", a", id="in another sentence"),
        pytest.param("in , a", "in the cold year 2018", ", a", "", ", a", ", a", id="too far"),
        pytest.param(". a", "in 3. 2018 ", "a", "", "a", "a", id="no word"),
        pytest.param("we", "so ", " ", "we", "", "", id="nothing"),
    ],
)
def test_sides_hold_a_quote_against_its_words(
    quote: str, before: str, words: str, after: str, stands: str, whole: str
) -> None:
    assert compared(quote, before, words, after)[1:] == (stands.split(), whole.split())


@pytest.mark.parametrize(
    "wrapped",
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
def test_sides_take_off_what_was_wrapped_around_a_quote(wrapped: str) -> None:
    assert compared(wrapped, "", "keep it", "")[0] == ["keep", "it"]
    assert compared(wrapped, "", wrapped.lower(), "")[0] != ["keep", "it"]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("don&#39;t &amp; do", "don't & do"),
        ('say \\"it\\"', 'say  " it " '),
        ("see [the guide](https://example.org/a?b=1)", "see the guide"),
    ],
)
def test_sides_take_off_what_only_a_machine_reads(written: str, plain: str) -> None:
    for quote, words in ((written, "x"), ("x", written)):
        said, stands, _ = compared(quote, "", words, "")
        assert (said if quote == written else stands) == compared("x", "", plain.replace('"', " "), "")[1]
    assert (
        compared(written, "", written, "")[0]
        == compared(written, "", written, "")[1]
        != compared("x", "", plain, "")[1]
    )


def test_a_quote_of_nothing_has_no_sides() -> None:
    assert compared("...", "", "we met", "") == ([], ["we", "met"], ["we", "met"])


@pytest.mark.parametrize(
    ("quote", "text", "window", "words"),
    [
        ("we ship soon", "so we will ship very soon, i think", (11, 15), "we will ship very soon"),
        ("we ship it", "so we. they ship it", (8, 19), "they ship it"),
        ("as we ship it", "as one two three four five ship it", (27, 34), "ship it"),
        ("", "we keep it", (3, 7), "keep"),
    ],
    ids=["both ends", "no further than the sentence", "no further than a few words", "nothing is quoted"],
)
def test_a_window_reaches_for_the_first_and_the_last_word(
    quote: str, text: str, window: tuple[int, int], words: str
) -> None:
    start, end = reached(quote, text, window)

    assert text[start:end] == words
