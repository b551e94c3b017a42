"""Words that a hit cuts: inside a longer word nothing means what it says by itself."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner
from aligner_core._differences.beside import Beside
from aligner_core._differences.cut_words import cut_words

Found = tuple[str, str]


def cut(marked: str, language: str | None = "en", similar: str = "") -> list[Found]:
    """Return kind and source text of the words that those in brackets cut."""
    start, end = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    return [(one.kind, one.source_text) for one in cut_words(Beside(text, start, end, language, similar=similar))]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("a st[art is long]er than it", [("word", "start"), ("word", "longer")], id="both ends"),
        pytest.param("she was [care]less with it", [("word", "careless")], id="an ending"),
        pytest.param("they re[installed it] at last", [("word", "reinstalled")], id="a beginning"),
        pytest.param("they dis[agree with it]", [("negation", "disagree")], id="a prefix that negates"),
        pytest.param("a class[ific]ation of it", [("word", "classification")], id="the middle of one word"),
        pytest.param("это не[важный разговор] о погоде", [("word", "неважный")], id="another alphabet"),
    ],
)
def test_cut_words_are_those_a_hit_stands_inside(marked: str, found: list[Found]) -> None:
    """At both ends in any alphabet (specification 3.9)."""
    assert cut(marked, None) == found


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        pytest.param("[the tenants]' deposit", "en", id="an apostrophe"),
        pytest.param("a re-[sign] of it", "en", id="a hyphen"),
        pytest.param("the [v2] of it", "en", id="a whole word"),
        pytest.param("the v[2 of it]", "en", id="a digit"),
        pytest.param("[계약서]를 다시", "ko", id="a Korean particle"),
        pytest.param("[新しい倉庫は港]の近く", "ja", id="a script without spaces"),
        pytest.param("وال[بيت كبير جدا]", "ar", id="an Arabic article"),
        pytest.param("וה[בית גדול מאוד]", "he", id="a Hebrew article"),
        pytest.param("[चीन और कोरिया]।", "hi", id="a sign of the script"),
    ],
)
def test_cut_words_are_none_where_the_hit_is_of_whole_ones(marked: str, language: str) -> None:
    assert cut(marked, language) == []


@pytest.mark.parametrize(
    ("marked", "similar", "found"),
    [
        pytest.param("g[reen. the deposit is back]", "user: the deposit is back", [], id="no part of the quote"),
        pytest.param("su[rgery was on monday]", "rgery wass on monday", [], id="no word by itself"),
        pytest.param("a st[art is long]", "art iss long", [("word", "start")], id="a word of the quote"),
        pytest.param("[it is long]er", "it iss long", [("word", "longer")], id="at the end"),
    ],
)
def test_cut_words_of_similar_words_are_those_of_the_quote(marked: str, similar: str, found: list[Found]) -> None:
    """A window may begin and end too early, inside of any word."""
    assert cut(marked, "en", similar) == found


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        pytest.param("art is long", "not_found", id="eleven characters"),
        pytest.param("art is longe", "exact", id="twelve characters"),
        pytest.param("ART IS LONG", "not_found", id="normalized"),
    ],
)
def test_align_quote_finds_no_quote_of_eleven_characters_inside_a_word(quote: str, outcome: str) -> None:
    found = EvidenceAligner().align_quote(quote, "We saw that the start is longer than planned.")

    assert (found.match_method if isinstance(found, AlignedEvidence) else found.failure_reason) == outcome
    assert not found
