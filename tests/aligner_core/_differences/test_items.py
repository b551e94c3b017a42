"""Words, values, identifiers and signs: what is compared, and by which key."""

from fractions import Fraction

import pytest

from aligner_core._differences.items import Item, items_of, spell_out
from aligner_core._language.lexicon import lexicon
from aligner_core._language.numbers import split_counters
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import Token, tokenize


def items(text: str, language: str = "en") -> tuple[list[Token], list[Item]]:
    codes = [*(code for code in ("en", "ko") if code != language), language]
    return items_of(list(split_counters(tokenize(fold(text)))), [lexicon(code) for code in codes])


def keys(text: str, language: str = "en") -> list[object]:
    return [item.key for item in items(text, language)[1]]


def kinds(text: str, language: str = "en") -> dict[str, str]:
    """Return the kind of the item of each part of a text, by what is written there."""
    tokens, some = items(text, language)
    return {"".join(token.text for token in tokens[item.first : item.last]): item.kind for item in some}


def test_items_of_a_text_have_kinds_keys_and_tokens() -> None:
    tokens, some = items("we don't keep 12 kg, j.park@north.io")

    assert [token.text for token in tokens] == ["we", "don't", "keep", "12", "kg", ",", "j.park@north.io"]
    assert [(item.kind, item.first, item.last, item.words) for item in some] == [
        ("word", 0, 1, ("we",)),
        ("word", 1, 2, ("do",)),
        ("word", 1, 2, ("not",)),
        ("word", 2, 3, ("keep",)),
        ("value", 3, 5, ()),
        ("sign", 5, 6, ()),
        ("identifier", 6, 7, ()),
    ]
    assert some[4].value is not None


def test_items_of_nothing_are_none() -> None:
    assert items("") == ([], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("write to j.park@north.io", {"j.park@north.io": "identifier"}, id="an e-mail address"),
        pytest.param("see /srv/app.py, line 3", {"/srv/app.py": "identifier"}, id="a path"),
        pytest.param("version 2.10.1 is out", {"2.10.1": "identifier"}, id="a version"),
        pytest.param("the flag keep_raw is set", {"keep_raw": "identifier"}, id="a name in code"),
        pytest.param("call 010-4821-7730", {"010-4821-7730": "identifier"}, id="a telephone number"),
        pytest.param("it costs $1,200 a year", {"$1,200": "value"}, id="an amount"),
        pytest.param("on March 4, 2025", {"march4,2025": "value"}, id="a date"),
        pytest.param("at 3 p.m. sharp", {"3p.m.": "value"}, id="a time"),
        pytest.param("salt & pepper", {"&": "word"}, id="an ampersand"),
        pytest.param("R&D asked", {"&": "sign"}, id="an ampersand inside a name"),
        pytest.param("ㅋㅋㅋ 좋아요ㅋㅋ", {"ㅋㅋㅋ": "sign", "ㅋㅋ": "sign", "좋아요": "word"}, id="laughter"),
    ],
)
def test_items_of_a_text_are_of_the_kind(text: str, found: dict[str, str]) -> None:
    assert kinds(text).items() >= found.items()


@pytest.mark.parametrize(
    ("left", "right", "language"),
    [
        pytest.param("we don't", "we do not", "en", id="a contraction"),
        pytest.param("we dont", "we don’t", "en", id="a contraction without its apostrophe"),
        pytest.param("he won't", "he will not", "en", id="a contraction that changes its word"),
        pytest.param("i've, you're, she'll, i'm", "i have, you are, she will, i am", "en", id="contracted verbs"),
        pytest.param("we can't", "we cannot", "en", id="cannot"),
        pytest.param("we can not", "we cannot", "en", id="cannot in two words"),
        pytest.param("okay", "ok", "en", id="a variant"),
        pytest.param("he has to go", "he must go", "en", id="a phrase that is a variant"),
        pytest.param("salt & pepper", "salt and pepper", "en", id="and"),
        pytest.param("salt &", "salt and", "en", id="and at the end"),
        pytest.param("줄이래요", "줄이라고 해요", "ko", id="hearsay"),
        pytest.param("그걸 봤다", "그것을 봤다", "ko", id="a contracted particle"),
        pytest.param("3번까지만", "3번까지만", "ko", id="the particle of a unit"),
        pytest.param("fifteen", "15", "en", id="a number word"),
        pytest.param("fünfzehn", "15", "de", id="a number word of the language of the message"),
    ],
)
def test_items_of_texts_that_mean_the_same_have_the_same_keys(left: str, right: str, language: str) -> None:
    assert keys(left, language) == keys(right, language)


