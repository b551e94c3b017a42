"""What people are shown of a quote next to its source."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Edit, edits

TEXTS = st.text(alphabet="ab 가각\n각🇰🇷👩‍💻é\u0301\ud800", max_size=40)


def shown(quote: str, source: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.quote_text, one.source_text) for one in edits(quote, source)]


@pytest.mark.parametrize(
    ("quote", "source", "changes"),
    [
        pytest.param("keep the text", "keep the text", [], id="nothing"),
        pytest.param("keep text here", "keep the text here", [("insert", "", "the ")], id="only in the source"),
        pytest.param("keep all the text", "keep the text", [("delete", "all ", "")], id="only in the quote"),
        pytest.param("text here", "the text here", [("insert", "", "the ")], id="before the first word"),
        pytest.param("서버가 답합니다", "서버를 답합니다", [("replace", "가", "를")], id="another syllable"),
        pytest.param("pay 2,400 won now", "pay 2,500 won now", [("replace", "4", "5")], id="one digit"),
        pytest.param("", "words", [("insert", "", "words")], id="no quote"),
        pytest.param("words", "", [("delete", "words", "")], id="no source"),
        pytest.param("", "", [], id="neither"),
    ],
)
def test_edits_hold_what_changes(quote: str, source: str, changes: list[tuple[str, str, str]]) -> None:
    assert [one for one in shown(quote, source) if one[0] != "same"] == changes


def test_edits_read_from_the_quote_to_the_source() -> None:
    assert edits("ab cd", "ab") == (
        Edit(kind="same", quote_text="ab", source_text="ab"),
        Edit(kind="delete", quote_text=" cd", source_text=""),
    )


def test_edits_one_character_apart_are_one() -> None:
    assert shown("the year 1929 was cold", "the year 1020 was cold") == [
        ("same", "the year 1", "the year 1"),
        ("replace", "929", "020"),
        ("same", " was cold", " was cold"),
    ]


def test_edits_begin_with_words_only_in_the_source() -> None:
    assert shown("text here", "the text here")[0] == ("insert", "", "the ")


def test_edits_that_begin_inside_a_changed_word_stay_there() -> None:
    assert shown("same  a aa cb  tail words", "same  y aa ca cb  tail words") == [
        ("same", "same  ", "same  "),
        ("replace", "a a", "y aa c"),
        ("same", "a cb  tail words", "a cb  tail words"),
    ]


def test_edits_two_characters_apart_are_two() -> None:
    assert [one[0] for one in shown("abcXdeYfgh", "abcVdeWfgh")] == ["same", "replace", "same", "replace", "same"]


def test_edits_are_of_whole_words_where_much_differs() -> None:
    assert shown("we bought tea", "we brew coffee") == [
        ("same", "we ", "we "),
        ("replace", "bought tea", "brew coffee"),
    ]


def test_edits_are_of_characters_up_to_four_in_ten() -> None:
    assert [one[0] for one in shown("abcdefVWXY", "abcdefGHIJ")] == ["same", "replace"]
    assert [one[0] for one in shown("abcdeVWXYZ", "abcdeGHIJK")] == ["replace"]


def test_edits_cut_no_visible_character() -> None:
    assert shown("a family 👩‍👩‍👧 came", "a family 👩‍👩‍👦 came")[1] == ("replace", "👩‍👩‍👧", "👩‍👩‍👦")
    assert shown("decompose 간 there", "decompose 갈 there")[1] == ("replace", "간", "갈")


@given(quote=TEXTS, source=TEXTS)
def test_edits_joined_are_the_texts(quote: str, source: str) -> None:
    found = edits(quote, source)

    assert "".join(one.quote_text for one in found) == quote
    assert "".join(one.source_text for one in found) == source


@given(quote=TEXTS, source=TEXTS)
def test_edits_have_the_kind_of_their_texts(quote: str, source: str) -> None:
    for one in edits(quote, source):
        quoted, original = one.quote_text, one.source_text
        fits = {
            "same": quoted == original,
            "insert": not quoted,
            "delete": not original,
            "replace": bool(quoted and original),
        }
        assert quoted or original
        assert fits[one.kind]
        assert (one.kind == "same") == (quoted == original)


@given(quote=TEXTS, source=TEXTS)
def test_edits_have_two_kept_characters_between_them(quote: str, source: str) -> None:
    found = edits(quote, source)

    kinds = [one.kind for one in found]
    assert all((one == "same") != (other == "same") for one, other in pairwise(kinds))
    assert all(len(regex.findall(r"\X", one.quote_text)) > 1 for one in found[1:-1] if one.kind == "same")
