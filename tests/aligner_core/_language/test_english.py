"""English words: the same word, a slip, or another."""

import pytest

from aligner_core._language.english import (
    are_spellings,
    is_frequent_word,
    is_in_calendar,
    is_mistyped,
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
        pytest.param("datbsae", "database", True, id="two keystrokes in eight letters"),
        pytest.param("dtbse", "database", False, id="three keystrokes in eight letters"),
        pytest.param("confgrtion", "configuration", True, id="three keystrokes in thirteen letters"),
        pytest.param("cnfgrtn", "configuration", False, id="six keystrokes"),
        pytest.param("text", "text", True, id="none"),
    ],
)
def test_is_mistyped_allows_about_one_keystroke_in_five_letters(word: str, intended: str, *, mistyped: bool) -> None:
    assert is_mistyped(word, intended) is mistyped


def test_is_in_calendar_is_true_of_months_and_days() -> None:
    words = ("monday", "tue", "may", "february", "sept", "noon", "week", "")

    assert [is_in_calendar(word) for word in words] == [True, True, True, True, True, False, False, False]