@pytest.mark.parametrize(
    ("left", "right", "language"),
    [
        pytest.param("we do", "we don't", "en", id="a negation"),
        pytest.param("3번까지만", "3번까지", "ko", id="only, after a unit"),
        pytest.param("5kg이", "5kg을", "ko", id="the role of a measure"),
        pytest.param("R&D", "R and D", "en", id="a sign inside a name"),
        pytest.param("fünfzehn", "15", "en", id="a number word of another language"),
        pytest.param("a_b", "a_c", "en", id="a name in code"),
    ],
)
def test_items_of_texts_that_mean_something_else_have_other_keys(left: str, right: str, language: str) -> None:
    assert keys(left, language) != keys(right, language)


def test_items_of_a_number_in_words_that_ends_like_a_particle_have_no_particle() -> None:
    """The 만 of 삼십만 is ten thousand, not *only*."""
    assert keys("비용은 삼십만 원", "ko") == keys("비용은 30만 원", "ko")
    assert keys("삼십만", "ko") == keys("300000", "ko")


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        pytest.param("犬が好きデー", "ja", ["犬", "が", "好", "き", "デ", "ー"], id="Japanese"),
        pytest.param("我们买了书", "zh", ["我", "们", "买", "了", "书"], id="Chinese"),
        pytest.param("มันแพง", "th", ["มั", "น", "แ", "พ", "ง"], id="Thai, with its marks"),
        pytest.param("api設計", "ja", ["api", "設", "計"], id="letters among them"),
        pytest.param("서버를 본다", "ko", ["서버를", "본다"], id="Korean by the word"),
        pytest.param("https://x.io/設計 を", "ja", ["https://x.io/設計", "を"], id="but for an identifier"),
    ],
)
def test_items_of_scripts_without_spaces_are_characters(text: str, language: str, parts: list[str]) -> None:
    assert keys(text, language) == parts


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [
        pytest.param("3月4日", "ja", ("date", None, 3, 4), id="a date in characters"),
        pytest.param("2천만 원", "ko", ("money", Fraction(20_000_000), "won"), id="an amount"),
        pytest.param("12%", "en", ("percent", Fraction(12)), id="a percentage"),
    ],
)
def test_items_of_values_have_their_worth_as_key(text: str, language: str, key: tuple[object, ...]) -> None:
    assert [item.value.key for item in items(text, language)[1] if item.value] == [key]


@pytest.mark.parametrize(
    ("word", "full"),
    [
        ("don't", ["do", "not"]),
        ("dont", ["do", "not"]),
        ("shan't", ["shall", "not"]),
        ("ain't", ["is", "not"]),
        ("can't", ["can", "not"]),
        ("i've", ["i", "have"]),
        ("we'll", ["we", "will"]),
        ("'ll", ["'ll"]),
        ("trainer's", ["trainer's"]),
        ("줄이래요", ["줄이라고", "해요"]),
        ("좋대요", ["좋다고", "해요"]),
        ("서버를", ["서버를"]),
        ("trainer", ["trainer"]),
    ],
)
def test_spell_out_returns_contractions_in_full(word: str, full: list[str]) -> None:
    assert list(spell_out(word, ("ko", "en"))) == full
