"""Which words say the same, and that what is kept of one stands in every other way to write it."""

from itertools import permutations

import pytest

from aligner_core._language.lexicon import lexicon
from aligner_core._matching.cascade import PreparedSource
from aligner_core._rewriting.accents import base_letters, may_lose_accents, without_accents
from aligner_core._rewriting.decorations import decorations
from aligner_core._rewriting.kept_parts import KeptParts, kept_parts, places_of_rarest, windows
from aligner_core._rewriting.same import are_forms
from aligner_core._rewriting.search import find_equal
from aligner_core._text.decoding import decoded
from aligner_core._text.normalized_text import fold

FORMS = [
    ("ko", "썼어요 썼습니다 썼네요"),
    ("ko", "보낼게요 보내겠습니다"),
    ("ko", "아니에요 아닙니다"),
    ("ko", "살아요 삽니다"),
    ("ko", "추워요 춥습니다"),
    ("ko", "나를 저를"),
    ("ko", "난 전"),
    ("ko", "아버지가 아버지께서 아버지는"),
    ("ko", "정리했어요 정리하였습니다 정리하셨습니다"),
    ("en", "organised organized"),
    ("en", "café cafe"),
    ("de", "müller mueller"),
    ("ru", "самолёт самолет"),
    ("ar", "قِطار قطار"),
]


@pytest.mark.parametrize(("language", "words"), FORMS)
def test_what_is_kept_of_a_word_stands_in_all_its_forms(language: str, words: str) -> None:
    for word, other in permutations(words.split(), 2):
        assert are_forms(word, other, language)
        parts = kept_parts(base_letters(f"x {word} y", language), language)
        assert all(kept in base_letters(other, language) for kept, _ in parts)


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("ko", "썼어요", "쓸게요"),
        ("ko", "먹어요", "안먹어요"),
        ("ko", "네가", "제가"),
        ("ko", "나를", "저가"),
        ("ko", "가요", "거요"),
        ("en", "trainer", "trainee"),
        ("en", "may", "must"),
        ("es", "papa", "papá"),
        ("ru", "все", "всё"),
        ("de", "kiste", "kisten"),
        (None, "kiste", "kisten"),
    ],
)
def test_other_words_are_no_forms(language: str | None, word: str, other: str) -> None:
    assert not are_forms(word, other, language)
    assert not are_forms(other, word, language)


def places(quote: str, source: str) -> int:
    return len(find_equal(quote, fold(quote), PreparedSource(source).rewritable))


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("연락 안 해요 주말에는", "연락하지 않습니다 주말에는"),
        ("못 갔어요 거기에는", "가지 못했습니다 거기에는"),
        ("여기에 서명하세요", "여기에 서명하시기 바랍니다"),
        ("문을 닫으세요 지금", "문을 닫으시기 바랍니다 지금"),
        ("출퇴근을 합니다 자전거로", "출퇴근합니다 자전거로"),
        ("숙제를 내 주셨습니다", "숙제를 내주셨어요"),
        ("그게 이상하답니다 정말", "그게 이상하대요 정말"),
        ("let us go to the station", "let's go to the station"),
    ],
)
def test_words_say_together_what_others_say(quote: str, source: str) -> None:
    assert places(quote, source) == 1
    assert places(source, quote) == 1


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("연락 안 해요 주말에는", "연락하지 못합니다 주말에는"),
        ("안 갔어요 거기에는", "가지 않습니다 거기에는"),
        ("서명하고 바랍니다 여기에", "서명하세요 여기에"),
        ("let him go to the station", "let's go to the station"),
        ("Maren's finished the draft", "Maren has finished the draft"),
    ],
)
def test_words_that_say_something_else_together_are_not_joined(quote: str, source: str) -> None:
    assert places(quote, source) == 0


def test_accents_are_those_of_the_language() -> None:
    assert may_lose_accents("mueller", "de")
    assert not may_lose_accents("cafe", "fr")
    assert without_accents("가나다", "ko") == "가나다"
    assert base_letters("самолёт", "ru") == "самолет"


def test_decorations_are_those_before_a_quote_and_marks_in_it() -> None:
    quote = "> **omar:** we met [1] at 【4:2†a】 noon (see [2](https://a.b)) <b>there</b>"
    found = [quote[start:end] for start, end in decorations(quote, is_quote=True, names=frozenset({"omar"}))]

    assert [*filter(str.strip, found)] == ["> ", "**omar:**", "[1]", "【4:2†a】", "[", "](https://a.b)", "<b>", "</b>"]
    assert [*decorations("- we met", is_quote=False)] == []


def test_decoded_keeps_what_stands_for_no_character() -> None:
    found = decoded("a\\ud800b&nosuch;c &amp; d\\n")

    assert found.text == "a\\ud800b&nosuch;c & d "
    assert [found.place(at) for at in (0, len(found.text))] == [0, len("a\\ud800b&nosuch;c &amp; d\\n")]


def test_a_part_that_stands_everywhere_tells_nothing() -> None:
    assert windows(KeptParts.of([("the", 0)]), "the " * 100) == []
    assert places_of_rarest(KeptParts.of([("the", 0)]), "the " * 500) == []
    assert places_of_rarest(KeptParts.of([("the", 0)]), "a man") == []
    far = KeptParts.of([("we", 0), ("moved", 100), ("utrecht", 110)])
    assert windows(far, "we moved to utrecht and moved") == [(0, 12)]


def test_of_parts_that_stand_in_many_places_the_rarest_tells_where() -> None:
    text = "we moved " * 20 + "we moved on, " * 9 + "then we moved on"

    assert windows(KeptParts.of([("moved", 3), ("on", 9)]), text)
    assert windows(KeptParts.of([("moved", 3), ("leeds", 9)]), text) == []


def test_every_table_of_rewriting_is_folded() -> None:
    for code in ("en", "ko", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "vi", "ar", "he", "hi", "ja", "zh", "th"):
        given = lexicon(code).at("rewriting") or {}
        words = [text for value in given.values() for text in value]
        assert [word for word in words if word != fold(word)] == []
