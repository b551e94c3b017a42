"""English words: the same word, a slip, or another."""

import pytest

from aligner_core._language.english import (
    are_spellings,
    is_frequent_word,
    is_in_calendar,
    is_mistyped,
    is_rare_word,
    is_slip,
    is_word,
)


@pytest.mark.parametrize(
    "word", ["trainer", "trainer's", "users'", "a", "i", "behaviour", "behavior", "planned", "minuets"]
)
def test_is_word_is_true_of_a_word_that_people_write(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", ["trainre", "databse", "", "b", "'", "'s", "xqz", "rawtext", "서버"])
def test_is_word_is_false_of_anything_else(word: str) -> None:
    assert not is_word(word)


def test_is_frequent_word_is_false_of_a_rare_word() -> None:
    assert [is_frequent_word(word) for word in ("trainer", "trainer's", "minuets", "trainre", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("behaviour", "behavior"),
        ("colours", "colors"),
        ("favourite", "favorite"),
        ("organise", "organize"),
        ("organised", "organized"),
        ("organisation", "organization"),
        ("analyse", "analyze"),
        ("travelled", "traveled"),
        ("travelling", "traveling"),
        ("centre", "center"),
        ("dialogue", "dialog"),
    ],
)
def test_are_spellings_of_one_word_either_way(british: str, american: str) -> None:
    assert are_spellings(british, american)
    assert are_spellings(american, british)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("four", "for", id="too short"),
        pytest.param("behaviour", "behaviour", id="the same word"),
        pytest.param("contour", "contor", id="not a word"),
        pytest.param("behaviour", "manner", id="another word"),
        pytest.param("plans", "planned", id="an inflection"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_are_spellings_is_false_of_other_words(left: str, right: str) -> None:
    assert not are_spellings(left, right)


@pytest.mark.parametrize(
    ("word", "intended", "mistyped"),
    [
        pytest.param("tetx", "text", True, id="letters swapped"),
        pytest.param("txt", "text", True, id="a letter left out"),
        pytest.param("taxst", "text", False, id="two letters in a short word"),
        pytest.param("datbsae", "database", False, id="two keystrokes in eight letters"),
        pytest.param("seperatly", "separately", True, id="two keystrokes in ten letters"),
        pytest.param("confguraton", "configuration", True, id="two keystrokes in thirteen letters"),
        pytest.param("confgrton", "configuration", False, id="three keystrokes and more"),
        pytest.param("teh", "the", True, id="three letters"),
        pytest.param("p", "a", False, id="a letter"),
        pytest.param("kn", "km", False, id="two letters"),
        pytest.param("th", "the", False, id="two letters of three"),
        pytest.param("text", "text", True, id="none"),
    ],
)
def test_is_mistyped_allows_one_keystroke_and_two_in_long_words(word: str, intended: str, *, mistyped: bool) -> None:
    assert is_mistyped(word, intended) is mistyped


@pytest.mark.parametrize(
    ("word", "intended", "slip"),
    [
        pytest.param("databse", "database", True, id="a letter left out"),
        pytest.param("agust", "august", True, id="a month"),
        pytest.param("databases", "database", False, id="another word of the list"),
        pytest.param("databse", "databaes", False, id="no word was meant"),
        pytest.param("ureter", "urether", False, id="a word that is in no list was meant"),
        pytest.param("leukopenia", "leukemia", False, id="a rare word"),
        pytest.param("costumer's", "customer's", False, id="a rare word and its possessive"),
        pytest.param("upserts", "upset", False, id="two keystrokes in a short word"),
        pytest.param("precompiled", "recompiled", False, id="an affix that contrasts"),
        pytest.param("perscription", "prescription", True, id="an affix that contrasts, but two letters swapped"),
        pytest.param("aproportionate", "proportionate", False, id="a prefix more"),
        pytest.param("softwares", "software", False, id="an ending more"),
        pytest.param("mins", "mine", False, id="a unit"),
    ],
)
def test_is_slip_is_a_misspelling_of_a_listed_word(word: str, intended: str, *, slip: bool) -> None:
    assert is_slip(word, intended) is slip


@pytest.mark.parametrize(
    ("word", "rare"),
    [
        pytest.param("nitrite", True, id="a term"),
        pytest.param("costumer's", True, id="its possessive"),
        pytest.param("trainer", False, id="a word of the other list"),
        pytest.param("trainre", False, id="no word"),
        pytest.param("calender", False, id="what people write for another word"),
        pytest.param("kep", False, id="three letters"),
    ],
)
def test_is_rare_word_is_true_of_what_few_people_write(word: str, *, rare: bool) -> None:
    assert is_rare_word(word) is rare


def test_is_in_calendar_is_true_of_months_and_days() -> None:
    words = ("monday", "tue", "may", "february", "sept", "noon", "week", "")

    assert [is_in_calendar(word) for word in words] == [True, True, True, True, True, False, False, False]
