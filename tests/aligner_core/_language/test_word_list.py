"""Which words people write."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.word_list import WordList, hash_of_word, word_list


def test_word_list_contains_its_words_alone() -> None:
    words = ["trainer", "의사", "café", "don't"]

    listed = WordList(array("I", sorted(map(hash_of_word, words))))

    assert [word in listed for word in words] == [True] * 4
    assert [word in listed for word in ("trainre", "의자", "cafe", "")] == [False] * 4
    assert len(listed) == 4


def test_word_list_of_no_words_contains_none() -> None:
    assert "a" not in WordList(array("I"))


@pytest.mark.parametrize(
    ("name", "least"),
    [("en", 50_000), ("en-frequent", 20_000), ("en-rare", 150_000), ("ko", 20_000), ("ko-rare", 50_000)],
)
def test_word_lists_that_are_shipped_are_sorted_hashes_without_repetition(name: str, least: int) -> None:
    hashes = list(word_list(name)._hashes)

    assert hashes == sorted(set(hashes))
    assert len(word_list(name)) == len(hashes) >= least


@pytest.mark.parametrize(
    ("name", "word", "listed"),
    [
        ("en", "trainer", True),
        ("en", "behaviour", True),
        ("en", "behavior", True),
        ("en", "planned", True),
        ("en", "minuets", True),
        ("en", "encrypt", True),
        ("en", "trainre", False),
        ("en", "databse", False),
        ("en-frequent", "trainer", True),
        ("en-frequent", "minuets", False),
        ("en-rare", "nitrite", True),
        ("en-rare", "trainer", False),
        ("en-rare", "calender", False),
        ("ko", "의사", True),
        ("ko", "결정", True),
        ("ko", "결저", False),
        ("ko", "그데로", False),
        ("ko-rare", "난포", True),
        ("ko-rare", "의사", False),
        ("ko-rare", "결저", False),
    ],
)
def test_word_lists_that_are_shipped_know_a_word(name: str, word: str, *, listed: bool) -> None:
    assert (word in word_list(name)) is listed


def test_word_list_is_read_once() -> None:
    assert word_list("en") is word_list("en")


def test_frequent_words_are_words() -> None:
    every = set(word_list("en")._hashes)

    assert [hashed for hashed in word_list("en-frequent")._hashes if hashed not in every] == []


@given(st.text())
def test_hash_of_word_has_32_bits_and_is_the_same_every_time(word: str) -> None:
    assert 0 <= hash_of_word(word) == hash_of_word(word) < 2**32


def test_hash_of_word_is_the_same_on_every_machine() -> None:
    assert hash_of_word("trainer") == 0xEF5AC770
    assert hash_of_word("\ud800") >= 0
