"""Letters that pass for others."""

import pytest

from aligner_core._text.confusables import has_confusables
from tests.calls import calls_of

MIXED = [
    pytest.param("pаy the bill", id="a Cyrillic letter in a Latin word"),
    pytest.param("Αpple", id="a Greek letter in a Latin word"),
    pytest.param("мaмa", id="a Latin letter in a Cyrillic word"),
    pytest.param("pаypal로 결제", id="before a Korean particle"),
    pytest.param("p𝐚y", id="a mathematical letter in a word"),
]
ORDINARY = [
    pytest.param("JSONB를 JSON으로 API와", id="Korean after Latin"),
    pytest.param("2πr에 5µm와 10Ω, Δt", id="formulas"),
    pytest.param("Привет мир", id="Cyrillic"),
    pytest.param("ΑΒΓ и API", id="scripts in words of their own"),
    pytest.param("東京タワーの力カ 一ー", id="Japanese"),
    pytest.param("ＡI ａb", id="full width"),
    pytest.param("naïve café Ωmega", id="accents, and a letter that looks like no other"),
]


@pytest.mark.parametrize("text", MIXED)
def test_has_confusables_reports_a_word_of_two_scripts_that_look_alike(text: str) -> None:
    """Even when quote and source share it: an exact quote of a deceptive text deceives too."""
    assert has_confusables(text, text)
    assert has_confusables("other words", text)


@pytest.mark.parametrize("text", ORDINARY)
def test_has_confusables_accepts_scripts_side_by_side(text: str) -> None:
    assert not has_confusables(text, text)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("Ill at ease", "lll at ease", id="I for l"),
        pytest.param("1O0 users", "100 users", id="O for 0"),
        pytest.param("the modem is on", "the modern is on", id="m for rn"),
        pytest.param("сор came", "cop came", id="a whole word"),
        pytest.param("СОР CAME", "cop came", id="a whole word in capitals"),
        pytest.param("a a b", "a а b", id="one of two"),
        pytest.param("се\u0301 here", "c\u00e9 here", id="an accent composed"),
        pytest.param("ab|e to", "able to", id="a sign for a letter"),
        pytest.param("٥ items", "o items", id="a digit listed between marks of direction"),
        pytest.param("ꚙ", "∞", id="two that pass only for each other"),
    ],
)
def test_has_confusables_reports_a_word_that_only_looks_the_same(quote: str, words: str) -> None:
    assert has_confusables(quote, words)
    assert has_confusables(words, quote)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("The BILL", "the bill", id="case"),
        pytest.param("“don’t” — it’s", "\"don't\" - it's", id="typography"),
        pytest.param("ａ ｅ １２", "a e 12", id="width"),
        pytest.param("\u1100\u1161", "\uac00", id="composition"),
        pytest.param("a~b", "a∼b", id="signs"),
        pytest.param("ﬁle", "file", id="a ligature"),
        pytest.param("databse", "database", id="a typo"),
        pytest.param("the bill was paid", "the bill is paid", id="another word"),
    ],
)
def test_has_confusables_ignores_other_differences(quote: str, words: str) -> None:
    assert not has_confusables(quote, words)


def test_has_confusables_compares_no_words_where_only_case_and_spaces_differ() -> None:
    assert "_word_counts" not in calls_of(lambda: has_confusables("The  BILL was paid", "the bill\nwas paid"))
